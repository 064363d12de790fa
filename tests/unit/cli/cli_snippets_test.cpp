// What the status page gives to copy, for every kind of group: pasted where its
// first line says, the policy loads, does what was asked for, and `diff` finds
// no other change and nobody else changed whom it does not name.

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/import/snippets.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"
#include "tests/unit/policy/share_of.hpp"

namespace robots {
namespace {

using ::testing::_;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using Names = std::set<std::string>;

constexpr std::string_view kShopPolicy = R"(version: 1
enforce: {disallow: log, crawl_delay: log, burst: 0, grace: 1h}
crawlers:
  - {token: Visitingbot, category: search, falls_back_to: Housebot}
  - {token: Housebot, category: search}
templates:
  shop:
    enforce: {max_wait: 2s}
    groups:
      - user_agent: "*"
        disallow: [/private/, /cart]
        allow: /private/help
        content_signal: {search: yes, ai-train: no}
        content_usage: {/open/: train-ai=y}
      - user_agent: [AhrefsBot, SemrushBot]
        allow: /a/b
        disallow: /a
        crawl_delay: 10s
        request_rate: 10/1m
        visit_time: 0600-0845
        content_usage: train-ai=n
        enforce: {disallow: reject, at_most: {unsupported: pass}}
        refusal: {status: {disallow: 410}}
      - category: ai-training
        disallow: /closed/
        comment: |
          Rights are reserved.
          Ask us.
        enforce: {crawl_delay: throttle, burst: 3, tolerance: 5%}
      - operator: Apple
        disallow: /o
      - user_agent: Googlebot
        inherit: "*"
        allow: /private/g
        content_signal: {ai-train: no}
      - user_agent: YandexBot
        inherit: Googlebot
      - user_agent: OwnBot
        allow: /mine
        disallow: "/*.pdf$"
sites:
  - {host: other.example, template: shop}
  - host: example.com
    template: shop
    groups:
      - user_agent: Bingbot
        inherit: "*"
        crawl_delay: 90s
)";

class CliSnippets : public RobotsctlFixture {
  protected:
    static Sighting sighting(const Policy& policy, const std::string& token) {
        const Crawler* crawler = policy.crawlers().find(token);
        return crawler == nullptr
                   ? Sighting{token}
                   : Sighting{crawler->token, crawler->category, crawler};
    }

    static const Group* group(const Policy& policy, const std::string& token) {
        const auto& groups =
            policy.find({"example.com", 443, Scheme::https})->robots->groups;
        return groups.select(sighting(policy, token), policy.crawlers());
    }

    static std::string indented(const std::string& text, std::size_t by) {
        const std::string blanks(by, ' ');
        std::string out = blanks;
        for (const char octet : text) {
            out += octet;
            out += octet == '\n' ? blanks : "";
        }
        return out;
    }
};

// A group for a name that was only a shape makes it known, on all sites.
bool is_about_knowing(const std::string& line) {
    return line.rfind("known by name: ", 0) == 0;
}

// The keys of lines that an act may change.
bool is_meant(Act act, const std::string& line) {
    const auto starts = [&line](std::string_view text) {
        return line.rfind(text, 0) == 0;
    };
    switch (act) {
        case Act::slow_down:
            return starts("Crawl-delay: ") || starts("enforce crawl_delay: ") ||
                   starts("enforce at_most unsupported: ");
        case Act::refuse:
            return starts("Allow: ") || starts("Disallow: ") ||
                   starts("enforce disallow: ");
        case Act::refuse_impostors:
            return starts("enforce impostor: ");
        default:
            return starts("enforce disallow: ") ||
                   starts("enforce crawl_delay: ") ||
                   starts("enforce request_rate: ") ||
                   starts("enforce visit_time: ") || starts("enforce budget: ");
    }
}

void expect_done(Act act, const Group& group, const Group* before) {
    const auto action = [&group](Violation violation) {
        return group.enforcement->action_for(violation);
    };
    switch (act) {
        case Act::slow_down:
            EXPECT_EQ(action(Violation::crawl_delay), Action::throttle);
            EXPECT_GE(group.enforcement->unsupported, Action::throttle);
            EXPECT_GE(*group.pace->crawl_delay, std::chrono::seconds(5));
            EXPECT_GE(group.pace->crawl_delay, before->pace->crawl_delay);
            break;
        case Act::refuse: {
            EXPECT_EQ(action(Violation::disallow), Action::reject);
            const Rule* rule = group.rules.match("/a/b/private/help/mine");
            ASSERT_NE(rule, nullptr);
            EXPECT_FALSE(rule->allow);
            break;
        }
        case Act::refuse_impostors:
            EXPECT_EQ(action(Violation::impostor), Action::reject);
            break;
        default:
            for (const Violation each :
                 {Violation::disallow, Violation::crawl_delay,
                  Violation::request_rate, Violation::visit_time,
                  Violation::budget}) {
                EXPECT_EQ(action(each),
                          act == Act::exempt ? Action::pass : Action::log);
            }
    }
}

// What `diff` says of a snippet: nobody but `meant` and those whom its notes
// name has other lines, and only such as the act is about.
void expect_only(const Snippet& snippet, const Names& meant, const Ran& diff) {
    std::string notes;
    for (const std::string& note : snippet.notes) {
        notes += note + '\n';
    }
    for (const auto& change : diff.json()) {
        const std::string hosts = change.at("hosts").dump();
        EXPECT_EQ(change.at("added").dump(), "[]");
        EXPECT_EQ(change.at("removed").dump(), "[]");
        for (const auto& each : change.at("crawlers")) {
            for (const std::string name : each.at("crawlers")) {
                EXPECT_TRUE(meant.count(name) != 0 ||
                            notes.find(name) != std::string::npos)
                    << name << "\n"
                    << each.dump();
            }
            for (const char* side : {"added", "removed"}) {
                for (const std::string line : each.at(side)) {
                    if (is_about_knowing(line)) {
                        continue;
                    }
                    EXPECT_TRUE(is_meant(snippet.act, line)) << line;
                    EXPECT_EQ(hosts, R"(["example.com"])") << line;
                }
            }
        }
    }
}

TEST_F(CliSnippets, ChangeWhatTheySayAndNothingElse) {
    struct Case {
        const char* token;
        Names others;  // whom a note names, or who inherit as another says
    };
    const std::vector<Case> cases{
        {"DuckDuckBot", {}},            // goes by `*`
        {"InventedBot", {}},            // by `*`, known by its shape
        {"OwnBot", {}},                 // a group of its own, of the template
        {"bingbot", {}},                // of the site, with `inherit`
        {"AhrefsBot", {}},              // a group of several
        {"GPTBot", {}},                 // of a category
        {"Applebot", {}},               // of an operator
        {"Googlebot-Image", {}},        // falls back to the group of another
        {"Visitingbot", {}},            // falls back to one without a group
        {"Housebot", {"Visitingbot"}},  // others fall back to it
        {"Googlebot", {"YandexBot"}},   // and inherit from it
        {"*", {"bingbot", "Googlebot", "YandexBot"}},
    };
    const Loaded before = load(kShopPolicy);
    ASSERT_NE(before.policy, nullptr) << all(before.diagnostics);
    const Site& site =
        *before.policy->find({"example.com", 443, Scheme::https});
    const std::string old_file = write("old.yaml", kShopPolicy);
    for (const auto& [token, others] : tests::share_of(cases)) {
        std::size_t acts = 0;
        for (const Snippet& snippet : snippets_for(
                 *before.policy, site, sighting(*before.policy, token))) {
            if (snippet.act == Act::name_it || snippet.act == Act::suspend) {
                continue;
            }
            SCOPED_TRACE(token + (' ' + snippet.yaml));
            ++acts;
            EXPECT_THAT(snippet.yaml,
                        HasSubstr("# Paste at the end of `groups:` of "
                                  "example.com ("));
            const std::string pasted =
                std::string(kShopPolicy) + indented(snippet.yaml, 6) + '\n';
            const Loaded after = load(pasted);
            ASSERT_NE(after.policy, nullptr) << all(after.diagnostics);
            expect_done(snippet.act, *group(*after.policy, token),
                        group(*before.policy, token));

            Names meant = others;
            meant.insert(token);
            for (const Crawler& each : before.policy->crawlers().entries()) {
                const Group* its = group(*before.policy, each.token);
                if (its != nullptr && others.count(its->name) != 0) {
                    meant.insert(each.token);
                }
            }
            expect_only(
                snippet, meant,
                run({"diff", "--json", old_file, write("new.yaml", pasted)}));
        }
        EXPECT_GE(acts, 4U) << token;
    }
}

// A webhook whose impostors are refused must not get the rules of crawlers.
TEST_F(CliSnippets, GiveAClientNoRulesOfEverybody) {
    const Loaded before = load(kShopPolicy);
    ASSERT_NE(before.policy, nullptr) << all(before.diagnostics);
    const Site& site =
        *before.policy->find({"example.com", 443, Scheme::https});
    for (const std::string token : {"Stripe", "curl"}) {
        std::size_t acts = 0;
        for (const Snippet& snippet : snippets_for(
                 *before.policy, site, sighting(*before.policy, token))) {
            SCOPED_TRACE(snippet.yaml);
            ++acts;
            const Loaded after =
                load(std::string(kShopPolicy) + indented(snippet.yaml, 6));
            ASSERT_NE(after.policy, nullptr) << all(after.diagnostics);
            const Group& its = *group(*after.policy, token);
            EXPECT_EQ(its.name, token);
            EXPECT_EQ(its.rules.rules().size(),
                      snippet.act == Act::refuse ? 1U : 0U);
        }
        EXPECT_EQ(acts, 5U);
    }
}

TEST_F(CliSnippets, NameWhomElseTheyChange) {
    const Loaded loaded = load(kShopPolicy);
    const Site& site =
        *loaded.policy->find({"example.com", 443, Scheme::https});
    const auto yaml = [&](const std::string& token, Act act) {
        for (const Snippet& each : snippets_for(
                 *loaded.policy, site, sighting(*loaded.policy, token))) {
            if (each.act == act) {
                return each.yaml;
            }
        }
        return std::string();
    };
    EXPECT_THAT(yaml("Housebot", Act::log_only),
                HasSubstr("# Without a group of their own here, these go by "
                          "that of Housebot, and it changes the same for "
                          "them: Visitingbot.\n"));
    EXPECT_THAT(yaml("Visitingbot", Act::log_only), Not(HasSubstr("Housebot")));
    EXPECT_THAT(yaml("Googlebot", Act::exempt),
                HasSubstr("# Groups with `inherit: Googlebot` change with "
                          "it.\n"));
    EXPECT_THAT(yaml("*", Act::slow_down),
                HasSubstr("# Search engines without a group of their own"));
    EXPECT_THAT(yaml("Googlebot", Act::refuse),
                HasSubstr("the site disappears from the results"));
    EXPECT_THAT(yaml("Googlebot", Act::slow_down),
                HasSubstr("at most 17280 pages a day"));
    EXPECT_THAT(yaml("bingbot", Act::slow_down),
                HasSubstr("at most 960 pages a day"));
    EXPECT_THAT(yaml("GPTBot", Act::refuse), Not(HasSubstr("results")));
    EXPECT_THAT(yaml("GPTBot", Act::log_only),
                HasSubstr("- comment: \"Rights are reserved.\\nAsk us.\"\n"));
}

// The main file may forbid an included file to write looser actions.
TEST_F(CliSnippets, SayThatTheMainFileMayRefuseThem) {
    const std::string main =
        "version: 1\nenforce: {disallow: reject, at_least: {disallow: log}}\n"
        "include: a.yaml\n";
    const std::string sites =
        "sites:\n  - host: a.example\n    groups:\n"
        "      - {user_agent: '*', disallow: /x}\n";
    const auto acts_that_say = [&](const Loaded& loaded) {
        std::vector<std::pair<Act, std::string>> acts;
        for (const Snippet& each :
             snippets_for(*loaded.policy, loaded.policy->sites().front(),
                          sighting(*loaded.policy, "GPTBot"))) {
            if (each.yaml.find("`at_least`") != std::string::npos) {
                acts.emplace_back(each.act, each.yaml);
            }
        }
        return acts;
    };
    write("a.yaml", sites);
    const auto acts = acts_that_say(load(main));
    ASSERT_THAT(acts, ElementsAre(Pair(Act::slow_down, _), Pair(Act::exempt, _),
                                  Pair(Act::log_only, _)));
    for (const auto& [act, yaml] : acts) {
        write("a.yaml", sites + indented(yaml, 6) + '\n');
        EXPECT_EQ(load(main).policy == nullptr, act == Act::exempt) << yaml;
    }
    write("a.yaml", "sites: []\n");
    EXPECT_TRUE(acts_that_say(load(main + sites)).empty());
}

// A server makes them, all at once.
TEST_F(CliSnippets, RepeatNoGroupOfThousandsOfRules) {
    std::string rules;
    for (int i = 0; i < 20000; ++i) {
        rules += "/" + std::to_string(i) + ", ";
    }
    const Loaded loaded = load(
        "version: 1\nsites:\n  - host: a.example\n    groups:\n"
        "      - {user_agent: '*', disallow: [" +
        rules + "/x]}\n      - {user_agent: GPTBot, disallow: /y}\n");
    const auto acts_on = [&](const std::string& token) {
        std::vector<Act> acts;
        for (const Snippet& each :
             snippets_for(*loaded.policy, loaded.policy->sites().front(),
                          sighting(*loaded.policy, token))) {
            acts.push_back(each.act);
            EXPECT_LT(each.yaml.size(), 10000U) << to_string(each.act);
        }
        return acts;
    };
    EXPECT_THAT(acts_on("*"), ElementsAre(Act::refuse, Act::suspend));
    EXPECT_EQ(acts_on("GPTBot").size(), 5U);
    EXPECT_EQ(acts_on("Googlebot").size(), 5U) << "they inherit";
}

TEST_F(CliSnippets, AreNoneForATextThatSomebodyWrote) {
    const Loaded loaded = load(
        "version: 1\nsites:\n"
        "  - {host: a.example, robots_txt: {text: \"User-agent: *\"}}\n"
        "  - {host: b.example, robots_txt: none}\n");
    const std::string invented = "InventedBot";
    for (const Site& site : loaded.policy->sites()) {
        const auto acts = snippets_for(*loaded.policy, site, {invented});
        ASSERT_EQ(acts.size(), 1U);
        EXPECT_EQ(acts.front().act, Act::name_it);
        const auto everyones = snippets_for(*loaded.policy, site, {"*"});
        ASSERT_EQ(everyones.size(), 1U);
        EXPECT_EQ(everyones.front().act, Act::suspend);
    }
    EXPECT_TRUE(
        snippets_for(*loaded.policy, loaded.policy->sites().front(), {"a b"})
            .empty());
}

}  // namespace
}  // namespace robots
