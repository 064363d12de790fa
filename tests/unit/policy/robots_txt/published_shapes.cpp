// What software and publishers write, each rule as their sites have it.

#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

std::string lines(const std::string& agent, const std::string& key,
                  const std::vector<const char*>& paths) {
    std::string out = "User-agent: " + agent + '\n';
    for (const char* path : paths) {
        out += key + ": " + path + '\n';
    }
    return out;
}

std::string closed_to(const std::vector<const char*>& agents) {
    std::string out;
    for (const char* agent : agents) {
        out += "User-agent: " + std::string(agent) + "\nDisallow: /\n\n";
    }
    return out;
}

std::vector<CorpusFile> blogs() {
    return {
        {"wordpress",
         "User-agent: *\nDisallow: /wp-admin/\n"
         "Allow: /wp-admin/admin-ajax.php\n\n"
         "Sitemap: https://blog.example/wp-sitemap.xml\n"},
        {"wordpress, seo plugin",
         "# START BLOCK\n# ---------------------------\n"
         "User-agent: *\nDisallow:\n\n"
         "Sitemap: https://blog.example/sitemap_index.xml\n"
         "# ---------------------------\n# END BLOCK\n"},
        {"wordpress, shop",
         "User-agent: *\r\nDisallow: /cart/\r\nDisallow: /checkout/\r\n"
         "Disallow: /my-account/\r\nDisallow: /*?orderby=\r\n"
         "Disallow: /*?add-to-cart=\r\nDisallow: /*add-to-cart=*\r\n"
         "Disallow: /wp-admin\r\nDisallow: /wp-includes\r\n"
         "Disallow: /wp-content/plugins\r\nDisallow: /?s=\r\n"
         "Disallow: /search/\r\nDisallow: */feed/\r\nDisallow: */trackback/\r\n"
         "Disallow: /xmlrpc.php\r\nAllow: /wp-content/uploads/\r\n\r\n"
         "Sitemap: https://shop.example/sitemap.xml\r\n"},
        {"hosted blogs",
         "# If you are regularly crawling our sites, ask for a feed.\n\n"
         "Sitemap: https://me.blogs.example/sitemap.xml\n"
         "Sitemap: https://me.blogs.example/news-sitemap.xml\n\n"
         "User-agent: IRLbot\nCrawl-delay: 3600\n\n"
         "User-agent: *\nDisallow: /next/\n"
         "Disallow: /mshots/v1/\nDisallow: /*/archives/*\n"},
        {"ghost",
         "User-agent: *\nSitemap: https://ghost.example/sitemap.xml\n"
         "Disallow: /ghost/\nDisallow: /email/\nDisallow: /members/api/"
         "comments/counts/\nDisallow: /r/\nDisallow: /webmentions/receive/\n"},
        {"blogger",
         "User-agent: Mediapartners-Google\nDisallow: \n\n"
         "User-agent: *\nDisallow: /search\nDisallow: /share-widget\n"
         "Allow: /\n\nSitemap: https://me.blog.example/sitemap.xml\n"},
    };
}

std::vector<CorpusFile> shops() {
    return {
        {"shopify",
         "# we use a platform for shops\n\n" +
             lines("*", "Disallow",
                   {"/a/downloads/-/*",
                    "/admin",
                    "/cart",
                    "/orders",
                    "/checkouts/",
                    "/checkout",
                    "/1234567/checkouts",
                    "/1234567/orders",
                    "/carts",
                    "/account",
                    "/collections/*sort_by*",
                    "/*/collections/*sort_by*",
                    "/collections/*+*",
                    "/collections/*%2B*",
                    "/collections/*%2b*",
                    "/*/collections/*+*",
                    "/collections/*filter*&*filter*",
                    "/blogs/*+*",
                    "/blogs/*%2B*",
                    "/*?*oseid=*",
                    "/*preview_theme_id*",
                    "/*preview_script_id*",
                    "/policies/",
                    "/search",
                    "/sf_private_access_tokens",
                    "/.well-known/shopify/"
                    "monorail"}) +
             "Sitemap: https://shop.example/sitemap.xml\n\n"
             "# the ad crawler ignores robots.txt unless it is named\n" +
             lines("adsbot-google", "Disallow",
                   {"/checkouts/", "/checkout", "/carts", "/orders",
                    "/*?*oseid=*"}) +
             "\n" + closed_to({"Nutch"}) +
             lines("AhrefsBot", "Crawl-delay", {"10"}) +
             "Disallow: /a/downloads/-/*\nDisallow: /admin\n"
             "Sitemap: https://shop.example/sitemap.xml\n\n"
             "User-agent: MJ12bot\nCrawl-Delay: 10\n\n"
             "User-agent: Pinterest\nCrawl-delay: 1\n"},
    };
}

std::vector<CorpusFile> magento() {
    return {
        {"magento 1",
         "## robots.txt for a shop\n\n## GENERAL SETTINGS\n\n"
         "## Enable for all crawlers\nUser-agent: *\n\n"
         "## Crawl-delay parameter: seconds between requests\n"
         "Crawl-delay: 20\n\n## DEVELOPMENT RELATED SETTINGS\n\n"
         "## Do not crawl development files and folders\n"
         "Disallow: CVS\nDisallow: .svn\nDisallow: .idea\n"
         "Disallow: /*.sql$\nDisallow: .tgz\n\n"
         "## Do not crawl the admin page\nDisallow: /admin/\n"
         "Disallow: /app/\nDisallow: /cgi-bin/\nDisallow: /downloader/\n"
         "Disallow: /*.php$\nDisallow: /*?SID=\nDisallow: /*?p=*&\n"
         "# Disallow: /*?limit=all\nDisallow: /catalogsearch/\n"
         "Disallow: /catalog/product_compare/\nDisallow: /customer/\n"
         "Disallow: /sendfriend/\nDisallow: /wishlist/\n\n"
         "## SERVER SETTINGS\n\n## IMAGE CRAWLERS SETTINGS\n"
         "User-agent: Googlebot-Image\nDisallow: /\nAllow: /*.jpg$\n\n"
         "Sitemap: http://www.shop.example/sitemap/sitemap.xml\n"},
        {"magento 2",
         lines("*", "Disallow",
               {"/index.php/", "/*?", "/checkout/", "/app/", "/lib/", "/*.php$",
                "/pkginfo/", "/report/", "/var/", "/catalog/", "/customer/",
                "/sendfriend/", "/review/", "/*SID="})},
    };
}

std::vector<CorpusFile> more_shops() {
    return {
        {"prestashop",
         "# robots.txt automatically generated\n# This file is to prevent the "
         "crawling\nUser-agent: *\n# Allow Directives\nAllow: */modules/*.css\n"
         "Allow: */modules/*.js\nAllow: */modules/*.png\nAllow: /js/jquery/*\n"
         "# Private pages\nDisallow: /*?order=\nDisallow: /*?tag=\n"
         "Disallow: /*?id_currency=\nDisallow: /*?search_query=\n"
         "Disallow: /*controller=addresses\n# Directories\n"
         "Disallow: */classes/\nDisallow: */config/\nDisallow: */translations/"
         "\n# Files\nDisallow: /*en/password-recovery\n"
         "Disallow: /*en/my-account\n# Sitemap\n"
         "Sitemap: https://shop.example/1_index_sitemap.xml\n"},
        {"bitrix",
         "User-Agent: *\nDisallow: */index.php\nDisallow: /bitrix/\n"
         "Disallow: /*show_include_exec_time=\nDisallow: /*?print=\n"
         "Disallow: /*PAGEN_*\nAllow: /bitrix/components/\n"
         "Allow: /bitrix/js/\nAllow: /local/*.svg\n\nUser-agent: Yandex\n"
         "Disallow: /bitrix/\nClean-param: utm_source&utm_medium /catalog/\n"
         "Crawl-delay: 2.5\nHost: https://shop.example\n"
         "Sitemap: https://shop.example/sitemap.xml\n"},
        {"wix",
         "User-agent: *\nAllow: /\n\n# Optimization for ads bots\n"
         "User-agent: AdsBot-Google-Mobile\nUser-agent: AdsBot-Google\n"
         "Disallow: /_api/*\nDisallow: /_partials*\n"
         "Disallow: /pro-gallery-webapp/v1/galleries/*\n\n"
         "# Block PetalBot\nUser-agent: PetalBot\nDisallow: /\n\n"
         "# Crawl delay for overly enthusiastic bots\nUser-agent: dotbot\n"
         "Crawl-delay: 10\nUser-agent: AhrefsBot\nCrawl-delay: 10\n\n"
         "Sitemap: https://www.wix.example/sitemap.xml\n"},
        {"squarespace",
         "# Squarespace Robots Txt\n\nUser-agent: GPTBot\n"
         "User-agent: ChatGPT-User\nUser-agent: CCBot\n"
         "User-agent: anthropic-ai\nUser-agent: Google-Extended\n"
         "User-agent: FacebookBot\nUser-agent: Claude-Web\n"
         "User-agent: cohere-ai\nUser-agent: PerplexityBot\n"
         "User-agent: Applebot-Extended\nDisallow: /\n\n"
         "User-agent: AdsBot-Google\nUser-agent: AdsBot-Google-Mobile\n"
         "User-agent: *\nDisallow:/config\nDisallow:/search\n"
         "Disallow:/account$\nDisallow:/account/\nDisallow:/commerce/"
         "digital-download/\nDisallow:/api/\nAllow:/api/ui-extensions/\n"
         "Disallow:/static/\nDisallow:/*?author=*\nDisallow:/*&author=*\n"
         "Disallow:/*?tag=*\nDisallow:/*&tag=*\nDisallow:/*?month=*\n"
         "Disallow:/*?format=json\nDisallow:/*&reversePaginate=*\n\n"
         "Sitemap: https://www.sq.example/sitemap.xml\n"},
    };
}

std::vector<CorpusFile> cms() {
    return {
        {"drupal 7",
         "#\n# robots.txt\n#\n# This file is to prevent the crawling of parts "
         "of the site.\n#\n# Used:    http://example.com/robots.txt\n"
         "# Ignored: http://example.com/site/robots.txt\n#\n\n"
         "User-agent: *\nCrawl-delay: 10\n# CSS, JS, Images\n"
         "Allow: /misc/*.css$\nAllow: /misc/*.css?\nAllow: /misc/*.js$\n"
         "Allow: /misc/*.gif\n# Directories\nDisallow: /includes/\n"
         "Disallow: /misc/\nDisallow: /modules/\nDisallow: /profiles/\n"
         "# Files\nDisallow: /CHANGELOG.txt\nDisallow: /cron.php\n"
         "Disallow: /INSTALL.mysql.txt\nDisallow: /update.php\n"
         "# Paths (clean URLs)\nDisallow: /admin/\nDisallow: /comment/reply/\n"
         "Disallow: /filter/tips/\nDisallow: /node/add/\nDisallow: /user/login/"
         "\n# Paths (no clean URLs)\nDisallow: /?q=admin/\n"
         "Disallow: /?q=node/add/\n"},
        {"joomla",
         "# If the site is installed within a folder\n# eg www.example.com/"
         "joomla/ then the robots.txt file\n# MUST be moved to the site root\n"
         "\n" +
             lines("*", "Disallow",
                   {"/administrator/", "/api/", "/bin/", "/cache/", "/cli/",
                    "/components/", "/includes/", "/installation/",
                    "/language/", "/layouts/", "/libraries/", "/logs/",
                    "/modules/", "/plugins/", "/tmp/"})},
        {"typo3",
         lines("*", "Disallow",
               {"/typo3/", "/typo3_src/", "/fileadmin/templates/", "/*?id=*",
                "/*&type=98", "/*tx_indexedsearch", "/*cHash"}) +
             "Allow: /typo3/sysext/frontend/Resources/Public/*\n"
             "Allow: /*.css\nAllow: /*.js\n"},
    };
}

std::vector<CorpusFile> forums() {
    return {
        {"mediawiki",
         "#\n# Please obey\n#\n# advertising-related bots:\n"
         "User-agent: Mediapartners-Google*\nDisallow: /\n\n"
         "# Crawlers that are kind enough to obey\n" +
             closed_to({"UbiCrawler", "DOC", "Zao",
                        "sitecheck.internetseer.com", "Zealbot", "MSIECrawler",
                        "SiteSnagger", "WebStripper", "WebCopier", "Fetch",
                        "Offline Explorer", "Teleport", "TeleportPro",
                        "Microsoft.URL.Control", "Xenu", "larbin", "libwww",
                        "ZyBORG", "Download Ninja"}) +
             "# wget in its recursive mode is a problem.\n"
             "User-agent: wget\nDisallow: /\n\n#\n# Friendly, low-speed bots\n"
             "User-agent: *\nAllow: /w/api.php?action=mobileview&\n"
             "Allow: /w/load.php?\nAllow: /api/rest_v1/?doc\n"
             "Disallow: /w/\nDisallow: /api/\nDisallow: /trap/\n"
             "Disallow: /wiki/Special:\nDisallow: /wiki/Special%3A\n"
             "Disallow: /wiki/Sp%C3%A9cial:Search\n"
             "Disallow: /wiki/\xE7\x89\xB9\xE5\x88\xA5:\n"},
        {"phpbb",
         lines("*", "Disallow",
               {"/adm/", "/cache/", "/docs/", "/download/file.php", "/files/",
                "/images/", "/includes/", "/posting.php", "/memberlist.php",
                "/search.php", "/ucp.php", "/viewonline.php", "/faq.php",
                "/viewtopic.php?p=*", "/*&sid=", "/*?sid="})},
        {"vbulletin",
         "User-agent: *\nDisallow: /ajax.php\nDisallow: /attachment.php\n"
         "Disallow: /calendar.php\nDisallow: /cron.php\n"
         "Disallow: /forum/admincp/\nDisallow: /forum/modcp/\n"
         "Disallow: /member.php\nDisallow: /newreply.php\n"
         "Disallow: /private.php\nDisallow: /showpost.php\n"
         "Disallow: /*?styleid=\nCrawl-delay: 15\n\n"
         "User-agent: Yahoo! Slurp\nCrawl-delay: 30\n\n"
         "User-agent: msnbot\nCrawl-delay: 15\n"},
        {"discourse",
         "# See http://www.robotstxt.org/robotstxt.html\n#\n"
         "User-agent: mauibot\nDisallow: /\n\n\nUser-agent: semrushbot\n"
         "Disallow: /\n\n\nUser-agent: bingbot\nCrawl-delay: 60\n\n\n"
         "User-agent: *\nDisallow: /admin/\nDisallow: /auth/\n"
         "Disallow: /assets/browser-update*.js\nDisallow: /email/\n"
         "Disallow: /session\nDisallow: /user-api-key\nDisallow: /*?api_key*\n"
         "Disallow: /*?*api_key*\nDisallow: /badges\nDisallow: /u/\n"
         "Disallow: /my\nDisallow: /search\nDisallow: /tag/*/l\n"
         "Disallow: /g\nDisallow: /t/*/*.rss\nDisallow: /c/*.rss\n\n\n"
         "Sitemap: https://forum.example/sitemap.xml\n"},
    };
}

std::vector<CorpusFile> publishers() {
    return {
        {"open", "User-agent: *\nDisallow:\n"},
        {"open, allow", "User-agent: *\nAllow: /\n"},
        {"closed", "User-agent: *\nDisallow: /\n"},
        {"empty", ""},
        {"sitemap alone", "Sitemap: https://a.example/sitemap.xml\n"},
        {"bad bots",
         "User-agent: *\nDisallow: /cgi-bin/\n\n" +
             closed_to({"AhrefsBot",      "MJ12bot",       "SemrushBot",
                        "DotBot",         "BLEXBot",       "Baiduspider",
                        "EmailCollector", "EmailWolf",     "ExtractorPro",
                        "CherryPicker",   "WebBandit",     "HTTrack",
                        "WebZip",         "SiteSucker",    "psbot",
                        "Cegbfeieh",      "Black Hole",    "Titan",
                        "NetMechanic",    "JennyBot",      "Kenjin Spider",
                        "Copernic",       "URL_Spider_Pro"})},
        {"news",
         "# Use of this content for training is not permitted.\n"
         "User-agent: *\nDisallow: /ads/\nDisallow: /adx/bin/\n"
         "Disallow: /puzzles/leaderboards/invite/*\nDisallow: /svc\n"
         "Allow: /svc/crosswords\nDisallow: /*?*query=\n"
         "Disallow: /search\nDisallow: /*.amp.html?\n\n"
         "User-agent: CCBot\nUser-agent: GPTBot\nUser-agent: ChatGPT-User\n"
         "User-agent: anthropic-ai\nUser-agent: ClaudeBot\n"
         "User-agent: Google-Extended\nUser-agent: Bytespider\n"
         "User-agent: omgili\nUser-agent: PerplexityBot\nDisallow: /\n\n"
         "User-agent: Twitterbot\nAllow: /*?smid=tw-share\n\n"
         "Sitemap: https://news.example/sitemaps/new/news.xml.gz\n"
         "Sitemap: https://news.example/sitemaps/new/sitemap.xml.gz\n"},
    };
}

std::vector<CorpusFile> more_publishers() {
    return {
        {"content signals",
         "# As a condition of accessing this website, you agree to abide by\n"
         "# the following content signals:\n#\n"
         "# (a)  yes: you may collect content for the corresponding use.\n"
         "# (b)  no: you may not.\n\n# BEGIN managed content\n\n"
         "User-Agent: *\nContent-signal: search=yes,ai-train=no\nAllow: /\n\n" +
             closed_to({"Amazonbot", "Applebot-Extended", "Bytespider", "CCBot",
                        "ClaudeBot", "Google-Extended", "GPTBot",
                        "meta-externalagent"}) +
             "# END managed content\n\nUser-agent: *\nDisallow: /admin\n"},
        {"university",
         "# robots.txt for http://www.uni.example/\n\n"
         "User-agent: *\t\t\t# all robots\nDisallow: /~test/\t# user\n"
         "Disallow: /cgi-bin/\nDisallow: /stats/   # nothing to see\n"
         "Visit-time: 0100-0645\nRequest-rate: 1/10m\n\n"
         "User-agent: htdig\nDisallow:\n"},
        {"code host",
         "# If you would like to crawl us contact us.\n\n"
         "User-agent: baidu\nCrawl-delay: 1\n\n\nUser-agent: *\n\n" +
             std::string("Disallow: /*/*/pulse\nDisallow: /*/*/tree/\n"
                         "Disallow: /gist/*/*/*\nDisallow: /*/raw/\n"
                         "Disallow: /*/*/commits/*?author\n"
                         "Disallow: /*q=\nDisallow: /*?*source=\n"
                         "Disallow: /account-login\nDisallow: /*/*/wiki/*/*\n"
                         "Allow: /*?tab=achievements&achievement=*\n"
                         "Disallow: /*.patch\n")},
        {"windows server",
         "User-agent: *\r\nDisallow: /aspnet_client/\r\n"
         "Disallow: /_layouts/\r\nDisallow: /_vti_bin/\r\n"
         "Disallow: /App_Data/\r\nDisallow: /Login.aspx?ReturnUrl=\r\n"
         "Disallow: /Search.aspx\r\n\r\nUser-agent: bingbot\r\n"
         "Crawl-delay: 5\r\nSitemap: http://win.example/Sitemap.ashx\r\n"},
        {"old rates",
         "User-agent: *\nRequest-rate: 1/5\nRequest-rate: 2/1m 0800-1800\n"
         "Visit-time: 0600-0845\nCrawl-delay: 0.5\nDisallow: /cgi-bin\n"},
    };
}

}  // namespace

std::vector<CorpusFile> published_shapes() {
    std::vector<CorpusFile> out;
    for (const auto& some : {blogs(), shops(), magento(), more_shops(), cms(),
                             forums(), publishers(), more_publishers()}) {
        out.insert(out.end(), some.begin(), some.end());
    }
    return out;
}

}  // namespace robots
