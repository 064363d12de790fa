// `budgets` of the policy, of templates and of sites.

#include <gmock/gmock.h>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderBudgets : public PolicyFixture {
  protected:
    // The budgets of the default site: "ai: 300/60, everywhere".
    std::string budgets(const std::string& yaml) const {
        const Loaded loaded = load("version: 1\n" + yaml);
        if (loaded.policy == nullptr) {
            return all(loaded.diagnostics);
        }
        std::string out;
        for (const auto& budget :
             loaded.policy->default_site()->robots->settings->budgets) {
            out += budget->name + ": " + budget->quota() +
                   (budget->of_all_sites ? ", everywhere\n" : "\n");
        }
        return out;
    }
    // Of `crawlers`, those that the first budget chooses.
    std::string chosen(const std::string& selector,
                       const std::vector<std::string>& crawlers) const {
        const Loaded loaded = load("version: 1\ndefault: {budgets: {a: {" +
                                   selector + ", request_rate: 1/1m}}}\n");
        if (loaded.policy == nullptr) {
            return all(loaded.diagnostics);
        }
        const Budgets& all =
            loaded.policy->default_site()->robots->settings->budgets;
        std::string out;
        for (const std::string& each : crawlers) {
            const Sighting seen =
                loaded.policy->crawlers().identify(each + "/1.0");
            out += all.front()->chooses(seen) ? each + ' ' : "";
        }
        return out;
    }
    void expect_bad(const std::string& budget, const std::string& code) const {
        const Loaded loaded =
            load("version: 1\ndefault: {budgets: {" + budget + "}}\n");
        EXPECT_EQ(loaded.policy, nullptr) << budget;
        ASSERT_FALSE(loaded.diagnostics.empty()) << budget;
        EXPECT_EQ(loaded.diagnostics.front().code, code)
            << all(loaded.diagnostics);
    }

    const std::string top =
        "budgets: {ai: {category: ai-training, request_rate: 300/1m}}\n";
};

TEST_F(LoaderBudgets, OneAtTheTopIsForAllSites) {
    EXPECT_EQ(budgets(top + "default: {}\n"), "ai: 300/60, everywhere\n");
}

TEST_F(LoaderBudgets, ASiteAddsReplacesAndUndoesByName) {
    EXPECT_EQ(
        budgets(top + "templates:\n"
                      "  t: {budgets: {b: {user_agent: b, request_rate: 1/1s},"
                      " c: {user_agent: c, request_rate: 2/1s}}}\n"
                      "default:\n"
                      "  template: t\n"
                      "  budgets: {b: null, c: {user_agent: c, request_rate: "
                      "3/1s}, d: {operator: OpenAI, request_rate: 1/1h}}\n"),
        "ai: 300/60, everywhere\nc: 3/1\nd: 1/3600\n");
    EXPECT_EQ(budgets(top + "default: {budgets: {ai: null}}\n"), "");
    EXPECT_EQ(budgets(top + "default: {budgets: {ai: {category: ai-training, "
                            "request_rate: 5/1m}}}\n"),
              "ai: 5/60\n");
    EXPECT_EQ(budgets(top + "templates: {t: {budgets: {b: {user_agent: b, "
                            "request_rate: 1/1s}}}}\n"
                            "default: {template: t, budgets: null}\n"),
              "ai: 300/60, everywhere\n");
}

TEST_F(LoaderBudgets, SelectorsAreThoseOfGroups) {
    const std::vector<std::string> some{"GPTBot", "ClaudeBot", "Googlebot",
                                        "Googlebot-Image", "NeverSeenBot"};
    EXPECT_EQ(chosen("category: ai-training", some), "GPTBot ClaudeBot ");
    EXPECT_EQ(chosen("operator: OpenAI", some), "GPTBot ");
    EXPECT_EQ(chosen("user_agent: [GPTBot, NeverSeenBot]", some),
              "GPTBot NeverSeenBot ");
    EXPECT_EQ(chosen("user_agent: Googlebot", some),
              "Googlebot Googlebot-Image ");
    EXPECT_EQ(chosen("user_agent: \"*\"", some),
              "GPTBot ClaudeBot Googlebot Googlebot-Image NeverSeenBot ");
    const std::vector<std::string> others{"curl", "UptimeRobot",
                                          "ELB-HealthChecker"};
    EXPECT_EQ(chosen("user_agent: \"*\"", others), "");
    EXPECT_EQ(chosen("user_agent: curl", others), "curl ");
    EXPECT_EQ(chosen("user_agent: [\"*\", UptimeRobot]", others),
              "UptimeRobot ");
    EXPECT_EQ(chosen("category: monitor", others),
              "UptimeRobot ELB-HealthChecker ");
}

TEST_F(LoaderBudgets, TheyAreNotPublishedAndChangeTheRevision) {
    const std::string open = "default: {groups: [{user_agent: \"*\"}]}\n";
    EXPECT_EQ(robots_txt("version: 1\n" + top + open),
              robots_txt("version: 1\n" + open));
    EXPECT_NE(load("version: 1\n" + top + open)
                  .policy->default_site()
                  ->robots->revision.text(),
              load("version: 1\n" + open)
                  .policy->default_site()
                  ->robots->revision.text());
}

TEST_F(LoaderBudgets, MistakesAreErrors) {
    expect_bad("ai: {request_rate: 1/1m}", "bad-group");
    expect_bad("ai: {user_agent: a, category: seo, request_rate: 1/1m}",
               "bad-group");
    expect_bad("ai: {user_agent: a}", "missing-key");
    expect_bad("ai: {user_agent: a, request_rate: 300}", "bad-rate");
    expect_bad("ai: {user_agent: a, request_rate: []}", "empty-value");
    expect_bad("ai: {user_agent: a, request_rate: ''}", "bad-rate");
    expect_bad("ai: {user_agent: a, upstream_time: ''}", "bad-rate");
    for (const char* key : {"request_rate:  ", "upstream_time: "}) {
        expect_error(
            "version: 1\nvariables: {none: ''}\ndefault:\n"
            "  budgets: {ai: {user_agent: a, " +
                std::string(key) + "'${none}'}}\n",
            "bad-rate", 4, 48);
    }
    expect_bad("ai: {user_agent: a, request_rate: [1/1s, 9/1m]}",
               "out-of-range");
    expect_bad("a b: {user_agent: a, request_rate: 1/1m}", "bad-name");
    expect_bad("ai: {operator: Nobody, request_rate: 1/1m}",
               "unknown-operator");
    expect_bad("ai: {user_agent: a, request_rate: 1/1m, crawl_delay: 1s}",
               "unknown-key");
}

TEST_F(LoaderBudgets, ACrawlerIsInFourAtMost) {
    std::string four;
    for (const char* name : {"a", "b", "c", "d"}) {
        four += (four.empty() ? "" : ", ") + std::string(name) +
                ": {user_agent: [x, " + name + "], request_rate: 1/1m}";
    }
    EXPECT_NE(budgets("default: {budgets: {" + four + "}}\n"), "");
    EXPECT_NE(budgets("default: {budgets: {" + four +
                      ", e: {user_agent: e, request_rate: 1/1m}}}\n"),
              "");
    expect_bad(four + ", e: {user_agent: x, request_rate: 1/1m}",
               "out-of-range");
    expect_bad(four + ", e: {user_agent: \"*\", request_rate: 1/1m}",
               "out-of-range");
}

TEST_F(LoaderBudgets, ASiteAndItsTemplatesHaveAHundredAtMost) {
    const auto some = [](const std::string& name, int count) {
        std::string out = "{budgets: {ai: null";
        for (int i = 0; i < count; ++i) {
            const std::string each = name + std::to_string(i);
            out += ", " + each + ": {user_agent: " + each +
                   ", request_rate: 1/1m}";
        }
        return out + "}";
    };
    const std::string base =
        top + "templates: {t: " + some("t", 60) + "}}\ndefault: ";
    EXPECT_NE(
        load("version: 1\n" + base + some("s", 40) + ", template: t}\n").policy,
        nullptr);
    EXPECT_THAT(budgets(base + some("s", 41) + ", template: t}\n"),
                ::testing::HasSubstr("more than 100 budgets"));
}

TEST_F(LoaderBudgets, TimeOfUpstreamsIsInAnyUnit) {
    EXPECT_EQ(budgets("default: {budgets: {a: {user_agent: a, upstream_time: "
                      "1.5s/1m}, b: {user_agent: b, upstream_time: 2m/1h "
                      "0800-1800}, c: {user_agent: c, upstream_time: "
                      "7d/7d}}}\n"),
              "a: upstream_time 1500ms/60s\n"
              "b: upstream_time 120s/3600s 0800-1800\n"
              "c: upstream_time 604800s/604800s\n");
    expect_bad("a: {user_agent: a, upstream_time: 8d/7d}", "bad-rate");
    expect_bad("a: {user_agent: a, upstream_time: 1s/8d}", "bad-rate");
}

// A debt can last for days, and an admin who writes a larger budget means to
// end it.
TEST_F(LoaderBudgets, OtherFiguresAreAnotherBudget) {
    const auto key_of = [this](const std::string& rate) {
        const Loaded loaded = load(
            "version: 1\ndefault: {budgets: {a: "
            "{user_agent: a, " +
            rate + "}}}\n");
        return loaded.policy->default_site()
            ->robots->settings->budgets.front()
            ->key;
    };
    EXPECT_EQ(key_of("upstream_time: 60s/1m"), key_of("upstream_time: 1m/60"));
    EXPECT_NE(key_of("upstream_time: 60s/1m"), key_of("upstream_time: 61s/1m"));
    EXPECT_NE(key_of("upstream_time: 1s/1m"), key_of("request_rate: 1/1m"));
    EXPECT_EQ(key_of("request_rate: 2/1m"), key_of("request_rate: 1/1m"));
}

// Otherwise a customer's `AI` would be what others share as `ai`.
TEST_F(LoaderBudgets, NamesInOtherCaseAreOtherBudgets) {
    const Loaded loaded = load(
        "version: 1\ndefault: {budgets: {ai: {user_agent: a, "
        "request_rate: 1/1m}, AI: {user_agent: b, request_rate: 1/1m}}}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Budgets& both =
        loaded.policy->default_site()->robots->settings->budgets;
    ASSERT_EQ(both.size(), 2U);
    EXPECT_NE(both.front()->key, both.back()->key);
}

}  // namespace
}  // namespace robots
