// What people type by mistake, what their editors make of it, and what servers
// send in place of a robots.txt.

#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

using namespace std::string_literals;

constexpr const char* kHeader =
    "Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.example)";

std::vector<CorpusFile> odd_ends_of_lines() {
    return {
        {"byte order mark",
         "\xEF\xBB\xBFUser-agent: *\nDisallow: /a/\nDisallow: /b/\n"},
        {"CRLF and byte order mark",
         "\xEF\xBB\xBFUser-agent: *\r\nDisallow: /a/\r\n\r\n"
         "User-agent: GPTBot\r\nDisallow: /\r\n"},
        {"CR alone", "User-agent: *\rDisallow: /a/\rDisallow: /b/\r"},
        {"CR CR LF", "User-agent: *\r\r\nDisallow: /a/\r\r\nAllow: /a/b\r\r\n"},
        {"no end of the last line", "User-agent: *\nDisallow: /a"},
        {"tabs", "User-agent:\t*\nDisallow:\t/a/\n\tDisallow: /b/\t\n"},
        {"no blank behind the colon",
         "User-agent:*\nDisallow:/a/\nAllow:/a/b\nCrawl-delay:5\n"
         "Sitemap:https://a.example/s.xml\n"},
        {"blank before the colon",
         "User-agent : *\nDisallow : /a/\nCrawl-delay : 10\n"},
        {"indented", "  User-agent: *\n    Disallow: /a/\n    Allow: /a/b/\n"},
        {"comments at line ends",
         "User-agent: * # everybody\nDisallow: /a/ # private\n"
         "Disallow: /b#c\nCrawl-delay: 5 # seconds\n"},
        {"non-breaking spaces",
         "User-agent:\xC2\xA0*\nDisallow:\xC2\xA0/a/\nDisallow: /b/\xC2\xA0\n"},
        {"blank lines in a group",
         "User-agent: *\n\nDisallow: /a/\n\n\nDisallow: /b/\n\nAllow: /c/\n"},
        {"all on one line",
         "User-agent: * Disallow: /admin/ Disallow: /tmp/ Allow: /\n"},
        {"line numbers", "1 User-agent: *\n2 Disallow: /a/\n3 Allow: /\n"},
        {"bullets", "- User-agent: *\n- Disallow: /a/\n* Disallow: /b/\n"},
        {"quotes", "\"User-agent: *\"\n\"Disallow: /a/\"\n"},
    };
}

std::vector<CorpusFile> odd_agents() {
    return {
        {"a whole header as token", "User-agent: "s + kHeader +
                                        "\nDisallow: /\n\nUser-agent: *\n"
                                        "Disallow: /tmp/\n"},
        {"token with a version",
         "User-agent: Googlebot/2.1\nDisallow: /a/\n\n"
         "User-agent: AhrefsBot/7.0\nDisallow: /\n"},
        {"tokens with commas",
         "User-agent: GPTBot, ClaudeBot, CCBot\nDisallow: /\n\n"
         "User-agent: *\nDisallow: /a/\n"},
        {"tokens with blanks",
         "User-agent: Googlebot Bingbot Slurp\nDisallow: /a/\n"},
        {"name of two words",
         "User-agent: Yahoo! Slurp\nDisallow: /a/\n\n"
         "User-agent: Download Ninja\nDisallow: /\n\n"
         "User-agent: Offline Explorer\nDisallow: /\n"},
        {"token with a star",
         "User-agent: Googlebot*\nDisallow: /a/\n\nUser-agent: *bot\n"
         "Disallow: /b/\n"},
        {"no token",
         "User-agent:\nDisallow: /a/\n\nUser-agent: (none)\nDisallow: /b/\n"},
        {"regular expression as token",
         "User-agent: (Googlebot|bingbot)\nDisallow: /a/\n"
         "User-agent: .*\nDisallow: /b/\n"},
        {"one agent twice",
         "User-agent: GPTBot\nDisallow: /a/\n\nUser-agent: *\n"
         "Disallow: /b/\n\nUser-agent: gptbot\nDisallow: /c/\n"},
        {"everybody twice",
         "User-agent: *\nDisallow: /a/\nCrawl-delay: 10\n\n"
         "User-agent: *\nDisallow: /b/\nCrawl-delay: 5\n"},
        {"token of a header's name",
         "User-agent: GTPBot\nDisallow: /\n\nUser-agent: Google\n"
         "Disallow: /a/\n\nUser-agent: bing\nDisallow: /b/\n"},
    };
}

std::vector<CorpusFile> odd_groups() {
    return {
        {"rules before an agent",
         "Disallow: /a/\nCrawl-delay: 5\nAllow: /b/\n\nUser-agent: *\n"
         "Disallow: /c/\n"},
        {"no agent at all", "Disallow: /admin/\nDisallow: /tmp/\n"},
        {"groups without rules run together",
         "User-agent: AhrefsBot\nCrawl-delay: 10\n\nUser-agent: MJ12bot\n"
         "Crawl-delay: 10\n\nUser-agent: GPTBot\nDisallow: /\n"},
        {"meant to be open, but closed",
         "User-agent: Googlebot\n\nUser-agent: Bingbot\n\nUser-agent: *\n"
         "Disallow: /\n"},
        {"agent at the end",
         "User-agent: *\nDisallow: /a/\n\nUser-agent: GPTBot\n"},
        {"two delays in a group",
         "User-agent: *\nCrawl-delay: 10\nDisallow: /a/\nCrawl-delay: 30\n"},
        {"sitemap between agents",
         "User-agent: Googlebot\nSitemap: https://a.example/s.xml\n"
         "User-agent: Bingbot\nDisallow: /a/\n"},
        {"signals that contradict",
         "User-agent: *\nContent-Signal: ai-train=no, search=yes\nAllow: /\n"
         "Content-Signal: ai-train=yes\n"},
        {"signals before an agent",
         "Content-Signal: ai-train=no\nUser-agent: *\nAllow: /\n"
         "Content-Signal: foo=bar\nContent-Usage: train-ai=n\n"
         "Content-Usage: /a train-ai=y\nContent-Usage: /a train-ai=n\n"},
    };
}

std::vector<CorpusFile> odd_paths() {
    return {
        {"several paths on a line",
         "User-agent: *\nDisallow: /a/ /b/ /c/\nDisallow: /d/, /e/\n"},
        {"whole URLs",
         "User-agent: *\nDisallow: https://shop.example/cart/\n"
         "Disallow: http://www.shop.example\nAllow: www.shop.example/a/\n"},
        {"no slash in front",
         "User-agent: *\nDisallow: admin/\nDisallow: *.php\nDisallow: .css\n"
         "Disallow: ?s=\nDisallow: ~user\nDisallow: index.html\n"},
        {"regular expressions",
         "User-agent: *\nDisallow: ^/cart/.*$\nDisallow: /a/(b|c)/\n"
         "Disallow: /.*\\.php$\nDisallow: /page/[0-9]+\nDisallow: /x?\n"},
        {"backslashes",
         "User-agent: *\nDisallow: \\admin\\\nDisallow: /a\\b\n"},
        {"variables",
         "User-agent: *\nDisallow: /${id}/\nDisallow: /$1\n"
         "Sitemap: https://${host}/sitemap.xml\nDisallow: /{{ path }}/\n"},
        {"not encoded",
         "User-agent: *\nDisallow: /caf\xC3\xA9/\nDisallow: /caf\xE9/\n"
         "Disallow: /a b/\nDisallow: /100%/\nDisallow: /%zz/\n"
         "Disallow: /\xD0\xBA\xD0\xBE/\n"},
        {"stars",
         "User-agent: *\nDisallow: /***/a\nDisallow: *\nAllow: /*\n"
         "Disallow: /a*\nDisallow: /a/*$\nDisallow: /$\n"},
        {"index pages",
         "User-agent: *\nDisallow: /\nAllow: /index.html\n"
         "Allow: /a/index.htm\nAllow: /$\n"},
        {"one rule twice",
         "User-agent: *\nDisallow: /a/\nDisallow: /a/\nAllow: /a/\n"
         "Disallow: /%61/\n"},
        {"a long line", "User-agent: *\nDisallow: /" + std::string(20000, 'a') +
                            "\nDisallow: /b/\n"},
    };
}

std::vector<CorpusFile> odd_lines() {
    return {
        {"misspelt keys",
         "Useragent: *\nDissallow: /a/\nDisalow: /b/\nDisallaw: /c/\n"
         "User agent: Bingbot\nDiasllow: /d/\nCrawldelay: 5\nDisallow /e/\n"
         "User-agents: GPTBot\nDisallows: /f/\nSite-map: https://a.example/s\n"
         "Alow: /g/\nDisalllow: /h/\nuser_agent: CCBot\n"},
        {"noindex",
         "User-agent: *\nNoindex: /a/\nNoindex: /b.html\nNofollow: /c/\n"
         "Disallow: /d/\nUser-agent: GPTBot\nNoindex: /\n"},
        {"odd rates",
         "User-agent: *\nDisallow: /a/\nRequest-rate: 1/10s\n"
         "Request-rate: 30/1m\nRequest-rate: often\nRequest-rate: 1/0\n"
         "Request-rate: 10\nVisit-time: 25\nVisit-time: 0600\n"
         "Visit-time: 22:00-06:00\nCrawl-delay: soon\nCrawl-delay: 1,5\n"
         "Crawl-delay: -1\nCrawl-delay: 10s\nCrawl-delay: 0\n"
         "Crawl-delay: 1e9\n"},
        {"many rates",
         "User-agent: *\nDisallow: /a/\nRequest-rate: 1/1\nRequest-rate: 1/2\n"
         "Request-rate: 1/3\nRequest-rate: 1/4\nRequest-rate: 1/5\n"
         "Request-rate: 1/6\nRequest-rate: 1/7\nRequest-rate: 1/8\n"
         "Request-rate: 1/9\n"},
        {"relative sitemap",
         "User-agent: *\nDisallow:\nSitemap: /sitemap.xml\n"
         "Sitemap: sitemap.xml\nSitemap:\nSITEMAP: //a.example/s.xml\n"},
        {"host lines",
         "User-agent: Yandex\nDisallow:\nHost: a.example\nHost: b.example\n"
         "Clean-param: ref /a/\nClean-param: sid&sort\nHost:\n"},
        {"fields of other standards",
         "##ACAP version=1.0\nACAP-crawler: *\nACAP-disallow-crawl: /a/\n"
         "User-agent: *\nDisallow: /b/\nX-Robots: none\nIndexpage: /i.html\n"
         "LLM-Content: https://a.example/llms.txt\nComment: hello\n"
         "Robot-version: 2.0.0\nUser-agent-token: x\nPolicy: /p\n"},
        {"prose",
         "This site may be crawled.\nPlease do not crawl: the forum\n"
         "User-agent: *\nDisallow: /forum/\nThank you!\n"},
        {"license",
         "License: https://a.example/l.xml\nUser-agent: *\n"
         "Allow: /\nLicense: none of it\n"},
        {"controls",
         "User-agent: *\nDisallow: /a\x01/\nSitemap: https://a\x07/"
         "\nHost: \x1b[31m\nDisallow: /b\n"s},
    };
}

// Each octet of `ascii` as two.
std::string in_utf16(const std::string& ascii, bool big_end_first) {
    std::string out = big_end_first ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : ascii) {
        out += big_end_first ? '\0' : c;
        out += big_end_first ? c : '\0';
    }
    return out;
}

}  // namespace

std::vector<CorpusFile> odd_shapes() {
    std::vector<CorpusFile> out;
    for (const auto& some : {odd_ends_of_lines(), odd_agents(), odd_groups(),
                             odd_paths(), odd_lines()}) {
        out.insert(out.end(), some.begin(), some.end());
    }
    return out;
}

std::vector<CorpusFile> not_robots_txt_shapes() {
    const std::string text = "User-agent: *\nDisallow: /a/\n";
    return {
        {"HTML",
         "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>404</title>"
         "</head>\n<body>Not found: see /</body></html>\n"},
        {"HTML with a byte order mark",
         "\xEF\xBB\xBF\r\n  <html><body>User-agent: *</body></html>"},
        {"XML",
         "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code>"
         "</Error>\n"},
        {"JSON", "{\"error\": \"not found\", \"Disallow\": \"/\"}\n"},
        {"JSON list", "[\n  {\"status\": 404}\n]\n"},
        {"gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b\x4c\x02\x00"s},
        {"UTF-16", in_utf16(text, false)},
        {"UTF-16, big end first", in_utf16(text, true)},
        {"UTF-16 without a mark", in_utf16(text, false).substr(2)},
        {"a byte order mark encoded twice",
         "\xC3\xAF\xC2\xBB\xC2\xBFUser-agent: *\nDisallow: /a/\n"},
        {"a PNG", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s},
        {"PHP",
         "<?php\nheader('Content-Type: text/plain');\n"
         "echo 'User-agent: *';\n"},
    };
}

}  // namespace robots
