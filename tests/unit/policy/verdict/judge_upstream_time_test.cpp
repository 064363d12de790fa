// What budgets of `upstream_time` grant, and what requests pay when they end.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "policy/robots_txt/product_token.hpp"
#include "policy/verdict/bill.hpp"
#include "policy/verdict/charge.hpp"
#include "tests/unit/policy/shared_memory/shared_budgets.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr Ms kMinute{60000};

class JudgeUpstreamTime : public JudgeTest {
  protected:
    // ABot and BBot share `time` in each minute.
    void share(Ms time, const Enforcement& enforcement,
               const std::string& name = "example.com") {
        serve("User-agent: *\nDisallow:\n", enforcement, name);
        Budget budget;
        budget.name = "ai";
        budget.key = token_key("ai");
        budget.grants = UpstreamTime{time, kMinute, std::nullopt};
        budget.crawlers = {token_key("ABot"), token_key("BBot")};
        std::sort(budget.crawlers.begin(), budget.crawlers.end());
        SiteSettings settings;
        settings.enforcement = enforcement;
        settings.budgets.push_back(std::make_shared<const Budget>(budget));
        robots->settings = Shared<SiteSettings>(std::move(settings));
    }

    // The verdict on a request that comes `ms` after the start, for which
    // upstreams take so long; it pays when it has ended.
    Verdict spend(const char* crawler, Ms ms, Ms took) {
        return end(begin(crawler, ms), ms + took, took);
    }

    struct Open {
        Verdict verdict;
        Bill bill;
    };
    Open begin(const char* crawler, Ms ms) {
        request.target = "/";
        const Plan plan = plan_request(
            policy, site, policy.crawlers().identify(crawler), request, cap);
        Receipt receipt;
        const Charged charged = charge(plan, start + ms, table, receipt);
        EXPECT_EQ(receipt.spent.size(), 0U) << "there is nothing to give back";
        return {settle(plan, charged), bill_of(plan, charged, table.keys())};
    }
    Verdict end(const Open& open, Ms ms, Ms took) {
        pay(open.bill, took, start + ms, table);
        return open.verdict;
    }

    Ms start{1000000};
    SharedTable shared{4096};
    BudgetTable table = shared.table();
};

TEST_F(JudgeUpstreamTime, TheNextRequestPaysForTheOneBefore) {
    share(Ms{10000}, enforce(Action::reject));
    EXPECT_EQ(spend("ABot", Ms{0}, Ms{5000}).action, Action::pass);
    const Verdict refused = spend("BBot", Ms{5000}, Ms{1});
    EXPECT_EQ(refused.violation, Violation::budget);
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.wait, Ms{24000}) << "30 s are owed, 6 s are forgiven";
    EXPECT_EQ(refused.budget->text(), "budget ai: upstream_time 10s/60s");
    EXPECT_EQ(spend("BBot", Ms{28999}, Ms{1}).action, Action::reject);
    EXPECT_EQ(spend("BBot", Ms{29000}, Ms{1}).action, Action::pass);
}

TEST_F(JudgeUpstreamTime, WhatCostsNothingIsNeverRefused) {
    share(Ms{10}, enforce(Action::reject));
    for (int i = 0; i < 1000; ++i) {
        ASSERT_EQ(spend("ABot", Ms{i}, Ms{0}).action, Action::pass);
    }
    EXPECT_EQ(spend("Googlebot", Ms{1000}, Ms{9999}).action, Action::pass);
    EXPECT_EQ(spend("Googlebot", Ms{1001}, Ms{9999}).action, Action::pass);
}

TEST_F(JudgeUpstreamTime, AThrottledRequestWaits) {
    Enforcement slow = enforce(Action::throttle);
    slow.max_wait = Ms{30000};
    share(Ms{10000}, slow);
    spend("ABot", Ms{0}, Ms{5000});
    const Verdict waits = spend("ABot", Ms{5000}, Ms{0});
    EXPECT_EQ(waits.action, Action::throttle);
    EXPECT_EQ(waits.wait, Ms{24000});
}

TEST_F(JudgeUpstreamTime, ALoggedRequestThatWouldBeRefusedPaysNothing) {
    share(Ms{10000}, enforce(Action::log));
    spend("ABot", Ms{0}, Ms{5000});
    for (int i = 0; i < 10; ++i) {
        const Verdict logged = spend("ABot", Ms{5000 + i}, Ms{5000});
        EXPECT_EQ(logged.violation, Violation::budget);
        EXPECT_EQ(logged.action, Action::log);
    }
    EXPECT_EQ(spend("ABot", Ms{29000}, Ms{0}).violation, Violation::none);
}

TEST_F(JudgeUpstreamTime, ARequestThatIsRefusedHasNoBill) {
    share(Ms{10000}, enforce(Action::reject));
    spend("ABot", Ms{0}, Ms{5000});
    EXPECT_EQ(begin("ABot", Ms{5000}).bill.size(), 0U);
}

// A request pays for a week at most.
TEST_F(JudgeUpstreamTime, ADebtIsPaidHoweverLongItLasts) {
    share(Ms{10000}, enforce(Action::reject));
    constexpr Ms kWeek{7 * 24 * 3600 * 1000};
    spend("ABot", Ms{0}, Ms{3600 * 1000});
    EXPECT_EQ(spend("ABot", Ms{6 * 3600 * 1000}, Ms{1}).action, Action::reject)
        << "an hour of 10s/1m lasts seven hours";
    // As many as were under way at once, when all of it was free.
    const Open open = begin("ABot", 2 * kWeek);
    for (int i = 0; i < 50; ++i) {
        end(open, 2 * kWeek + Ms{i}, kWeek * 5);
    }
    EXPECT_EQ(spend("ABot", 3 * kWeek - kMinute, Ms{1}).action, Action::reject);
    EXPECT_EQ(spend("ABot", 4 * kWeek + kMinute, Ms{1}).action, Action::pass);
}

TEST_F(JudgeUpstreamTime, WhileAnotherWaitsNobodyHasMoreThanHalf) {
    share(Ms{10000}, enforce(Action::reject));
    // From when BBot waits, ABot floods, and BBot comes when it is told to.
    std::map<std::string, Ms> had;
    Ms next{0};
    for (Ms ms{0}; ms < 10 * kMinute; ms += Ms{100}) {
        for (const char* crawler : {"ABot", "BBot"}) {
            if (crawler[0] == 'B' && ms < next) {
                continue;
            }
            const Verdict verdict = spend(crawler, ms, Ms{200});
            if (verdict.action == Action::pass) {
                had[crawler] += Ms{200};
            } else if (crawler[0] == 'B') {
                next = ms + verdict.wait;
            }
        }
    }
    EXPECT_GE(had["BBot"], Ms{40000}) << "it came as it was told";
    EXPECT_GE(had["ABot"] + had["BBot"], Ms{97000});
    EXPECT_LE(had["ABot"] + had["BBot"], Ms{103000});
}

// Nobody has more than half while another waits, however long that must wait.
TEST_F(JudgeUpstreamTime, AWaitOfManyPeriodsIsRemembered) {
    share(Ms{10000}, enforce(Action::reject));
    spend("ABot", Ms{0}, kMinute);
    const Verdict refused = begin("BBot", kMinute).verdict;
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_GT(refused.wait, 4 * kMinute);
    const Plan plan = plan_request(
        policy, site, policy.crawlers().identify("ABot"), request, cap);
    EXPECT_TRUE(
        others_wait(plan, plan.demands[0], start + kMinute + Ms{1000}, table));
}

// Of forty mixes of costs and clients, what is had in ten minutes is what the
// budget says, to 5 % and to what was under way at once.
TEST_F(JudgeUpstreamTime, TenMinutesCostWhatTheBudgetSays) {
    int scarce = 0;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        std::mt19937 random(seed);
        const Ms time{1000 + random() % 60000};
        share(time, enforce(Action::reject), std::to_string(seed) + ".example");
        start += Ms{kLongestPace} * 4;  // all is paid by then
        const auto most = static_cast<unsigned>(1 + random() % 400);
        const std::size_t clients = 1 + random() % 50;
        std::multimap<Ms, std::pair<Open, Ms>> open;  // by their ends
        Ms had{0};
        int passed = 0;
        int refused = 0;
        Ms ms{0};
        for (; ms < 10 * kMinute; ms += Ms{1 + random() % 60}) {
            while (!open.empty() && open.begin()->first <= ms) {
                const auto& [ends, one] = *open.begin();
                end(one.first, ends, one.second);
                had += one.second;
                open.erase(open.begin());
            }
            if (open.size() == clients) {
                continue;
            }
            const Open one = begin(random() % 2 == 0 ? "ABot" : "BBot", ms);
            if (one.verdict.action == Action::pass) {
                const Ms took{1 + random() % most};
                open.emplace(ms + took, std::pair{one, took});
                ++passed;
            } else {
                ++refused;
            }
        }
        const double granted = static_cast<double>(10 * time.count());
        const double at_once = static_cast<double>(clients * most);
        const double spent = static_cast<double>(had.count());
        EXPECT_LE(spent, granted * 1.05 + at_once) << "seed " << seed;
        // Where hardly any is refused, they did not ask for all of it.
        if (refused > passed) {
            EXPECT_GE(spent, granted * 0.95 - at_once) << "seed " << seed;
            ++scarce;
        }
    }
    EXPECT_GE(scarce, 10);
}

TEST(UpstreamTimeText, HasTheUnitsThatArePlain) {
    EXPECT_EQ(
        (UpstreamTime{Ms{250}, kMinute, day_window_from("0800-1800")}).text(),
        "upstream_time 250ms/60s 0800-1800");
    const UpstreamTime budget{Ms{10000}, kMinute, std::nullopt};
    EXPECT_EQ(budget.payment(Ms{100}, false).interval, Ms{600});
    EXPECT_EQ(budget.payment(Ms{100}, true).interval, Ms{1200});
    EXPECT_EQ((UpstreamTime{Ms{1}, kLongestPace, std::nullopt})
                  .payment(Ms::max(), true)
                  .interval,
              kLongestPace);
}

}  // namespace
}  // namespace robots
