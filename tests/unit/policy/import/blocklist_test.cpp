#include "policy/import/blocklist.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/import/nginx_conf.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Strings = std::vector<std::string>;

class NginxBlocklist : public PolicyFixture {
  protected:
    // The robots.txt of the policy, without its group for all others.
    std::string groups(const std::string& conf) {
        const Imported imported = import_nginx_blocklist(conf, "");
        if (!imported.problem.empty()) {
            return imported.problem;
        }
        const std::string text = robots_txt(imported.yaml);
        return text.substr(0, text.rfind("\nUser-agent: *\n"));
    }
    static Strings notes(const std::string& conf) {
        Strings out;
        for (const ImportNotes& each : import_nginx_blocklist(conf, "").notes) {
            for (std::size_t i = 0; i < each.texts.size(); ++i) {
                out.push_back(std::to_string(each.lines[i]) + ": " +
                              each.texts[i]);
            }
        }
        return out;
    }
    static std::string map(const std::string& entries) {
        return "map $http_user_agent $bad {\n" + entries + "}\n";
    }
    static std::string if_agent(const std::string& expression) {
        return "if ($http_user_agent ~ " + expression + ") { return 403; }\n";
    }
};

std::string directives(const std::string& conf) {
    std::string out;
    NginxConf all(conf);
    while (const auto each = all.next()) {
        out += std::to_string(each->line) + ':';
        for (const ConfWord& word : each->words) {
            out += " [" + word.text + ']';
        }
        using End = ConfDirective::End;
        out += each->end == End::simple   ? ";"
               : each->end == End::opens  ? "{"
               : each->end == End::closes ? "}"
                                          : "";
    }
    return out;
}

Strings texts(const std::string& expression) {
    return texts_of_expression(expression).value_or(Strings{"(none)"});
}

}  // namespace

TEST_F(NginxBlocklist, MapsAndIfsBecomeClosedGroups) {
    EXPECT_EQ(groups("http {\n" +
                     map("default 0;\n~*AhrefsBot 1;\n\"~(MJ12bot|dotbot)\" "
                         "1;\n~*Googlebot 0;\n") +
                     "server { if ($http_user_agent ~* (GPTBot|CCBot)) {\n"
                     "return 403; } } }"),
              "User-agent: AhrefsBot\nUser-agent: MJ12bot\n"
              "User-agent: DotBot\nDisallow: /\n\n"
              "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n");
}

TEST_F(NginxBlocklist, TheGroupsAreRefused) {
    const Imported imported =
        import_nginx_blocklist(map("~*AhrefsBot 1;\n"), "a.example");
    EXPECT_THAT(imported.yaml, HasSubstr("- host: a.example\n"));
    EXPECT_THAT(imported.yaml,
                HasSubstr("        enforce:\n          disallow: reject\n"));
    EXPECT_THAT(imported.notes, IsEmpty());
}

TEST_F(NginxBlocklist, TheStatusOfAReturnIsKept) {
    const auto yaml = [](const std::string& conf) {
        return import_nginx_blocklist(conf, "").yaml;
    };
    const std::string closes =
        "      refusal:\n        status:\n          disallow: 444\n";
    const std::string refused = map("~*AhrefsBot 1;\n");
    EXPECT_THAT(yaml(refused + "if ($bad) { return 444; }"), HasSubstr(closes));
    EXPECT_THAT(yaml("if ($http_user_agent ~ CCBot) { return 444; }"),
                HasSubstr(closes));
    EXPECT_THAT(yaml(refused + "if ($bad) { return 403; }"),
                Not(HasSubstr("status")));
    EXPECT_THAT(yaml(refused + "if ($other) { return 444; }"),
                Not(HasSubstr("status")));
    EXPECT_THAT(yaml("if ($http_user_agent ~ CCBot) { return 403 no; }"),
                Not(HasSubstr("status")));
    EXPECT_NE(load(yaml(refused + "if ($bad) { return 444; }")).policy,
              nullptr);
}

TEST_F(NginxBlocklist, WhatIsNotRefusedStaysInNginx) {
    const std::string conf =
        map("~*AhrefsBot 1;\n") + "if ($bad) { return 301 /x; }\n" +
        "if ($http_user_agent ~ CCBot) { return 200 hello; }\n";
    EXPECT_THAT(
        notes(conf),
        testing::UnorderedElementsAre(
            HasSubstr("`$bad` stays in nginx.conf: this `if` does something "
                      "else than refuse"),
            HasSubstr(
                "its block does something else than refuse by `return`")));
    EXPECT_EQ(groups(conf), "User-agent: AhrefsBot\nDisallow: /\n");
}

TEST_F(NginxBlocklist, AWordStandsForTheCrawlersThatHaveItInTheirTokens) {
    EXPECT_THAT(groups(map("~*ahrefs 1;\n")), HasSubstr("AhrefsBot"));
    EXPECT_EQ(groups(map("~*AcmeFetch 1;\n")),
              "User-agent: AcmeFetch\nDisallow: /\n");
    EXPECT_THAT(notes(map("~*AcmeFetch 1;\n")),
                ElementsAre(HasSubstr("2: no crawler named `AcmeFetch` is "
                                      "known")));
}

TEST_F(NginxBlocklist, WhatNamesNoCrawlerStaysInNginx) {
    const std::string conf =
        map("default 0;\n~*GPTBot 1;\n\"\" 1;\n~*bot 1;\n~*Chrome 1;\n"
            "~^Mozilla/4\\.[0-9] 1;\ncurl/8.5.0 1;\ninclude more.map;\n") +
        "if ($http_user_agent ~ CCBot) { set $x 1; }\n"
        "if ($http_user_agent = \"\") { return 444; }\n";
    const Strings all = notes(conf);
    ASSERT_EQ(all.size(), 8u);
    EXPECT_THAT(all,
                testing::UnorderedElementsAre(
                    HasSubstr("4: `\"\"` stays in nginx.conf: clients without"),
                    HasSubstr("5: `bot` stays in nginx.conf: it is in the "
                              "names of "),
                    HasSubstr("6: `Chrome` stays in nginx.conf: it is a word "
                              "of browsers' headers"),
                    HasSubstr("7: `~^Mozilla/4\\.[0-9]` stays in nginx.conf"),
                    HasSubstr("8: `curl/8.5.0` stays in nginx.conf: it is one "
                              "whole header; write a group for `curl`"),
                    HasSubstr("9: `include` stays in nginx.conf"),
                    HasSubstr("its block does something else than refuse"),
                    HasSubstr("it is not about what a header contains")));
    EXPECT_EQ(groups(conf), "User-agent: GPTBot\nDisallow: /\n");
}

TEST_F(NginxBlocklist, ADefaultThatBlocksStaysInNginx) {
    EXPECT_THAT(notes(map("default 1;\n~*Googlebot 0;\n~*GPTBot 2;\n")),
                ElementsAre(HasSubstr("1: `default 1` stays"),
                            HasSubstr("3: `~*Googlebot 0` stays")));
}

TEST_F(NginxBlocklist, AnIfForSomePathsStaysInNginx) {
    const std::string conf = "server {\n" + if_agent("CCBot") +
                             "location / { " + if_agent("GPTBot") +
                             "}\nlocation /x {\n" + if_agent("AhrefsBot") +
                             "}\n}\n";
    EXPECT_THAT(notes(conf),
                ElementsAre(HasSubstr("6: `($http_user_agent ~ AhrefsBot)` "
                                      "stays in nginx.conf: it is for some "
                                      "paths only")));
    EXPECT_EQ(groups(conf),
              "User-agent: CCBot\nDisallow: /\n\n"
              "User-agent: GPTBot\nDisallow: /\n");
    const std::string by_map = map("~*AhrefsBot 1;\n") +
                               "location = /x { if ($bad) { return 403; } }\n";
    EXPECT_THAT(notes(by_map), ElementsAre(HasSubstr("4: `($bad)` stays")));
    EXPECT_THAT(groups(by_map), HasSubstr("stay in that file"));
    EXPECT_EQ(groups(by_map + if_agent("AhrefsBot")),
              "User-agent: AhrefsBot\nDisallow: /\n");
}

TEST_F(NginxBlocklist, AnIfForSomeServersStaysInNginx) {
    const std::string one = "server { " + if_agent("CCBot") + "}\n";
    const std::string other = "server { listen 80; }\n";
    EXPECT_EQ(groups(one), "User-agent: CCBot\nDisallow: /\n");
    EXPECT_THAT(notes(one + other),
                ElementsAre(HasSubstr("1: `($http_user_agent ~ CCBot)` stays "
                                      "in nginx.conf: it is for some `server` "
                                      "blocks only")));
    EXPECT_THAT(groups(one + other), HasSubstr("stay in that file"));

    // These redirect, or refuse unknown hosts.
    for (const char* returning :
         {"server { listen 80; return 301 https://$host$request_uri; }\n",
          "server { listen 80 default_server; return 444; }\n",
          "server { location /.well-known/ {} location / { return 301 x; } }\n",
          "server { if ($host = a) { return 301 x; } return 404; }\n"}) {
        EXPECT_THAT(notes(one + returning), IsEmpty()) << returning;
        EXPECT_THAT(notes(returning + one), IsEmpty()) << returning;
    }
    EXPECT_THAT(
        notes(other + "server { " + if_agent("CCBot") + "return 301 x; }\n"),
        ElementsAre(HasSubstr("it is for some `server` blocks only")));

    const std::string by_map = "server { if ($bad) { return 403; } }\n";
    const std::string bad = map("~*AhrefsBot 1;\n");
    EXPECT_THAT(notes(bad + by_map + other),
                ElementsAre(HasSubstr("4: `$bad` stays in nginx.conf: it is "
                                      "for some `server` blocks only")));
    EXPECT_THAT(groups(bad + by_map + other), HasSubstr("stay in that file"));
    EXPECT_THAT(notes(bad + by_map + by_map), IsEmpty());
    EXPECT_EQ(groups(bad + by_map + by_map),
              "User-agent: AhrefsBot\nDisallow: /\n");
}

TEST_F(NginxBlocklist, AnIfThatAsksForAnotherValueStaysInNginx) {
    const std::string bad = map("default 0;\n~*AhrefsBot 1;\n");
    for (const std::string comparison : {"= 0", "!= 1", "~ 1"}) {
        const std::string condition = "($bad " + comparison + ")";
        const std::string by_map = "if " + condition + " { return 403; }\n";
        for (const std::string& conf : {bad + by_map, by_map + bad}) {
            EXPECT_THAT(notes(conf),
                        ElementsAre(HasSubstr("`" + condition +
                                              "` stays in "
                                              "nginx.conf: it does not refuse "
                                              "just those")));
            EXPECT_EQ(groups(conf + if_agent("CCBot")),
                      "User-agent: CCBot\nDisallow: /\n");
        }
    }
    const std::string is_one = "if ($bad = 1) { return 403; }\n";
    EXPECT_THAT(notes(bad + is_one), IsEmpty());
    EXPECT_EQ(groups(bad + is_one), "User-agent: AhrefsBot\nDisallow: /\n");
    EXPECT_THAT(notes(map("~*AhrefsBot 1;\n~*GPTBot 2;\n") + is_one),
                ElementsAre(HasSubstr("`($bad = 1)` stays in nginx.conf")));
}

TEST_F(NginxBlocklist, WhatAnEarlierEntryMayLetPassStaysInNginx) {
    const std::string kept = "User-agent: AhrefsBot\nDisallow: /\n";
    for (const char* entries :
         {"~*gptbot-image 0;\n~*GPTBot 1;\n", "~*GPTBot/ 0;\n~GPTBot 1;\n",
          "~*GPTBot 1;\n\"Mozilla/5.0 (GPTBot/1.0)\" 0;\n",
          "~*GPT 0;\n~*GPTBot 1;\n", "~*Bot 0;\n~*GPT 1;\n",
          "~*GPT[a-z]+ 0;\n~*GPTBot 1;\n", "~*GPT.ot 0;\n~*GPTBot 1;\n",
          "~*Mozilla 0;\n~*GPTBot 1;\n"}) {
        const std::string conf = map(std::string("~*AhrefsBot 1;\n") + entries);
        EXPECT_THAT(notes(conf),
                    ElementsAre(HasSubstr("stays in nginx.conf: an entry that "
                                          "nginx tries earlier lets some")))
            << entries;
        EXPECT_EQ(groups(conf), kept) << entries;
    }
    const std::string others =
        map("\"\" 0;\n~*CCBot 0;\n~*AhrefsBot 1;\n~*AhrefsBot/6 0;\n");
    EXPECT_THAT(notes(others + if_agent("CCBot")), IsEmpty());
    EXPECT_EQ(groups(others), kept);
}

TEST_F(NginxBlocklist, AWordWithAnyCharacterStaysInNginx) {
    const std::string conf = map("~*(Go.http.client|AhrefsBot) 1;\n");
    EXPECT_THAT(notes(conf),
                ElementsAre(HasSubstr("2: `Go.http.client` stays in "
                                      "nginx.conf: `.` is any character")));
    EXPECT_EQ(groups(conf), "User-agent: AhrefsBot\nDisallow: /\n");
}

TEST_F(NginxBlocklist, OtherFilesAreRefused) {
    EXPECT_THAT(import_nginx_blocklist("server { listen 80; }", "").problem,
                HasSubstr("neither `map $http_user_agent` nor `if "));
    EXPECT_THAT(notes(map("~*GPTBot 1;\n~^$ 1;\n")),
                ElementsAre(HasSubstr("3: `\"\"` stays in nginx.conf: clients "
                                      "without a User-Agent")));
    EXPECT_THAT(import_nginx_blocklist(map("\"\" 1;\n"), "").problem,
                HasSubstr("stay in that file"));
    EXPECT_NE(import_nginx_blocklist("", "").problem, "");
}

TEST(NginxConf, AreSplitAsNginxDoes) {
    EXPECT_EQ(directives("a b; # c;\n\"d e\" 'f\\'g' {h\\;i;}\n"),
              "1: [a] [b];2: [d e] [f'g]{2: [h\\;i];2:}");
    EXPECT_EQ(directives("x ${a}b \"c\nd\";\ny;"),
              "1: [x] [${a}b] [c\nd];3: "
              "[y];");
    EXPECT_EQ(directives("unclosed \"a"), "1: [unclosed] [a]");
    EXPECT_EQ(directives("}}{;"), "1:}1:}1:{1:;");
}

TEST(HeaderExpression, ListsOfTextsAreUnderstood) {
    EXPECT_THAT(texts("a|b"), ElementsAre("a", "b"));
    EXPECT_THAT(texts("^(?:Foo|Ba(r|z))Bot"),
                ElementsAre("FooBot", "BarBot", "BazBot"));
    EXPECT_THAT(texts(".*archive\\.org_bot.*"), ElementsAre("archive.org_bot"));
    EXPECT_THAT(texts("\\bGPTBot\\b"), ElementsAre("GPTBot"));
    EXPECT_THAT(texts("a$"), ElementsAre("a"));
    EXPECT_THAT(texts("^.*a\\.b.c.*$"),
                ElementsAre(std::string("a.b") + kAnyOctet + "c"));
}

TEST(HeaderExpression, OthersAreNot) {
    for (const char* expression : {"a+", "a?", "[ab]", "a.*b", "\\d", "(?!a)b",
                                   "(a", "a)", "a{2}", "(a|b)*", "\\"}) {
        EXPECT_THAT(texts(expression), ElementsAre("(none)")) << expression;
    }
    std::string many = "(a|b)";
    for (int i = 0; i < 12; ++i) {
        many += "(a|b)";
    }
    EXPECT_THAT(texts(many), ElementsAre("(none)"));
    EXPECT_THAT(texts(std::string(100000, '(')), ElementsAre("(none)"));
}

}  // namespace robots
