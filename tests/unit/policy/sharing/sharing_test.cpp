// What a fleet's nginx ask, and how they read the answers. That the scripts do
// what they say is shown with real servers: tests/integration/fleet.

#include <gtest/gtest.h>

#include <algorithm>

#include "policy/sharing/charge_call.hpp"
#include "policy/sharing/circuit_breaker.hpp"
#include "policy/sharing/crawler_counts.hpp"
#include "policy/sharing/fleet_secret.hpp"
#include "policy/sharing/heartbeat.hpp"

namespace robots {
namespace {

constexpr Rate kRate{Milliseconds{1000}, Milliseconds{0}, Milliseconds{500}};
constexpr Milliseconds kNow{1000000};

TEST(CircuitBreaker, OpensAfterFailuresInARow) {
    CircuitBreaker breaker;
    for (int i = 1; i < CircuitBreaker::kFailures; ++i) {
        EXPECT_FALSE(breaker.failed());
    }
    breaker.answered();
    for (int i = 1; i < CircuitBreaker::kFailures; ++i) {
        EXPECT_FALSE(breaker.failed());
    }
    EXPECT_TRUE(breaker.failed());
}

TEST(CircuitBreaker, PausesGrowUpToABoundAndAreDrawn) {
    CircuitBreaker breaker;
    Milliseconds whole = CircuitBreaker::kFirstPause;
    for (std::uint32_t i = 0; i < 12; ++i) {
        const Milliseconds pause = breaker.pause(i * 2654435761U);
        EXPECT_GE(pause, whole / 2);
        EXPECT_LE(pause, whole);
        whole = std::min(whole * 2, CircuitBreaker::kLongestPause);
    }
    breaker.answered();
    EXPECT_LE(breaker.pause(~0U), CircuitBreaker::kFirstPause);
}

TEST(FleetSecret, ReadsWhatItWrote) {
    const std::string text = FleetSecret::text_of(1, {2, 3, 4, 5});
    EXPECT_EQ(text.size(), 16U + 1 + 64);
    const auto secret = FleetSecret::read(text);
    ASSERT_TRUE(secret);
    EXPECT_EQ(secret->id(), "0000000000000001");
    EXPECT_EQ(secret->high().identity(7, "abcd"),
              Keys(Secret{2, 3}).identity(7, "abcd"));
    EXPECT_EQ(secret->low().identity(7, "abcd"),
              Keys(Secret{4, 5}).identity(7, "abcd"));
}

TEST(FleetSecret, RefusesEverythingElse) {
    const std::string text = FleetSecret::text_of(1, {2, 3, 4, 5});
    EXPECT_FALSE(FleetSecret::read(""));
    EXPECT_FALSE(FleetSecret::read(text + "0"));
    EXPECT_FALSE(FleetSecret::read(text.substr(1)));
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string bad = text;
        bad[i] = 'x';
        EXPECT_FALSE(FleetSecret::read(bad)) << i;
    }
}

ChargeCall a_call() {
    ChargeCall call;
    call.budgets = {{"aa", kRate}};
    return call;
}

TEST(ChargeCall, NamesItsKeysAndNothingElse) {
    ChargeCall call = a_call();
    call.pass_use = PassUse::take;
    call.pass = "pp";
    call.fetch = "ff";
    EXPECT_EQ(
        arguments_of(call, {"robots", "id"}),
        (std::vector<std::string>{"4", "robots:secret", "robots:p:pp",
                                  "robots:f:ff", "robots:b:aa", "id", "take",
                                  "1", "1000", "0", "500", "71000", "1"}));
    EXPECT_EQ(name_of(1, 2), "00000000000000010000000000000002");
}

TEST(ChargeCall, ReadsAnAnswer) {
    const auto answer =
        read_answer({0, 1700000000000, 9, 1, 200, 1200}, a_call(), kNow);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->server_now, Milliseconds{1700000000000});
    EXPECT_EQ(answer->fetched, RevisionTag{9});
    ASSERT_EQ(answer->charges.size(), 1U);
    EXPECT_TRUE(answer->charges[0].charged);
    EXPECT_EQ(answer->charges[0].wait, Milliseconds{200});
    EXPECT_EQ(answer->charges[0].due, kNow + Milliseconds{1200});
}

// Of two budgets, the second refuses.
constexpr std::int64_t kServerNow = 1700000000000;
const std::vector<std::int64_t> kSecondRefuses{0,    kServerNow, 0,    1,   0,
                                               1000, 0,          9000, 9000};

TEST(ChargeCall, ARefusalChargesNothing) {
    ChargeCall call = a_call();
    call.budgets.push_back({"bb", kRate});
    const auto answer = read_answer(kSecondRefuses, call, kNow);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->charges[0].granted);
    EXPECT_FALSE(answer->charges[0].charged);
    EXPECT_EQ(answer->charges[0].state(kRate.interval), kNow);
    EXPECT_TRUE(refunds_of(call, *answer).empty());
}

TEST(ChargeCall, ARefusalThatIsOnlyLoggedChargesTheOthers) {
    ChargeCall call = a_call();
    call.budgets.push_back({"bb", kRate, false});
    const auto answer = read_answer(kSecondRefuses, call, kNow);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->charges[0].charged);
    EXPECT_FALSE(answer->charges[1].charged);
    const std::vector<Refund> refunds = refunds_of(call, *answer);
    ASSERT_EQ(refunds.size(), 1U);
    EXPECT_EQ(refunds[0].name, "aa");
    EXPECT_EQ(refunds[0].tat, Milliseconds{kServerNow + 1000});
}

TEST(ChargeCall, SettlesAPlanUpToWhatRefuses) {
    Plan plan;
    Demand demand{};
    demand.rate = kRate;
    demand.action = Action::log;
    plan.demands.add(demand);
    demand.action = Action::reject;
    plan.demands.add(demand);
    plan.demands.add(demand);
    ChargeAnswer answer;
    answer.charges = {{false, false, Milliseconds{9}, kNow},
                      {false, false, Milliseconds{7}, kNow},
                      {true, false, Milliseconds{0}, kNow}};
    const Charged charged = charged_by(plan, answer);
    EXPECT_TRUE(charged.refused);
    ASSERT_EQ(charged.size, 2U);
    EXPECT_EQ(charged[1].wait, Milliseconds{7});
}

TEST(ChargeCall, RefusesAnswersThatNoScriptGives) {
    for (const std::vector<std::int64_t>& numbers :
         {std::vector<std::int64_t>{},
          {0, 1, 0},
          {0, 1, 0, 1, 0},
          {0, 1, 0, 1, 0, 0, 0},
          {2, 1, 0, 1, 0, 0},
          {0, 0, 0, 1, 0, 0},
          {0, 1, -1, 1, 0, 0},
          {0, 1, 1 << 24, 1, 0, 0},
          {0, 1, 0, 2, 0, 0},
          {0, 1, 0, 1, -1, 0},
          {0, 1, 0, 1, 0, -1},
          {0, 1, 0, 1, 0, 1000000000},
          {0, 1, 0, 1, 72000, 73000},
          {0, 1, 0, 1, 501, 1501},
          {0, 1, 0, 1, 100, 1200},
          {0, 1, 0, 0, 500, 500},
          {0, 1, 0, 1, INT64_MAX, 0}}) {
        EXPECT_FALSE(read_answer(numbers, a_call(), kNow));
    }
}

TEST(Heartbeat, ReadsWhatItWrites) {
    FleetNode self{"web-1#1", "0.1.0", "abc", {1, 2, 3, 4, 5}, {}};
    const auto written = heartbeat_arguments("robots", &self);
    EXPECT_EQ(written[1], "robots:nodes");
    const auto nodes = read_heartbeat(
        {"web-2#2", "9000", written[3], written[2], "12", written[3]});
    ASSERT_TRUE(nodes);
    ASSERT_EQ(nodes->size(), 2U);
    EXPECT_EQ(nodes->front().name, "web-1#1");
    EXPECT_EQ(nodes->front().counts.refused, 5U);
    EXPECT_TRUE(nodes->front().is_alive());
    EXPECT_FALSE(nodes->back().is_alive());
}

TEST(Heartbeat, LeavesOutWhatIsNoNode) {
    EXPECT_FALSE(read_heartbeat({"a", "1"}));
    for (const char* text : {"", "0.1.0", "0.1.0 abc 1 2 3 4",
                             "0.1.0 abc 1 2 3 4 x", "0.1.0 a\x01 1 2 3 4 5"}) {
        EXPECT_TRUE(read_heartbeat({"a", "1", text})->empty()) << text;
    }
    const std::string good = "0.1.0 abc 1 2 3 4 5";
    EXPECT_TRUE(read_heartbeat({"", "1", good})->empty());
    EXPECT_TRUE(read_heartbeat({"a b", "1", good})->empty());
    EXPECT_TRUE(read_heartbeat({"a", "-1", good})->empty());
    EXPECT_TRUE(read_heartbeat({std::string(97, 'a'), "1", good})->empty());
}

TEST(CrawlerCounts, TheBusiestAreWritten) {
    std::vector<CrawlerCounts> counts;
    for (std::uint64_t i = 0; i < 100; ++i) {
        counts.push_back({"Bot" + std::to_string(i), 1, i, 0, 0, 0, 7});
    }
    const auto words = ledger_arguments("robots", "web-1#1", counts);
    ASSERT_EQ(words.size(), 5U);
    EXPECT_EQ(words[1], "robots:ledger");
    EXPECT_EQ(words[2], "web-1#1");
    EXPECT_EQ(words[3].find("Bot99 1 99 0 0 0 7\nBot98 1 98"), 0U);
    EXPECT_EQ(std::count(words[3].begin(), words[3].end(), '\n'), 64);
}

TEST(CrawlerCounts, ReadsSums) {
    const auto sums = read_ledger(
        {"A", "1", "2", "3", "4", "5", "6", "B", "0", "9", "0", "0", "0", "0"});
    ASSERT_TRUE(sums);
    ASSERT_EQ(sums->size(), 2U);
    EXPECT_EQ(sums->front().crawler, "B");
    EXPECT_EQ(sums->back().octets, 6U);
    EXPECT_TRUE(read_ledger({})->empty());
}

TEST(CrawlerCounts, RefusesWhatNoScriptOfOursAnswers) {
    EXPECT_FALSE(read_ledger({"A", "1", "2", "3", "4", "5"}));
    EXPECT_FALSE(read_ledger({"A", "1", "2", "3", "4", "5", "x"}));
    EXPECT_FALSE(read_ledger({"A", "1", "2", "3", "4", "5", "-6"}));
    EXPECT_FALSE(read_ledger({"", "1", "2", "3", "4", "5", "6"}));
    EXPECT_FALSE(read_ledger({"a b", "1", "2", "3", "4", "5", "6"}));
    EXPECT_FALSE(
        read_ledger({std::string(129, 'a'), "1", "2", "3", "4", "5", "6"}));
}

}  // namespace
}  // namespace robots
