// `enforce`: levels, forms and bounds.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderEnforce : public PolicyFixture {
  protected:
    // The enforcement of the group for "a" of the default.
    Enforcement settled(const std::string& yaml) const {
        const Loaded loaded = load("version: 1\n" + yaml);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << all(loaded.diagnostics);
            return {};
        }
        const Group* group =
            loaded.policy->default_site()->robots->groups.named("a");
        return group == nullptr ? Enforcement{} : *group->enforcement;
    }
    void expect_bad(const std::string& enforce, const std::string& code,
                    std::uint32_t column) const {
        expect_error("version: 1\nenforce: " + enforce + "\ndefault: {}\n",
                     code, 2, column);
    }
};

constexpr const char* kOneGroup = "default: {groups: [{user_agent: a}]}\n";

TEST_F(LoaderEnforce, LogIsTheDefault) {
    const Enforcement enforcement = settled(kOneGroup);
    EXPECT_EQ(enforcement.action_for(Violation::disallow), Action::log);
    EXPECT_EQ(enforcement.action_for(Violation::crawl_delay), Action::log);
    EXPECT_EQ(enforcement.status_for(Violation::disallow), 403);
    EXPECT_EQ(enforcement.unsupported, Action::log);
    EXPECT_EQ(enforcement.contact_only, Action::log);
    EXPECT_EQ(enforcement.rate_per, RatePer::automatic);
}

TEST_F(LoaderEnforce, TheShortFormSetsAllFour) {
    const Enforcement enforcement =
        settled("enforce: reject\n" + std::string(kOneGroup));
    for (const Violation violation :
         {Violation::disallow, Violation::crawl_delay, Violation::request_rate,
          Violation::visit_time}) {
        EXPECT_EQ(enforcement.action_for(violation), Action::reject);
    }
}

TEST_F(LoaderEnforce, TheLongFormSetsEach) {
    const Enforcement enforcement = settled(
        "enforce: {disallow: reject, crawl_delay: throttle, request_rate: "
        "pass, "
        "visit_time: log, rate_per: subnet, burst: 3, tolerance: 20%, "
        "max_wait: 1500ms, at_most: {unsupported: throttle, contact_only: "
        "reject}}\n"
        "refusal: {status: {disallow: 451, visit_time: 503}}\n" +
        std::string(kOneGroup));
    EXPECT_EQ(enforcement.action_for(Violation::disallow), Action::reject);
    EXPECT_EQ(enforcement.action_for(Violation::crawl_delay), Action::throttle);
    EXPECT_EQ(enforcement.action_for(Violation::request_rate), Action::pass);
    EXPECT_EQ(enforcement.action_for(Violation::visit_time), Action::log);
    EXPECT_EQ(enforcement.rate_per, RatePer::subnet);
    EXPECT_EQ(enforcement.burst, 3u);
    EXPECT_EQ(enforcement.tolerance, 20u);
    EXPECT_EQ(enforcement.max_wait, Milliseconds(1500));
    EXPECT_EQ(enforcement.unsupported, Action::throttle);
    EXPECT_EQ(enforcement.contact_only, Action::reject);
    EXPECT_EQ(enforcement.status_for(Violation::disallow), 451);
    EXPECT_EQ(enforcement.status_for(Violation::crawl_delay), 429);
    EXPECT_EQ(enforcement.status_for(Violation::visit_time), 503);
}

TEST_F(LoaderEnforce, ImpostorsHaveAnActionOfTheirOwn) {
    const Enforcement alone =
        settled("enforce: reject\n" + std::string(kOneGroup));
    EXPECT_EQ(alone.action_for(Violation::impostor), Action::log);
    EXPECT_EQ(alone.status_for(Violation::impostor), 403);
    const Enforcement said = settled(
        "enforce: {impostor: throttle}\n"
        "refusal: {status: {impostor: 451}}\n" +
        std::string(kOneGroup));
    EXPECT_EQ(said.action_for(Violation::impostor), Action::throttle);
    EXPECT_EQ(said.action_for(Violation::disallow), Action::log);
    EXPECT_EQ(said.status_for(Violation::impostor), 451);
}

TEST_F(LoaderEnforce, WhatNothingProvesPassesUnlessThePolicySaysMore) {
    const Enforcement alone =
        settled("enforce: reject\n" + std::string(kOneGroup));
    EXPECT_EQ(alone.action_for(Violation::unverifiable), Action::pass);
    EXPECT_EQ(alone.status_for(Violation::unverifiable), 403);
    const Enforcement said = settled(
        "enforce: {unverifiable: reject}\n"
        "refusal: {status: {unverifiable: 401}}\n" +
        std::string(kOneGroup));
    EXPECT_EQ(said.action_for(Violation::unverifiable), Action::reject);
    EXPECT_EQ(said.action_for(Violation::impostor), Action::log);
    EXPECT_EQ(said.status_for(Violation::unverifiable), 401);
    expect_bad("{unverifiable: maybe}", "bad-action", 25);
}

TEST_F(LoaderEnforce, GraceIsUpToAWeek) {
    const auto grace_of = [this](const std::string& enforce) {
        return settled("enforce: " + enforce + "\n" + kOneGroup).grace_period();
    };
    EXPECT_EQ(grace_of("{grace: 24h}"), std::chrono::hours(24));
    EXPECT_EQ(grace_of("{disallow: reject, grace: 36h}"),
              std::chrono::hours(36));
    expect_bad("{grace: 8d}", "out-of-range", 18);
    expect_bad("{grace: 24}", "bad-duration", 18);
}

TEST_F(LoaderEnforce, GraceIsADayIfAnythingIsThrottledOrRefused) {
    const auto grace_of = [this](const std::string& enforce) {
        return settled("enforce: " + enforce + "\n" + kOneGroup).grace_period();
    };
    constexpr std::chrono::hours kDay{24};
    for (const char* kind :
         {"disallow", "crawl_delay", "request_rate", "visit_time"}) {
        for (const char* action : {"throttle", "reject"}) {
            EXPECT_EQ(grace_of(std::string("{") + kind + ": " + action + "}"),
                      kDay)
                << kind;
        }
    }
    EXPECT_EQ(settled(kOneGroup).grace_period(), std::chrono::seconds(0));
    EXPECT_EQ(grace_of("{impostor: reject}"), std::chrono::seconds(0));
    EXPECT_EQ(grace_of("{disallow: reject, grace: 0s}"),
              std::chrono::seconds(0));
    EXPECT_EQ(grace_of("{disallow: reject, grace: 1h}"), std::chrono::hours(1));
}

// One group, whose site refuses nothing by itself.
TEST_F(LoaderEnforce, GraceFollowsTheActionsOfItsOwnGroup) {
    const std::string group = "{user_agent: a, enforce: reject}";
    EXPECT_EQ(settled("default: {groups: [" + group + "]}\n").grace_period(),
              std::chrono::hours(24));
    EXPECT_EQ(
        settled("enforce: {grace: 0s}\ndefault: {groups: [" + group + "]}\n")
            .grace_period(),
        std::chrono::seconds(0));
}

TEST_F(LoaderEnforce, WritingBurstOrToleranceKeepsTheDefaultOfTheOther) {
    constexpr Milliseconds kSecond{1000};
    const auto slack_of = [this, kSecond](const std::string& enforce) {
        return settled("enforce: " + enforce + "\n" + kOneGroup).slack(kSecond);
    };
    EXPECT_EQ(slack_of("log"), Milliseconds(1250));
    EXPECT_EQ(slack_of("{burst: 0}"), Milliseconds(250));
    EXPECT_EQ(slack_of("{burst: 3}"), Milliseconds(3250));
    EXPECT_EQ(slack_of("{tolerance: 0%}"), Milliseconds(1000));
    EXPECT_EQ(slack_of("{tolerance: 20%}"), Milliseconds(1200));
    EXPECT_EQ(slack_of("{burst: 0, tolerance: 0%}"), Milliseconds(0));
}

TEST_F(LoaderEnforce, OldNamesOfKeysStillCount) {
    expect_warnings(
        "version: 1\nenforce: {unsupported: throttle, budget_per: subnet,\n"
        "  crawl_delay: off}\ndefault: {}\n",
        {{"deprecated-key", 2, 11},
         {"deprecated-key", 2, 34},
         {"deprecated-key", 3, 16}});
    const Enforcement enforcement = settled(
        "enforce: {unsupported: throttle, budget_per: subnet, "
        "crawl_delay: off}\n" +
        std::string(kOneGroup));
    EXPECT_EQ(enforcement.action_for(Violation::crawl_delay), Action::pass);
    EXPECT_EQ(enforcement.unsupported, Action::throttle);
    EXPECT_EQ(enforcement.rate_per, RatePer::subnet);
}

TEST_F(LoaderEnforce, TheOldNameOfAnActionMayComeFromAVariable) {
    for (const char* enforce : {"${mode}", "{disallow: '${mode}'}"}) {
        EXPECT_EQ(settled("variables: {mode: off}\nenforce: " +
                          std::string(enforce) + "\n" + kOneGroup)
                      .action_for(Violation::disallow),
                  Action::pass)
            << enforce;
    }
    expect_bad("${mode}", "undefined-variable", 10);
}

TEST_F(LoaderEnforce, EachLevelOverridesFieldByField) {
    const Enforcement enforcement = settled(
        "enforce: {disallow: reject, burst: 1, tolerance: 1%, rate_per: "
        "address}\n"
        "templates:\n"
        "  base: {enforce: {burst: 2, tolerance: 2%, max_wait: 2s}}\n"
        "  t:\n"
        "    template: base\n"
        "    enforce: {tolerance: 3%}\n"
        "    groups: [{user_agent: a, enforce: {crawl_delay: pass, visit_time: "
        "pass}}]\n"
        "default:\n"
        "  template: t\n"
        "  enforce: {max_wait: 4s, crawl_delay: reject}\n"
        "  groups: [{user_agent: a, enforce: {visit_time: throttle}}]\n");
    EXPECT_EQ(enforcement.action_for(Violation::disallow), Action::reject);
    EXPECT_EQ(enforcement.rate_per, RatePer::address);
    EXPECT_EQ(enforcement.burst, 2u);
    EXPECT_EQ(enforcement.tolerance, 3u);
    EXPECT_EQ(enforcement.max_wait, Milliseconds(4000));
    EXPECT_EQ(enforcement.action_for(Violation::crawl_delay), Action::pass);
    EXPECT_EQ(enforcement.action_for(Violation::visit_time), Action::throttle);
    EXPECT_EQ(enforcement.action_for(Violation::request_rate), Action::log);
}

TEST_F(LoaderEnforce, AVerbatimFileHasTheLevelsOfItsSite) {
    const Enforcement enforcement = settled(
        "enforce: throttle\n"
        "default: {enforce: {disallow: reject}, robots_txt: {text: "
        "'User-agent: a'}}\n");
    EXPECT_EQ(enforcement.action_for(Violation::disallow), Action::reject);
    EXPECT_EQ(enforcement.action_for(Violation::crawl_delay), Action::throttle);
}

TEST_F(LoaderEnforce, InvalidValuesAreErrors) {
    expect_bad("block", "bad-action", 10);
    expect_bad("true", "bad-action", 10);
    expect_bad("[log]", "wrong-type", 10);
    expect_bad("{disallow: deny}", "bad-action", 21);
    expect_bad("{allow: log}", "unknown-key", 11);
    expect_bad("{at_most: {unsupported: deny}}", "bad-action", 34);
    expect_bad("{at_most: {contact: log}}", "unknown-key", 21);
    expect_bad("{at_most: log}", "wrong-type", 20);
    expect_bad("{rate_per: host}", "bad-value", 21);
    expect_bad("{impostor: deny}", "bad-action", 21);
    expect_bad("{burst: -1}", "bad-number", 18);
    expect_bad("{burst: 1.5}", "bad-number", 18);
    expect_bad("{tolerance: 10}", "bad-percentage", 22);
    expect_bad("{tolerance: 101%}", "bad-percentage", 22);
    expect_bad("{tolerance: '%'}", "bad-percentage", 22);
    expect_bad("{max_wait: 61s}", "out-of-range", 21);
    expect_bad("{max_wait: 5}", "bad-duration", 21);
    expect_bad("{status: 403}", "wrong-type", 19);
    expect_bad("{status: {disallow: 200}}", "bad-number", 30);
    expect_bad("{status: {disallow: 600}}", "bad-number", 30);
    expect_bad("{status: {burst: 403}}", "unknown-key", 20);
}

}  // namespace
}  // namespace robots
