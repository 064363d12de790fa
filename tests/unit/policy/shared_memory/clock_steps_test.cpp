// The clock of the tables steps by an hour and a day, forward and back: nobody
// is refused for longer than the policy says, and what was learned stays.

#include <gtest/gtest.h>

#include <vector>

#include "policy/shared_memory/fetch_table.hpp"
#include "policy/shared_memory/history.hpp"
#include "policy/shared_memory/identity_cache.hpp"
#include "tests/unit/policy/shared_memory/clock_steps.hpp"
#include "tests/unit/policy/shared_memory/shared_budgets.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;
using std::chrono::hours;

// An hour and a day are longer than a budget of ten seconds can be ahead.
TEST(ClockSteps, AShortBudgetBeginsAnewAndBinds) {
    for (const Ms step : kClockSteps) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        EXPECT_TRUE(table.charge(1, kBeforeStep, kTenSeconds).granted);
        const Ms now = kBeforeStep + step;
        EXPECT_TRUE(table.charge(1, now, kTenSeconds).granted) << step.count();
        const Charge early = table.charge(1, now + Ms{1}, kTenSeconds);
        EXPECT_FALSE(early.granted) << step.count();
        EXPECT_EQ(early.wait, Ms{9999}) << step.count();
    }
}

TEST(ClockSteps, ALongBudgetRefusesNobodyForLongerThanItsInterval) {
    const Rate two_days = every(2 * 86400);
    for (const Ms step : kClockSteps) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        EXPECT_TRUE(table.charge(1, kBeforeStep, two_days).granted);
        const Charge next = table.charge(1, kBeforeStep + step, two_days);
        EXPECT_EQ(next.granted, step < Ms{0}) << step.count();
        if (!next.granted) {
            EXPECT_EQ(next.wait, two_days.interval - step) << step.count();
        }
        const Charge again =
            table.charge(1, kBeforeStep + step + Ms{1}, two_days);
        EXPECT_FALSE(again.granted) << step.count();
        EXPECT_LE(again.wait, two_days.interval) << step.count();
    }
}

TEST(ClockSteps, AThrottledRequestWaitsNoLongerThanItMay) {
    const Rate throttled{Ms{5000}, Ms{0}, Ms{20000}};
    for (const Ms step : kClockSteps) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        for (int i = 0; i < 10; ++i) {
            table.charge(1, kBeforeStep, throttled);
        }
        const Charge next = table.charge(1, kBeforeStep + step, throttled);
        EXPECT_TRUE(next.granted) << step.count();
        EXPECT_EQ(next.wait, Ms{0}) << step.count();
    }
}

// A redirect is given back after the step.
TEST(ClockSteps, GivingBackFreesNoMoreThanWasCharged) {
    for (const Ms step : kClockSteps) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        const Charge first = table.charge(1, kBeforeStep, kTenSeconds);
        const Ms now = kBeforeStep + step;
        const Charge second = table.charge(1, now, kTenSeconds);
        EXPECT_TRUE(second.granted) << step.count();
        table.give_back({1, kTenSeconds.interval, first.tat}, now);
        table.give_back({1, kTenSeconds.interval, second.tat}, now);
        EXPECT_TRUE(table.charge(1, now, kTenSeconds).granted);
        EXPECT_FALSE(table.charge(1, now, kTenSeconds).granted);
    }
}

TEST(ClockSteps, APassIsGoodForNoLongerThanItsTime) {
    constexpr Ms kValid{10000};
    for (const Ms step : kClockSteps) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        table.leave_pass(1, kBeforeStep + kValid, kBeforeStep);
        EXPECT_FALSE(table.take_pass(1, kBeforeStep + step, kValid));
        table.leave_pass(1, kBeforeStep + step + kValid, kBeforeStep + step);
        EXPECT_TRUE(table.has_passes(kBeforeStep + step));
        EXPECT_TRUE(table.take_pass(1, kBeforeStep + step, kValid));
    }
}

// What a fleet told before the step.
TEST(ClockSteps, WhatWasLearnedBindsForNoLongerThanItsInterval) {
    for (const Ms step : kClockSteps) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        table.learn(1, kBeforeStep + kTenSeconds.interval, kBeforeStep);
        EXPECT_FALSE(table.quote(1, kBeforeStep, kTenSeconds).granted);
        const Ms now = kBeforeStep + step;
        EXPECT_TRUE(table.quote(1, now, kTenSeconds).granted);
        table.charge(1, now, kTenSeconds);
        EXPECT_FALSE(table.quote(1, now, kTenSeconds).granted);
    }
}

TEST(ClockSteps, AFetchIsKnownAndANewerOneCounts) {
    struct alignas(FetchTable::kAlignment) Line {
        char octets[FetchTable::kAlignment]{};
    };
    for (const Ms step : kClockSteps) {
        std::vector<Line> memory{1};
        FetchTable table(memory.data(), sizeof(Line));
        table.record(7, 11, kBeforeStep);
        EXPECT_EQ(table.last(7), 11u);
        table.record(7, 12, kBeforeStep + step);
        EXPECT_EQ(table.last(7), 12u) << step.count();
        // In a full bucket, too.
        for (std::uint64_t key = 100; key < 120; ++key) {
            table.record(key, 11, kBeforeStep);
        }
        table.record(7, 13, kBeforeStep + step);
        EXPECT_EQ(table.last(7), 13u) << step.count();
    }
}

TEST(ClockSteps, AnAnswerOfDnsIsKeptForNoLongerThanADay) {
    struct alignas(IdentityCache::kAlignment) Line {
        char octets[IdentityCache::kAlignment]{};
    };
    for (const Ms step : kClockSteps) {
        std::vector<Line> memory(8);
        IdentityCache cache(memory.data(), memory.size() * sizeof(Line),
                            public_keys());
        const Crawler crawler;
        cache.remember(crawler, "abcd", Identity::verified, hours(24),
                       kBeforeStep);
        const bool may_know = step > Ms{0} && step < Ms{hours(24)};
        EXPECT_EQ(cache.find(crawler, "abcd", kBeforeStep + step).has_value(),
                  may_know)
            << step.count();
        cache.remember(crawler, "abcd", Identity::impostor, hours(1),
                       kBeforeStep + step);
        EXPECT_EQ(cache.find(crawler, "abcd", kBeforeStep + step),
                  Identity::impostor)
            << step.count();
    }
}

// The grace of a revision that was replaced at kBeforeStep.
TEST(ClockSteps, AGraceEndsAtOnceOrAtItsTime) {
    constexpr hours kGrace{12};
    const auto with = [&](const std::string& rule) {
        auto robots = std::make_shared<Robots>();
        Enforcement enforcement;
        enforcement.grace = kGrace;
        robots->groups =
            Groups(parse_robots_txt("User-agent: *\nDisallow: /" + rule),
                   {enforcement});
        robots->revision = Revision(site_key(rule));
        auto policy = std::make_shared<Policy>(std::make_shared<const Crawlers>(
            std::vector<Crawler>{}, std::vector<std::string>{}));
        policy->claim(policy->add("a", robots), {"a", {}, {}});
        return policy;
    };
    const auto older = with("one");
    const auto newer = with("two");
    const History history({}, *older, *newer, kBeforeStep);
    for (const Ms step : kClockSteps) {
        const Robots* const robots = history.grace_revision(
            newer->sites().front(), std::nullopt, kGrace, kBeforeStep + step);
        EXPECT_EQ(robots != nullptr, step == Ms{hours(1)}) << step.count();
    }
}

// 2^35 milliseconds are 398 days: then a word reads as it did at first, if
// nobody has touched it since.
TEST(ClockSteps, ABudgetThatIs398DaysOldBindsForNoLongerThanItCouldBeAhead) {
    constexpr Ms kRing{std::int64_t{1} << 35};
    const Ms furthest = furthest_due(kTenSeconds);
    const Ms due = kBeforeStep + kTenSeconds.interval + kRing;
    int bound = 0;
    for (int second = -100; second < 100; ++second) {
        SharedTable shared(64);
        BudgetTable table = shared.table();
        table.charge(1, kBeforeStep, kTenSeconds);
        const Charge late =
            table.charge(1, due + Ms{1000 * second}, kTenSeconds);
        bound += late.granted ? 0 : 1;
        EXPECT_LE(late.wait, furthest);
    }
    EXPECT_EQ(bound, furthest / Ms{1000});
}

}  // namespace
}  // namespace robots
