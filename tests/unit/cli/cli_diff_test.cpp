// What `diff` takes for a change, and what not.

#include <gmock/gmock.h>

#include <string>

#include "tests/harness/signer.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CliDiff : public RobotsctlFixture {
  protected:
    // Compares two robots.txt that are served as they are.
    Ran diff(const std::string& before, const std::string& after,
             const std::string& option = "--json") const {
        return run(
            {"diff", policy("before", before), policy("after", after), option});
    }

    // Rules for everybody, each with "\n".
    void expect_same(const std::string& before,
                     const std::string& after) const {
        for (const auto& [one, other] :
             {std::pair(before, after), std::pair(after, before)}) {
            const Ran ran =
                diff("User-agent: *\n" + one, "User-agent: *\n" + other);
            EXPECT_EQ(ran.code, 0) << one << "and\n" << other << ran.out;
            EXPECT_EQ(ran.out, "");
        }
    }
    void expect_other(const std::string& before,
                      const std::string& after) const {
        const Ran ran =
            diff("User-agent: *\n" + before, "User-agent: *\n" + after);
        EXPECT_EQ(ran.code, 1) << before << "and\n" << after << ran.err;
    }

  private:
    std::string policy(const std::string& name, const std::string& text) const {
        write(name + ".txt", text);
        return write(
            name + ".yaml",
            "version: 1\ndefault: {robots_txt: {file: " + name + ".txt}}\n");
    }
};

TEST_F(CliDiff, BeginsWithASummaryAndSaysTheSameOnce) {
    const auto policy_of = [this](const std::string& name,
                                  const std::string& paths) {
        return write(name,
                     "version: 1\nsites:\n"
                     "  - host: a.example\n"
                     "    groups: [{user_agent: \"*\", disallow: " +
                         paths +
                         "}]\n"
                         "  - host: b.example\n"
                         "    groups: [{user_agent: \"*\", disallow: " +
                         paths + "}]\n");
    };
    const std::string before = policy_of("old.yaml", "[/a, /b]");
    const std::string after = policy_of("new.yaml", "[/a, /c, /d]");
    const Ran ran = run({"diff", before, after});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out,
              "2 sites change for all crawlers: 1 rule removed, 2 added.\n\n"
              "a.example, b.example\n"
              "  * (all other crawlers):\n"
              "    - Disallow: /b\n"
              "    + Disallow: /c\n"
              "    + Disallow: /d\n");
}

TEST_F(CliDiff, SpellingsOfOnePatternAreTheSame) {
    expect_same("Disallow: /a*\n", "Disallow: /a\n");
    expect_same("Disallow: /a*$\n", "Disallow: /a\n");
    expect_same("Disallow: /a**b\n", "Disallow: /a*b\n");
    expect_same("Disallow: /%7Ea\n", "Disallow: /~a\n");
    expect_same("Disallow: /%e4\n", "Disallow: /%E4\n");
    expect_same("Disallow: *\n", "Disallow: /\n");
    expect_same("Disallow: *.pdf\n", "Disallow: /*.pdf\n");
    expect_same("disallow : /a\n", "Disallow: /a\n");
    expect_other("Disallow: /a$\n", "Disallow: /a\n");
    expect_other("Disallow: /a%2Ab\n", "Disallow: /a*b\n");
    expect_other("Disallow: */a\n", "Disallow: /*/a\n");
    expect_other("Disallow: /a%2F\n", "Disallow: /a/\n");
}

// A longer spelling takes precedence over rules that are longer than the other.
TEST_F(CliDiff, ASpellingThatDecidesIsNoOther) {
    expect_other("Disallow: /a**\nAllow: /a$\n", "Disallow: /a\nAllow: /a$\n");
    expect_same("Disallow: /a**\nAllow: /b$\n", "Disallow: /a\nAllow: /b$\n");
    expect_same("Disallow: /a*\nAllow: /abc$\n",
                "Disallow: /a\nAllow: /abc$\n");
}

TEST_F(CliDiff, RulesThatDecideNothingDoNotCount) {
    expect_same("Disallow: /a\nDisallow: /a/b\n", "Disallow: /a\n");
    expect_same("Disallow: /a\nDisallow: a\n", "Disallow: /a\n");
    expect_same("Disallow: /a\nDisallow:\n", "Disallow: /a\n");
    expect_same("Allow: /\n", "Disallow:\n");
    expect_same("Allow: /x\nDisallow: /a\n", "Disallow: /a\n");
    expect_same("Allow: /a/b\nDisallow: /a\nAllow: /a/b/c\n",
                "Allow: /a/b\nDisallow: /a\n");
    expect_other("Allow: /a/b\nDisallow: /a\nDisallow: /a/b/c\n",
                 "Allow: /a/b\nDisallow: /a\n");
    // Equally long, Allow decides.
    expect_same("Allow: /a\nDisallow: /a\n", "Allow: /\n");
    expect_other("Allow: /a*\nDisallow: /abc\n", "Allow: /a*\nDisallow: /\n");
}

TEST_F(CliDiff, OrderAndCaseOfOtherLinesDoNotCount) {
    expect_same("Disallow: /a\nContent-Signal: ai-train=no,search=yes\n",
                "Disallow: /a\ncontent-signal: Search = YES, ai-train=no\n");
    expect_same("Disallow: /a\nContent-Usage: search=y,train-ai=n\n",
                "Disallow: /a\nContent-Usage: / train-ai=n, search=y\n");
    expect_same("Disallow: /a\nSITEMAP: https://a.example/\n",
                "Disallow: /a\n\n# more\nSitemap: https://a.example/\n");
    expect_same("Disallow: /a\nDisallow: /b\nUser-agent: x\nDisallow: /c\n",
                "Disallow: /b\nDisallow: /a\n\nUser-agent: X\nDisallow: /c\n");
    expect_other("Disallow: /a\nContent-Signal: search=no\n",
                 "Disallow: /a\nContent-Signal: search=yes\n");
    expect_other("Disallow: /a\nSitemap: https://a.example/x\n",
                 "Disallow: /a\nSitemap: https://a.example/X\n");
}

TEST_F(CliDiff, AChangeIsShownWithoutWhatMeansNothing) {
    const Ran ran = diff("User-agent: *\nDisallow: /a*\nDisallow: /old\n",
                         "User-agent: *\nDisallow: /new\nDisallow: /a\n");
    ASSERT_EQ(ran.json().size(), 1u);
    const auto change = ran.json()[0]["crawlers"][0];
    EXPECT_EQ(change["removed"], nlohmann::json({"Disallow: /old"}));
    EXPECT_EQ(change["added"], nlohmann::json({"Disallow: /new"}));
    EXPECT_FALSE(ran.json()[0].contains("means_nothing"));
}

TEST_F(CliDiff, WhatMeansNothingIsShownIfAsked) {
    const std::string before =
        "# old\nUser-agent: *\nDisallow: /a*\nDisallow: /b\n";
    const std::string after = "User-agent: *\nDisallow: /b\nDisallow: /a\n";
    EXPECT_EQ(diff(before, after).out, "");
    const Ran text = diff(before, after, "--text");
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, HasSubstr("means nothing to crawlers:\n"
                                    "    - # old\n"
                                    "    - Disallow: /a*\n"
                                    "    + Disallow: /a\n"));
    EXPECT_THAT(text.out, Not(HasSubstr("/b")));
    const Ran order =
        diff("User-agent: *\nDisallow: /a\nDisallow: /b\n",
             "User-agent: *\nDisallow: /b\nDisallow: /a\n", "--text");
    EXPECT_EQ(order.code, 0);
    EXPECT_THAT(order.out, HasSubstr("the same lines in another order\n"));
    EXPECT_EQ(diff(after, after, "--text").out, "");
    // What a change is about does not mean nothing.
    const Ran pace =
        diff(before, after + "\nUser-agent: X\nDisallow: /a\nCrawl-delay: 5\n",
             "--text");
    EXPECT_THAT(pace.out, HasSubstr("+ Crawl-delay: 5 s\n"));
    EXPECT_THAT(pace.out, Not(HasSubstr("User-agent")));
    EXPECT_THAT(pace.out, Not(HasSubstr("Crawl-delay: 5\n")));
    // A real change is not said twice.
    const Ran both = diff(before, after + "Disallow: /new*\n", "--text");
    EXPECT_EQ(both.code, 1);
    EXPECT_THAT(both.out, HasSubstr("    + Disallow: /new\n"));
    EXPECT_THAT(both.out, Not(HasSubstr("/new*")));
}

TEST_F(CliDiff, WhoeverHasReadRobotsTxtIsJudgedAsACrawlerByBoth) {
    const auto policy_of = [this](const std::string& name,
                                  const std::string& action) {
        return write(name, "version: 1\nenforce: {disallow: " + action +
                               "}\ndefault: {groups: [{user_agent: \"*\", "
                               "disallow: /a/}]}\n");
    };
    const std::string app =
        "Mozilla/5.0 (compatible; Somename; +https://some.example/)";
    // nginx answered the fetch without judging it.
    const std::string fetch =
        R"({"time":"2026-10-10T00:00:00+00:00","request":"GET /robots.txt )"
        R"(HTTP/1.1","remote_addr":"192.0.2.1","verdict":"-","action":"-",)"
        R"("user_agent":")" +
        app + "\"}\n";
    const std::string later = combined_line(1, "/a/1", app) +
                              combined_line(2, "/a/1", app) +
                              combined_line(3, "/a/2", app, "198.51.100.1");
    for (const std::string& first :
         {combined_line(0, "/robots.txt", app), fetch}) {
        const Ran ran = run({"diff", policy_of("old.yaml", "reject"),
                             policy_of("new.yaml", "throttle"), "--json",
                             "--log", write("access.log", first + later)});
        ASSERT_EQ(ran.code, 1) << ran.out << ran.err;
        auto change = ran.json().back();
        EXPECT_EQ(change["crawler"], "Somename");
        EXPECT_EQ(change["requests"], 2);
        EXPECT_EQ(change["old_verdict"], "disallow, reject");
        EXPECT_EQ(change["new_verdict"], "disallow, throttle");
    }
}

TEST_F(CliDiff, ALogWithoutHostsIsNotComparedOnSeveralSites) {
    const auto policy_of = [this](const std::string& name,
                                  const std::string& paths,
                                  const std::string& more = "") {
        return write(name,
                     "version: 1\nsites: [{host: [a.example, b.example], "
                     "groups: [{user_agent: \"*\", disallow: " +
                         paths + "}]}" + more + "]\n");
    };
    const std::string other =
        ", {host: c.example, groups: [{user_agent: "
        "\"*\", disallow: /c}]}";
    const std::string one = policy_of("one.yaml", "[]");
    const std::string old = policy_of("old.yaml", "[]", other);
    const std::string closed = policy_of("new.yaml", "[/new/]", other);
    const std::string log =
        write("access.log", combined_line(0, "/new/x", "GPTBot/1.2"));
    for (const auto& [before, after] :
         {std::pair(old, closed), {one, closed}, {closed, one}}) {
        const Ran ran = run({"diff", before, after, "--log", log});
        EXPECT_EQ(ran.code, 2) << before << ' ' << after << ran.out;
        EXPECT_THAT(ran.err, HasSubstr("access.log:1: no host in this line, "
                                       "and the policy has several sites and "
                                       "no default; name the site"));
    }
    const Ran named =
        run({"diff", old, closed, "--log", log, "--url", "https://a.example/"});
    EXPECT_THAT(named.out, HasSubstr("1 of 1 request would be judged"));
}

TEST_F(CliDiff, ASchemeOrPortThatASiteClaimsIsAChange) {
    const auto closed = [this](const std::string& name,
                               const std::string& keys) {
        return write(name, "version: 1\nsites: [{host: a.example, " + keys +
                               "groups: [{user_agent: \"*\", disallow: /}]}]\n"
                               "default: {groups: [{user_agent: \"*\", allow: "
                               "/}]}\n");
    };
    const std::string all_of_it = closed("all.yaml", "");
    for (const auto& [keys, host] :
         {std::pair("scheme: http, ", "https://a.example"),
          std::pair("port: 80, ", "a.example")}) {
        const std::string part = closed("part.yaml", keys);
        for (const auto& [one, other] :
             {std::pair(part, all_of_it), std::pair(all_of_it, part)}) {
            const Ran ran = run({"diff", one, other, "--json"});
            ASSERT_EQ(ran.code, 1) << keys << ran.err;
            ASSERT_EQ(ran.json().size(), 1U) << ran.out;
            EXPECT_EQ(ran.json().at(0)["hosts"], nlohmann::json({host}));
        }
        EXPECT_EQ(run({"diff", part, part}).code, 0);
    }
}

TEST_F(CliDiff, WhomABudgetIsForIsAChange) {
    const auto with = [this](const std::string& name, const std::string& who) {
        return write(name, "version: 1\nbudgets: {ai: {" + who +
                               ", request_rate: 300/1m}}\ndefault: {groups: "
                               "[{user_agent: \"*\", disallow: /a/}]}\n");
    };
    const std::string one = with("one.yaml", "user_agent: [GPTBot, CCBot]");
    const std::string other =
        with("other.yaml", "user_agent: [GPTBot, Bytespider]");
    const Ran ran = run({"diff", one, other, "--json"});
    EXPECT_EQ(ran.code, 1);
    const nlohmann::json crawlers = ran.json().at(0)["crawlers"];
    ASSERT_EQ(crawlers.size(), 2U) << crawlers;
    EXPECT_EQ(crawlers[0]["crawlers"], nlohmann::json({"Bytespider"}));
    EXPECT_EQ(crawlers[0]["added"], nlohmann::json({"budget ai"}));
    EXPECT_EQ(crawlers[1]["crawlers"], nlohmann::json({"CCBot"}));
    EXPECT_EQ(crawlers[1]["removed"], nlohmann::json({"budget ai"}));
}

// `*` does not bind a client: a webhook is free with this entry alone.
TEST_F(CliDiff, WhoIsAClientIsAChange) {
    const std::string rest =
        "default: {groups: [{user_agent: \"*\", disallow: /hooks/}]}\n";
    const std::string client = write(
        "client.yaml",
        "version: 1\ncrawlers: [{token: bingbot, category: client}]\n" + rest);
    const Ran ran =
        run({"diff", client, write("crawler.yaml", "version: 1\n" + rest),
             "--json"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.out, HasSubstr(R"("crawlers":["bingbot"])"));
    EXPECT_THAT(ran.out, HasSubstr("Disallow: /hooks/"));
}

// Before, the module at most logged what such clients send.
TEST_F(CliDiff, ANameThatBecomesKnownIsAChange) {
    const auto naming = [this](const std::string& name,
                               const std::string& tokens) {
        return write(name,
                     "version: 1\ndefault:\n  enforce: {disallow: reject}\n"
                     "  groups:\n"
                     "    - {user_agent: \"*\", disallow: /api/}\n"
                     "    - {user_agent: [GPTBot" +
                         tokens + "], disallow: /api/}\n");
    };
    const std::string before = naming("old.yaml", "");
    const std::string after = naming("new.yaml", ", MyShop, OctoPrint");
    const Ran ran = run({"diff", before, after});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out,
              "1 site changes for 2 crawlers: 0 rules removed, 1 added.\n\n"
              "default\n"
              "  MyShop, OctoPrint:\n"
              "    + known by name: judged from its first request on, also "
              "when it sends data\n");
    const Ran back = run({"diff", after, before});
    EXPECT_EQ(back.code, 1);
    EXPECT_THAT(back.out, HasSubstr("    - known by name: judged"));
    EXPECT_EQ(run({"diff", after, after}).code, 0);
    // No header has this token, and browsers send that word.
    EXPECT_EQ(
        run({"diff", before, naming("more.yaml", ", Google-Extended, Firefox")})
            .out,
        "");
}

TEST_F(CliDiff, WhoIsTakenForACrawlerIsAChange) {
    write("keys.json", tests::Signer{1}.jwks());
    const auto with = [this](const std::string& name, const std::string& keys) {
        return write(name, "version: 1\ncrawlers: [{token: ShopSync" + keys +
                               "}]\ndefault: {groups: [{user_agent: \"*\", "
                               "disallow: /hooks/}]}\n");
    };
    const std::string before = with("old.yaml", "");
    EXPECT_EQ(run({"diff", before, with("same.yaml", ", match: shopsync")}).out,
              "");
    std::string many;
    for (int i = 1; i <= 9; ++i) {
        many += (i == 1 ? "" : ", ") + ("192.0.2." + std::to_string(2 * i));
    }
    for (const auto& [keys, line] : {
             std::pair<std::string, std::string>(", match: ShopSync/",
                                                 "match: shopsync/"),
             {", category: client",
              "known by name, as a client: `*` does not bind it"},
             {", self_hosted: true", "self_hosted: true"},
             {", rdns: shop.example", "rdns: shop.example"},
             {", ranges: 192.0.2.0/24", "ranges: 192.0.2.0/24"},
             {", ranges: [" + many + "]", "ranges: 9 prefixes"},
             {", keys_file: keys.json",
              "key: " + tests::Signer{1}.thumbprint()},
         }) {
        const std::string after = with("new.yaml", keys);
        const Ran ran = run({"diff", before, after});
        EXPECT_EQ(ran.code, 1) << keys << ran.err;
        EXPECT_THAT(ran.out, HasSubstr("  ShopSync:\n")) << keys;
        EXPECT_THAT(ran.out, HasSubstr("    + " + line + '\n')) << keys;
        EXPECT_EQ(run({"diff", after, after}).code, 0);
    }
}

// What a customer's file names is somebody else's API client on other sites.
TEST_F(CliDiff, ACustomersNameBecomesKnownOnItsOwnSites) {
    const auto shop = [this](const std::string& folder,
                             const std::string& tokens) {
        write(folder + "/anna.yaml",
              "sites: [{host: anna.example, groups: [{user_agent: [\"*\"" +
                  tokens + "], disallow: /api/}]}]\n");
        return write(folder + "/policy.yaml",
                     "version: 1\n"
                     "include: [{files: anna.yaml, scope: file}]\n"
                     "default: {groups: [{user_agent: \"*\", disallow: "
                     "/api/}]}\n");
    };
    const Ran ran =
        run({"diff", shop("old", ""), shop("new", ", MyShop"), "--json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    ASSERT_EQ(ran.json().size(), 1U) << ran.out;
    EXPECT_EQ(ran.json()[0]["hosts"], nlohmann::json({"anna.example"}));
    EXPECT_EQ(ran.json()[0]["crawlers"][0]["crawlers"],
              nlohmann::json({"MyShop"}));
}

}  // namespace
}  // namespace robots
