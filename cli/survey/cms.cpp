#include "cli/survey/cms.hpp"

#include <algorithm>
#include <vector>

namespace robotsctl {

namespace {

enum Cms : std::uint8_t {
    kWordPress,
    kShopify,
    kDrupal,
    kJoomla,
    kMagento,
    kMediaWiki,
    kWix,
    kSquarespace,
    kPrestaShop,
    kTypo3,
    kBlogger,
    kGhost,
    kBitrix,
    kOpenCart,
    kDataLife,
    kDiscourse,
    kSalesforce,
    kAem,
    kBigCommerce,
    kXenForo,
    kPhpBb,
    kVBulletin,
    kHubSpot,
    kUmbraco,
    kModx,
};

// What only one system has; what others might have, too.
constexpr std::uint8_t kSure = 2;
constexpr std::uint8_t kMaybe = 1;

struct Tell {
    std::string_view text;
    Cms cms;
    std::uint8_t points;
};

// What paths start with, behind any "*".
constexpr Tell kStarts[] = {
    {"/wp-admin", kWordPress, kSure},
    {"/wp-content", kWordPress, kSure},
    {"/wp-includes", kWordPress, kSure},
    {"/wp-login.php", kWordPress, kSure},
    {"/wp-json", kWordPress, kSure},
    {"/a/downloads/-/", kShopify, kSure},
    {"/cdn/wpm/", kShopify, kSure},
    {"/checkouts/", kShopify, kMaybe},
    {"/carts", kShopify, kMaybe},
    {"/orders", kShopify, kMaybe},
    {"/policies/", kShopify, kMaybe},
    {"/filter/tips", kDrupal, kSure},
    {"/node/add", kDrupal, kSure},
    {"/index.php/filter/tips", kDrupal, kSure},
    {"/INSTALL.mysql.txt", kDrupal, kSure},
    {"/core/", kDrupal, kMaybe},
    {"/profiles/", kDrupal, kMaybe},
    {"/comment/reply", kDrupal, kMaybe},
    {"/joomla/", kJoomla, kSure},
    {"/administrator/", kJoomla, kMaybe},
    {"/components/", kJoomla, kMaybe},
    {"/installation/", kJoomla, kMaybe},
    {"/layouts/", kJoomla, kMaybe},
    {"/plugins/", kJoomla, kMaybe},
    {"/catalogsearch", kMagento, kSure},
    {"/catalog/product_compare", kMagento, kSure},
    {"/checkout/onepage", kMagento, kSure},
    {"/sendfriend", kMagento, kSure},
    {"/pkginfo/", kMagento, kSure},
    {"/downloader/", kMagento, kMaybe},
    {"/wishlist/", kMagento, kMaybe},
    {"/customer/account", kMagento, kMaybe},
    {"/wiki/Special:", kMediaWiki, kSure},
    {"/mediawiki/", kMediaWiki, kSure},
    {"/w/", kMediaWiki, kMaybe},
    {"/wiki/", kMediaWiki, kMaybe},
    {"/_partials", kWix, kSure},
    {"/api/ui-extensions/", kSquarespace, kSure},
    {"/config", kSquarespace, kMaybe},
    {"/static/", kSquarespace, kMaybe},
    {"/classes/", kPrestaShop, kMaybe},
    {"/translations/", kPrestaShop, kMaybe},
    {"/webservice/", kPrestaShop, kMaybe},
    {"/typo3", kTypo3, kSure},
    {"/t3lib/", kTypo3, kSure},
    {"/fileadmin/", kTypo3, kSure},
    {"/share-widget", kBlogger, kSure},
    {"/ghost/", kGhost, kSure},
    {"/members/api/", kGhost, kSure},
    {"/bitrix/", kBitrix, kSure},
    {"/engine/", kDataLife, kMaybe},
    {"/assets/browser-update", kDiscourse, kSure},
    {"/badges", kDiscourse, kMaybe},
    {"/session", kDiscourse, kMaybe},
    {"/on/demandware.store", kSalesforce, kSure},
    {"/etc.clientlibs/", kAem, kSure},
    {"/content/dam/", kAem, kSure},
    {"/orderstatus.php", kBigCommerce, kSure},
    {"/finishorder.php", kBigCommerce, kSure},
    {"/productimage.php", kBigCommerce, kSure},
    {"/find-new/", kXenForo, kSure},
    {"/whats-new/", kXenForo, kMaybe},
    {"/goto/", kXenForo, kMaybe},
    {"/lost-password/", kXenForo, kMaybe},
    {"/ucp.php", kPhpBb, kSure},
    {"/mcp.php", kPhpBb, kSure},
    {"/viewonline.php", kPhpBb, kSure},
    {"/editpost.php", kVBulletin, kSure},
    {"/newreply.php", kVBulletin, kSure},
    {"/_hcms/", kHubSpot, kSure},
    {"/hs/manage-preferences", kHubSpot, kSure},
    {"/umbraco", kUmbraco, kSure},
    {"/assets/components/", kModx, kSure},
    {"/connectors/", kModx, kMaybe},
    {"/manager/", kModx, kMaybe},
};

// What stands anywhere in paths with a query, or with ":".
constexpr Tell kParts[] = {
    {"preview_theme_id", kShopify, kSure},
    {"preview_script_id", kShopify, kSure},
    {"?q=admin/", kDrupal, kSure},
    {"?q=node/add", kDrupal, kSure},
    {"option=com_", kJoomla, kSure},
    {"product_list_", kMagento, kSure},
    {"SID=", kMagento, kMaybe},
    {"Special:", kMediaWiki, kSure},
    {"lightbox=", kWix, kSure},
    {"format=json-pretty", kSquarespace, kSure},
    {"format=page-context", kSquarespace, kSure},
    {"format=main-content", kSquarespace, kSure},
    {"controller=addresses", kPrestaShop, kSure},
    {"controller=get-file", kPrestaShop, kSure},
    {"id_currency=", kPrestaShop, kSure},
    {"route=account", kOpenCart, kSure},
    {"route=checkout", kOpenCart, kSure},
    {"route=affiliate", kOpenCart, kSure},
    {"do=lostpassword", kDataLife, kSure},
    {"subaction=", kDataLife, kSure},
    {"hs_preview=", kHubSpot, kSure},
};

constexpr std::size_t kStartTells = std::size(kStarts);
constexpr std::size_t kPartTells = std::size(kParts);
static_assert(kStartTells + kPartTells <= 128);

constexpr std::array<std::string_view, kCmses> kNames{
    "WordPress",
    "Shopify",
    "Drupal",
    "Joomla",
    "Magento",
    "MediaWiki",
    "Wix",
    "Squarespace",
    "PrestaShop",
    "TYPO3",
    "Blogger",
    "Ghost",
    "1C-Bitrix",
    "OpenCart",
    "DataLife Engine",
    "Discourse",
    "Salesforce Commerce Cloud",
    "Adobe Experience Manager",
    "BigCommerce",
    "XenForo",
    "phpBB",
    "vBulletin",
    "HubSpot",
    "Umbraco",
    "MODX",
};

// The starts by their second octet, which most paths share with none.
using Index = std::array<std::vector<std::uint8_t>, 256>;

const Index& starts() {
    static const Index kIndex = [] {
        Index index;
        for (std::size_t i = 0; i < kStartTells; ++i) {
            index[static_cast<unsigned char>(kStarts[i].text[1])].push_back(
                static_cast<std::uint8_t>(i));
        }
        return index;
    }();
    return kIndex;
}

std::string_view behind_stars(std::string_view path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos || path[0] == '/') {
        // "/*/checkouts"
        return path.substr(0, 3) == "/*/" ? path.substr(2) : path;
    }
    return path.find_first_not_of('*') == slash ? path.substr(slash) : path;
}

}  // namespace

const std::array<std::string_view, kCmses>& cms_names() {
    return kNames;
}

void CmsGuess::count(std::size_t tell) {
    if (!seen_[tell]) {
        seen_[tell] = true;
        const Tell& known =
            tell < kStartTells ? kStarts[tell] : kParts[tell - kStartTells];
        points_[known.cms] =
            static_cast<std::uint8_t>(points_[known.cms] + known.points);
    }
}

void CmsGuess::see_path(std::string_view path) {
    if (path.empty()) {
        return;
    }
    const std::string_view start = behind_stars(path);
    if (start.size() > 1) {
        for (const std::size_t tell :
             starts()[static_cast<unsigned char>(start[1])]) {
            const std::string_view text = kStarts[tell].text;
            if (start.substr(0, text.size()) == text) {
                count(tell);
            }
        }
    }
    const bool has_part = std::any_of(path.begin(), path.end(), [](char c) {
        return c == '=' || c == ':' || c == '?';
    });
    if (!has_part) {
        return;
    }
    for (std::size_t i = 0; i < kPartTells; ++i) {
        if (path.find(kParts[i].text) != std::string_view::npos) {
            count(kStartTells + i);
        }
    }
}

void CmsGuess::see_sitemap(std::string_view url) {
    if (url.find("/wp-sitemap.xml") != std::string_view::npos) {
        points_[kWordPress] =
            static_cast<std::uint8_t>(points_[kWordPress] + kSure);
    } else if (url.find("/feeds/posts/default") != std::string_view::npos) {
        points_[kBlogger] =
            static_cast<std::uint8_t>(points_[kBlogger] + kSure);
    }
}

std::optional<std::size_t> CmsGuess::best() const {
    const auto* it = std::max_element(points_.begin(), points_.end());
    if (*it < kSure) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(it - points_.begin());
}

}  // namespace robotsctl
