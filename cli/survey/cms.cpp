#include "cli/survey/cms.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <vector>

#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

using Texts = std::initializer_list<std::string_view>;

// The texts that show a system. A text that begins with "/" must be at the
// start of a path (after any "*"). Any other text may be anywhere in a path
// that has a query or a ":".
struct System {
    std::string_view name;
    Texts sure;                     // only this system has these
    Texts maybe;                    // other systems might have these, too
    std::string_view sitemap = {};  // in URLs of its sitemaps
};

const System kSystems[] = {
    {"WordPress",
     {"/wp-admin", "/wp-content", "/wp-includes", "/wp-login.php", "/wp-json"},
     {},
     "/wp-sitemap.xml"},
    {"Shopify",
     {"/a/downloads/-/", "/cdn/wpm/", "preview_theme_id", "preview_script_id"},
     {"/checkouts/", "/carts", "/orders", "/policies/"}},
    {"Drupal",
     {"/filter/tips", "/node/add", "/index.php/filter/tips",
      "/INSTALL.mysql.txt", "?q=admin/", "?q=node/add"},
     {"/core/", "/profiles/", "/comment/reply"}},
    {"Joomla",
     {"/joomla/", "option=com_"},
     {"/administrator/", "/components/", "/installation/", "/layouts/",
      "/plugins/"}},
    {"Magento",
     {"/catalogsearch", "/catalog/product_compare", "/checkout/onepage",
      "/sendfriend", "/pkginfo/", "product_list_"},
     {"/downloader/", "/wishlist/", "/customer/account", "SID="}},
    {"MediaWiki",
     {"/wiki/Special:", "/mediawiki/", "Special:"},
     {"/w/", "/wiki/"}},
    {"Wix", {"/_partials", "lightbox="}, {}},
    {"Squarespace",
     {"/api/ui-extensions/", "format=json-pretty", "format=page-context",
      "format=main-content"},
     {"/config", "/static/"}},
    {"PrestaShop",
     {"controller=addresses", "controller=get-file", "id_currency="},
     {"/classes/", "/translations/", "/webservice/"}},
    {"TYPO3", {"/typo3", "/t3lib/", "/fileadmin/"}, {}},
    {"Blogger", {"/share-widget"}, {}, "/feeds/posts/default"},
    {"Ghost", {"/ghost/", "/members/api/"}, {}},
    {"1C-Bitrix", {"/bitrix/"}, {}},
    {"OpenCart", {"route=account", "route=checkout", "route=affiliate"}, {}},
    {"DataLife Engine", {"do=lostpassword", "subaction="}, {"/engine/"}},
    {"Discourse", {"/assets/browser-update"}, {"/badges", "/session"}},
    {"Salesforce Commerce Cloud", {"/on/demandware.store"}, {}},
    {"Adobe Experience Manager", {"/etc.clientlibs/", "/content/dam/"}, {}},
    {"BigCommerce",
     {"/orderstatus.php", "/finishorder.php", "/productimage.php"},
     {}},
    {"XenForo", {"/find-new/"}, {"/whats-new/", "/goto/", "/lost-password/"}},
    {"phpBB", {"/ucp.php", "/mcp.php", "/viewonline.php"}, {}},
    {"vBulletin", {"/editpost.php", "/newreply.php"}, {}},
    {"HubSpot", {"/_hcms/", "/hs/manage-preferences", "hs_preview="}, {}},
    {"Umbraco", {"/umbraco"}, {}},
    {"MODX", {"/assets/components/"}, {"/connectors/", "/manager/"}},
};

static_assert(std::size(kSystems) == kCmses);

constexpr std::uint8_t kSure = 2;
constexpr std::uint8_t kMaybe = 1;

struct Tell {
    std::string_view text;
    std::size_t system;
    std::uint8_t points;
};

struct Tells {
    Tells() {
        for (std::size_t i = 0; i < kCmses; ++i) {
            add(kSystems[i].sure, i, kSure);
            add(kSystems[i].maybe, i, kMaybe);
        }
    }

    std::vector<Tell> all;
    // Indices in `all`. Texts that begin with "/" are grouped by their second
    // octet, so that most paths need few comparisons. `parts` has all other
    // texts.
    std::array<std::vector<std::size_t>, 256> starts;
    std::vector<std::size_t> parts;

  private:
    void add(const Texts& texts, std::size_t system, std::uint8_t points) {
        for (const std::string_view text : texts) {
            (text[0] == '/' ? starts[static_cast<unsigned char>(text[1])]
                            : parts)
                .push_back(all.size());
            all.push_back({text, system, points});
        }
    }
};

const Tells& tells() {
    static const Tells kTells;
    return kTells;
}

std::string_view behind_stars(std::string_view path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string_view::npos || path[0] == '/') {
        // For example "/*/checkouts".
        return path.substr(0, 3) == "/*/" ? path.substr(2) : path;
    }
    return path.find_first_not_of('*') == slash ? path.substr(slash) : path;
}

}  // namespace

std::string_view cms_name(std::size_t cms) {
    return kSystems[cms].name;
}

// Limits the points of a system to 255, because a file may have any number of
// Sitemap lines.
void CmsGuess::add(std::size_t system, std::uint8_t points) {
    points_[system] =
        static_cast<std::uint8_t>(std::min(points_[system] + points, 255));
}

void CmsGuess::count(std::size_t tell) {
    if (!seen_.at(tell)) {
        seen_[tell] = true;
        const Tell& known = tells().all[tell];
        add(known.system, known.points);
    }
}

void CmsGuess::see_path(std::string_view path) {
    const std::string_view start = behind_stars(path);
    if (start.size() > 1) {
        for (const std::size_t tell :
             tells().starts[static_cast<unsigned char>(start[1])]) {
            if (robots::starts_with(start, tells().all[tell].text)) {
                count(tell);
            }
        }
    }
    if (path.find_first_of("=:?") == std::string_view::npos) {
        return;
    }
    for (const std::size_t tell : tells().parts) {
        if (path.find(tells().all[tell].text) != std::string_view::npos) {
            count(tell);
        }
    }
}

void CmsGuess::see_sitemap(std::string_view url) {
    for (std::size_t i = 0; i < kCmses; ++i) {
        const std::string_view known = kSystems[i].sitemap;
        if (!known.empty() && url.find(known) != std::string_view::npos) {
            add(i, kSure);
            return;
        }
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
