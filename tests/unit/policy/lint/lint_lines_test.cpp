// The lines of a robots.txt that its author wrote.

#include <algorithm>

#include "policy/lint/codes.hpp"
#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintLines : public LintFixture {
  protected:
    // The text of the first warning of the linter about a file.
    std::string first_text(const std::string& text) const {
        write("robots.txt", text);
        const Loaded loaded =
            load("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
        for (const Diagnostic& each : loaded.diagnostics) {
            if (lint::code_named(each.code)) {
                return each.text;
            }
        }
        return "";
    }
};

TEST_F(LintLines, RulesBeforeAnAgent) {
    EXPECT_EQ(file("Disallow: /a/\nAllow: /b/\nUser-agent: *\nDisallow: /c/\n"),
              one("rules-before-agents:1"));
    EXPECT_EQ(first_text("\nDisallow: /a/\nAllow: /b/\nUser-agent: *\n"),
              "2 rules are in front of the first `User-agent` line, so no "
              "crawler obeys them; write `User-agent: *` in front");
    EXPECT_EQ(file("Disallow:\nSitemap: https://a.example/s.xml\n"
                   "User-agent: *\nDisallow: /c/\n"),
              none());
}

TEST_F(LintLines, MisspeltKeys) {
    EXPECT_EQ(file("User-agent: *\nDissallow: /a/\nDisallow /b/\nDisalow: /c/\n"
                   "Disallows: /d/\nSite-map: https://a.example/s.xml\n"),
              (Codes{"misspelt-key:2", "misspelt-key:3", "misspelt-key:4",
                     "misspelt-key:5", "misspelt-key:6"}));
    EXPECT_EQ(
        first_text("Useragent: *\nDisallow: /a/\n"),
        "`Useragent: *` has a misspelt key, so only some crawlers read it, "
        "and nobody is refused for it; write `User-agent: *`");
    EXPECT_EQ(file("USER-AGENT : *\ndisallow:/a/\n\tDisallow: /b/ # c\n"),
              none());
}

TEST_F(LintLines, UnknownLines) {
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nPolicy: /p\nPolicy: /q\n"
                   "Do not crawl this\nThank you\n"),
              (Codes{"unknown-line:3", "unknown-line:5"}));
    EXPECT_EQ(file("ACAP-crawler: *\nUser-agent: *\nDisallow: /a/\n"
                   "Host: a.example\nClean-param: a /b/\n"
                   "Content-Signal: search=yes\n# any: comment\n"),
              none());
}

TEST_F(LintLines, Noindex) {
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nNoindex: /b/\n"),
              one("noindex-line:3"));
    EXPECT_EQ(first_text("User-agent: *\nNOINDEX: /b/\n"),
              "`NOINDEX: /b/` is read by no crawler; to keep pages out of "
              "search results, write `x_robots_tag: [{path: \"/b/\", value: "
              "noindex}]` in the policy");
}

TEST_F(LintLines, TextOfAnotherKindOfFile) {
    EXPECT_EQ(file("<html>\n<body>\nUser-agent: *\nDisallow: /a/\n</html>\n"),
              one("foreign-text:1"));
    EXPECT_EQ(file("{\"a\": 1,\nUser-agent: *\nDisallow: /a/\n}\n"),
              one("foreign-text:1"));
    EXPECT_EQ(file("# <html>\nUser-agent: *\nDisallow: /<a>/\n"),
              one("unencoded-octets:3"));
}

TEST_F(LintLines, ByteOrderMarks) {
    EXPECT_EQ(file("\xEF\xBB\xBFUser-agent: *\nDisallow: /a/\n"),
              one("byte-order-mark:1"));
    EXPECT_EQ(file("\xEF\xBB\xBFUser-agent: GPTBot, ClaudeBot\n"
                   "Disallow: /a/\n"),
              (Codes{"odd-token:1", "byte-order-mark:1"}));
    EXPECT_EQ(file("\xC3\xAF\xC2\xBB\xC2\xBFSitemap: https://a.example/s.xml\n"
                   "User-agent: *\nDisallow: /a/\n"),
              one("byte-order-mark:1"));
}

TEST_F(LintLines, ADelayOfZero) {
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nCrawl-delay: 0\n"),
              one("zero-crawl-delay:3"));
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nCrawl-delay: 0.0\n"),
              one("zero-crawl-delay:3"));
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nCrawl-delay: 1\n"), none());
    EXPECT_EQ(
        file("User-agent: *\nDisallow: /a/\nCrawl-delay: 5\nCrawl-delay: 0\n"),
        none())
        << "it undoes the delay before it";
    EXPECT_EQ(file("User-agent: GPTBot\nDisallow: /a/\nCrawl-delay: 5\n"
                   "User-agent: *\nDisallow: /a/\nCrawl-delay: 0\n"),
              one("zero-crawl-delay:6"));
}

TEST_F(LintLines, AGroupWithoutRulesSharesThoseOfTheNext) {
    EXPECT_EQ(file("User-agent: AhrefsBot\nCrawl-delay: 10\n\n"
                   "User-agent: GPTBot\nDisallow: /\n"),
              one("group-without-rules:1"));
    EXPECT_EQ(file("User-agent: Googlebot\n\nUser-agent: Bingbot\n\n"
                   "User-agent: *\nDisallow: /a/\n"),
              (Codes{"group-without-rules:1", "group-without-rules:3"}));
    EXPECT_EQ(file("User-agent: Googlebot\n\nUser-agent: GPTBot\n"
                   "Disallow: /\n"),
              one("group-without-rules:1"));
    EXPECT_EQ(first_text("User-agent: AhrefsBot\nUser-agent: MJ12bot\n"
                         "Crawl-delay: 10\nUser-agent: GPTBot\nDisallow: /\n"),
              "`MJ12bot` (and 1 more) has no rules, so it shares those of the "
              "group on line 4, such as `Disallow: /`; write `Disallow:` under "
              "it if it may fetch everything");
}

TEST_F(LintLines, AListOfAgentsIsNoGroupWithoutRules) {
    EXPECT_EQ(file("User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n"),
              none());
    // Of one kind, in two paragraphs.
    EXPECT_EQ(file("User-agent: GPTBot\n\nUser-agent: CCBot\nDisallow: /\n"),
              none());
    EXPECT_EQ(file("User-agent: GPTBot\n# and\nUser-agent: Googlebot\n"
                   "Disallow: /\n"),
              none());
    EXPECT_EQ(file("User-agent: AhrefsBot\nDisallow:\nCrawl-delay: 10\n\n"
                   "User-agent: GPTBot\nDisallow: /\n"),
              none());
    // Nothing is closed.
    EXPECT_EQ(file("User-agent: AhrefsBot\nCrawl-delay: 10\n\n"
                   "User-agent: GPTBot\nAllow: /\n"),
              none());
}

TEST_F(LintLines, LinesWithMoreThanOneName) {
    EXPECT_EQ(first_text("User-agent: Mozilla/5.0 (compatible; GPTBot/1.2; "
                         "+https://openai.com/gptbot)\nDisallow: /a/\n"),
              "`User-agent: Mozilla/5.0 (compatible; GPTBot/1.2; "
              "+https://openai.com/gptbot)` is a whole User-Agent header, so "
              "crawlers read `Mozilla`; write only the crawler's name: "
              "`User-agent: GPTBot`");
    EXPECT_EQ(first_text("User-agent: GPTBot, ClaudeBot\nDisallow: /a/\n"),
              "`User-agent: GPTBot, ClaudeBot` names several crawlers, but "
              "only the first is read; write a line for each, such as "
              "`User-agent: ClaudeBot`");
    EXPECT_EQ(file("User-agent: Googlebot # the crawler\nDisallow: /a/\n"),
              none());
}

TEST_F(LintLines, MisspeltTokens) {
    EXPECT_EQ(file("User-agent: GTPBot\nDisallow: /a/\n"),
              one("misspelt-token:1"));
    EXPECT_EQ(groups("{user_agent: [GTPBot, Googelbot], disallow: /a/}"),
              (Codes{"misspelt-token", "misspelt-token"}));
    // Names of old crawlers, and of none.
    for (const char* token : {"UbiCrawler",     "DOC",         "Zao",
                              "Zealbot",        "MSIECrawler", "SiteSnagger",
                              "WebStripper",    "WebCopier",   "Fetch",
                              "Teleport",       "TeleportPro", "Xenu",
                              "larbin",         "libwww",      "ZyBORG",
                              "psbot",          "WebZip",      "Copernic",
                              "EmailCollector", "EmailWolf",   "CherryPicker",
                              "JennyBot",       "Titan",       "NPBot",
                              "WebReaper",      "Webster",     "WebBandit",
                              "SiteSucker",     "Nutch",       "htdig",
                              "Teoma",          "Gigabot",     "Scooter",
                              "Slurp",          "MyOwnBot",    "ShopBot",
                              "NewsBot",        "DataBot",     "SearchBot",
                              "TestBot",        "HTTrack",     "grub-client",
                              "looksmart",      "Openbot",     "Ask",
                              "WebVac"}) {
        const Codes found =
            groups("{user_agent: " + std::string(token) + ", disallow: /a/}");
        EXPECT_EQ(std::count(found.begin(), found.end(), "misspelt-token"), 0)
            << token;
    }
}

TEST_F(LintLines, ALineThatIsCut) {
    const auto rule = [](std::size_t octets) {
        return "User-agent: *\nDisallow: /" + std::string(octets - 11, 'a');
    };
    EXPECT_EQ(file(rule(16663) + "\n"), none());
    EXPECT_EQ(file(rule(16663) + "\r\nDisallow: /b/\n"), none());
    EXPECT_EQ(file(rule(16664) + "\nDisallow: /b/\n"), one("line-too-long:2"));
    EXPECT_EQ(first_text(rule(20000)),
              "this line has 20000 octets, and crawlers read only the first "
              "16663; write several shorter lines");
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/  #" + std::string(20000, ' ') +
                   "\n"),
              none());
}

TEST_F(LintLines, ManyWildcardRulesAreCostly) {
    const auto rules = [](int count, const char* end) {
        std::string out = "User-agent: *\n";
        for (int i = 0; i < count; ++i) {
            out += "Disallow: /*/p" + std::to_string(i) + end + '\n';
        }
        return out;
    };
    EXPECT_EQ(file(rules(1000, "/")), none());
    EXPECT_EQ(file(rules(1001, "/")), one("costly-wildcards:2"));
    EXPECT_EQ(first_text(rules(2000, "/")).substr(0, 110),
              "2000 rules with `*` apply to `*`, so a request of 8 KiB that is "
              "made for them can cost about 10 ms of CPU time");
    const std::string long_end = std::string(64, 'x') + '/';
    EXPECT_EQ(file(rules(142, long_end.c_str())), none());
    EXPECT_EQ(file(rules(143, long_end.c_str())), one("costly-wildcards:2"))
        << "what is longer than 64 octets takes seven times as long";
    std::string many = "/";
    for (int i = 0; i < 1000; ++i) {
        many += "*a";
    }
    EXPECT_EQ(file(rules(90, many.c_str())), none());
    EXPECT_EQ(file(rules(91, many.c_str())), one("costly-wildcards:2"))
        << "the runs between the stars";
}

// One request can name eight crawlers.
TEST_F(LintLines, WildcardRulesOfSeveralCrawlersAddUp) {
    const auto groups = [](int count, bool apart) {
        std::string out;
        for (int group = 0; group < count; ++group) {
            out +=
                "User-agent: bot-" + std::string(1, char('a' + group)) + '\n';
            for (int i = 0; i < 130; ++i) {
                out += "Disallow: /*/p" + std::to_string(i) +
                       (apart ? char('a' + group) : 'x') + "/\n";
            }
            out += '\n';
        }
        return out;
    };
    EXPECT_EQ(file(groups(7, true)), none());
    EXPECT_EQ(file(groups(8, true)), one("costly-wildcards:2"));
    EXPECT_EQ(
        first_text(groups(12, true)).substr(0, 95),
        "1040 rules with `*` apply to `bot-a` and other crawlers that one "
        "request can name, so a request");
}

}  // namespace
}  // namespace robots
