#include "policy/site/enforcement.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

TEST(Action, Names) {
    EXPECT_EQ(to_string(Action::pass), "pass");
    EXPECT_EQ(to_string(Action::log), "log");
    EXPECT_EQ(to_string(Action::throttle), "throttle");
    EXPECT_EQ(to_string(Action::reject), "reject");
}

TEST(Action, IsOrderedByStrictness) {
    EXPECT_LT(Action::pass, Action::log);
    EXPECT_LT(Action::log, Action::throttle);
    EXPECT_LT(Action::throttle, Action::reject);
}

TEST(Violation, Names) {
    EXPECT_EQ(to_string(Violation::none), "allow");
    EXPECT_EQ(to_string(Violation::disallow), "disallow");
    EXPECT_EQ(to_string(Violation::crawl_delay), "crawl_delay");
    EXPECT_EQ(to_string(Violation::request_rate), "request_rate");
    EXPECT_EQ(to_string(Violation::visit_time), "visit_time");
}

TEST(Enforcement, NothingIsHeldOrRefusedByDefault) {
    const Enforcement settled;
    EXPECT_EQ(settled.action_for(Violation::none), Action::pass);
    for (const Violation v : {Violation::disallow, Violation::crawl_delay,
                              Violation::request_rate, Violation::visit_time}) {
        EXPECT_EQ(settled.action_for(v), Action::log);
    }
    EXPECT_EQ(settled.status_for(Violation::disallow), 403);
    EXPECT_EQ(settled.status_for(Violation::crawl_delay), 429);
    EXPECT_EQ(settled.status_for(Violation::request_rate), 429);
    EXPECT_EQ(settled.status_for(Violation::visit_time), 429);
    EXPECT_EQ(settled.rate_per, RatePer::automatic);
    EXPECT_EQ(settled.burst, std::nullopt);
    EXPECT_EQ(settled.tolerance, std::nullopt);
    EXPECT_EQ(settled.grace_period().count(), 0);
    EXPECT_EQ(settled.max_wait, Milliseconds{5000});
}

TEST(EnforcementOverride, SaysNothingAtFirst) {
    Enforcement base;
    base.burst = 3;
    base.max_wait = Milliseconds{1};
    const Enforcement settled = EnforcementOverride{}.over(base);
    EXPECT_EQ(settled.action, base.action);
    EXPECT_EQ(settled.status, base.status);
    EXPECT_EQ(settled.burst, 3u);
    EXPECT_EQ(settled.max_wait, Milliseconds{1});
}

TEST(EnforcementOverride, SetAllSetsTheFourViolations) {
    EnforcementOverride level;
    level.set_all(Action::reject);
    const Enforcement settled = level.over({});
    EXPECT_EQ(settled.action_for(Violation::none), Action::pass);
    EXPECT_EQ(settled.action_for(Violation::disallow), Action::reject);
    EXPECT_EQ(settled.action_for(Violation::crawl_delay), Action::reject);
    EXPECT_EQ(settled.action_for(Violation::request_rate), Action::reject);
    EXPECT_EQ(settled.action_for(Violation::visit_time), Action::reject);
    EXPECT_EQ(settled.status, Enforcement{}.status);
}

TEST(EnforcementOverride, EachFieldOverridesAlone) {
    EnforcementOverride level;
    level.action[1] = Action::pass;
    level.status[1] = std::uint16_t{404};
    level.rate_per = RatePer::subnet;
    level.burst = 5;
    level.tolerance = 0;
    level.max_wait = Milliseconds{250};
    const Enforcement settled = level.over({});
    EXPECT_EQ(settled.action_for(Violation::disallow), Action::pass);
    EXPECT_EQ(settled.action_for(Violation::crawl_delay), Action::log);
    EXPECT_EQ(settled.status_for(Violation::disallow), 404);
    EXPECT_EQ(settled.status_for(Violation::crawl_delay), 429);
    EXPECT_EQ(settled.rate_per, RatePer::subnet);
    EXPECT_EQ(settled.burst, 5u);
    EXPECT_EQ(settled.tolerance, 0u);
    EXPECT_EQ(settled.max_wait, Milliseconds{250});
}

TEST(EnforcementOverride, TheInnerLevelWinsFieldByField) {
    EnforcementOverride outer;
    outer.set_all(Action::reject);
    outer.burst = 2;
    EnforcementOverride inner;
    inner.action[2] = Action::throttle;
    inner.tolerance = 50;
    const EnforcementOverride both = inner.on_top_of(outer);
    EXPECT_EQ(both.action[1], Action::reject);
    EXPECT_EQ(both.action[2], Action::throttle);
    EXPECT_EQ(both.burst, 2u);
    EXPECT_EQ(both.tolerance, 50u);
    EXPECT_EQ(both.max_wait, std::nullopt);
    const Enforcement at_once = both.over({});
    const Enforcement in_turn = inner.over(outer.over({}));
    EXPECT_EQ(at_once.action, in_turn.action);
    EXPECT_EQ(at_once.burst, in_turn.burst);
    EXPECT_EQ(at_once.tolerance, in_turn.tolerance);
}

TEST(Price, IsACurrencyAndAnAmount) {
    for (const char* text :
         {"USD 0.01", "USD 0.010", "EUR 0.01", "USD 0", "USD 0.0", "USD 1",
          "USD 10", "USD 9999999.999999", "AAA 0.000001", "ZZZ 1234567"}) {
        EXPECT_TRUE(is_price(text)) << text;
    }
    for (const char* text :
         {"", "USD", "USD ", "USD0.01", "usd 1", "US 1", "USDT 1", "USD 1.",
          "USD .5", "USD 1.2345678", "USD 12345678", "USD 00", "USD 1 ",
          "USD +1", "USD 1e3", "USD 1,5", "USD 1.5\r\nX: y", "\xC3\x84SD 1"}) {
        EXPECT_FALSE(is_price(text)) << text;
    }
}

// With another one, each revision would have another name after an upgrade.
TEST(Fingerprint, StaysWhatItWas) {
    Enforcement settings;
    std::string usual;
    append_fingerprint(usual, settings);
    EXPECT_EQ(usual,
              "0 0 1 403 1 429 1 429 1 429 1 403 0 403 0 -1 -1 5000 1 1 -1 ");
    settings.price = "USD 0.01";
    std::string priced;
    append_fingerprint(priced, settings);
    EXPECT_EQ(priced, usual + "USD 0.01 ");
}

}  // namespace
}  // namespace robots
