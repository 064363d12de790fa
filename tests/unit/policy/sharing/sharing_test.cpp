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
    EXPECT_EQ(arguments_of(call, {"robots", "id"}),
              (std::vector<std::string>{"4", "robots:secret", "robots:p:pp",
                                        "robots:f:ff", "robots:b:aa", "id",
                                        "take", "1", "1000", "0", "500",
                                        "71000", "1", "0", "0", "0"}));
    EXPECT_EQ(name_of(1, 2), "00000000000000010000000000000002");
}

// A budget that crawlers share, and the crawler's part of it.
ChargeCall a_shared_call() {
    ChargeCall call = a_call();
    call.budgets.push_back({"bb", kRate, true, "ww", kRate.interval, false});
    call.budgets.push_back({"cc", kRate, true, "ww", kRate.interval, true});
    return call;
}

TEST(ChargeCall, NamesWhoWaitsOnceForABudgetAndItsPart) {
    const std::vector<std::string> all =
        arguments_of(a_shared_call(), {"robots", "id"});
    ASSERT_EQ(all.size(), 8U + 3 + 3 * 8);
    EXPECT_EQ(all[0], "7");
    EXPECT_EQ(all[7], "robots:w:ww");
    const auto last_of = [&all](std::size_t budget) {
        return all[11 + budget * 8 + 5] + ' ' + all[11 + budget * 8 + 6] + ' ' +
               all[11 + budget * 8 + 7];
    };
    EXPECT_EQ(last_of(0), "0 0 0");
    EXPECT_EQ(last_of(1), "7 1000 0");
    EXPECT_EQ(last_of(2), "7 1000 1");
}

TEST(ChargeCall, APartThatNobodyElseWaitsForIsNotCharged) {
    const auto answer =
        read_answer({0, 1700000000000, 0, 1, 0, 1000, 1, 0, 1000, 2, 0, 0},
                    a_shared_call(), kNow);
    ASSERT_TRUE(answer);
    EXPECT_TRUE(answer->charges[1].charged);
    EXPECT_FALSE(answer->charges[2].charged);
    EXPECT_EQ(refunds_of(a_shared_call(), *answer).size(), 2U);
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
    ASSERT_EQ(charged.size(), 2U);
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

constexpr std::int64_t kServerTime = 1'700'000'000'250;

FleetNode a_node() {
    return {"web-1#1", "0.1.0", "abc", {1, 2, 3, 4, 5}, {}, "here"};
}

// A field that was written so many milliseconds before kServerTime.
std::string field(const std::string& text, std::int64_t before = 0) {
    return std::to_string(kServerTime - before) + " " + text;
}

std::optional<std::vector<FleetNode>> heard(std::vector<std::string> fields) {
    fields.insert(fields.begin(), std::to_string(kServerTime));
    return read_nodes(fields);
}

TEST(Heartbeat, ReadsWhatItWrites) {
    const auto written = heartbeat_arguments("robots", a_node());
    EXPECT_EQ(written[1], "robots:nodes");
    const auto read = heard({"web-2#2", field(written[3], 9000), written[2],
                             field(written[3], 12)});
    ASSERT_TRUE(read);
    ASSERT_EQ(read->size(), 2U);
    const FleetNode& node = read->front();
    EXPECT_EQ(node.name, "web-1#1");
    EXPECT_EQ(node.counts.refused, 5U);
    EXPECT_EQ(node.silent, Milliseconds{12});
    EXPECT_EQ(node.place, "here");
    EXPECT_TRUE(node.is_alive());
    EXPECT_FALSE(read->back().is_alive());
}

TEST(Heartbeat, LeavesOutWhatIsNoNode) {
    EXPECT_FALSE(heard({"a"}));
    EXPECT_FALSE(read_nodes({}));
    EXPECT_FALSE(read_nodes({"x"}));
    EXPECT_FALSE(heard(std::vector<std::string>(2 * (kMaxNodes + 1), "a")));
    const std::string node = "0.1.0 abc 1 2 3 4 5 x";
    for (const std::string& text :
         {std::string(), "x " + node, field(node, -1000),
          field(node, kNodeKept.count() + 1), field("0.1.0"),
          field("0.1.0 abc 1 2 3 4"), field("0.1.0 abc 1 2 3 4 x"),
          field("0.1.0 a\x01 1 2 3 4 5"),
          field("0.1.0 abc 1 2 3 4 5 " + std::string(65, 'x'))}) {
        EXPECT_TRUE(heard({"a", text})->empty()) << text;
    }
    const std::string good = field(node);
    EXPECT_EQ(heard({"a", good})->size(), 1U);
    EXPECT_TRUE(heard({"", good})->empty());
    EXPECT_TRUE(heard({"a b", good})->empty());
    EXPECT_TRUE(heard({std::string(97, 'a'), good})->empty());
}

TEST(Heartbeat, AllNodesTogetherReadTheListNoMoreOftenInALargeFleet) {
    EXPECT_EQ(between_lists(1), kHeartbeat);
    EXPECT_EQ(between_lists(20), kHeartbeat);
    EXPECT_EQ(between_lists(1000), Milliseconds{100000});
}

TEST(CrawlerCounts, TheBusiestAreWritten) {
    std::vector<CrawlerCounts> counts;
    for (std::uint64_t i = 0; i < 100; ++i) {
        counts.push_back({"Bot" + std::to_string(i), 1, i, 0, 0, 0, 7});
    }
    EXPECT_EQ(ledger_key("robots", "web-1#1"), "robots:ledger:web-1#1");
    const std::string text = ledger_text(counts);
    EXPECT_EQ(text.find("Bot99 1 99 0 0 0 7\nBot98 1 98"), 0U);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 64);
}

TEST(CrawlerCounts, AreAddedUp) {
    CrawlerSums sums;
    sums.add("A 1 2 3 4 5 6\nB 0 9 0 0 0 0\n");
    sums.add("A 10 20 30 40 50 60\n");
    sums.add("");
    const std::vector<CrawlerCounts> all = sums.take();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].crawler, "A");
    EXPECT_EQ(all[0].fetches, 11U);
    EXPECT_EQ(all[0].octets, 66U);
    EXPECT_EQ(all[1].judged, 9U);
    EXPECT_TRUE(sums.take().empty());
}

TEST(CrawlerCounts, LeavesOutWhatNoNodeWrites) {
    CrawlerSums sums;
    for (const std::string& line :
         {std::string("A 1 2 3 4 5"), std::string("A 1 2 3 4 5 x"),
          std::string("A 1 2 3 4 5 -6"), std::string(" 1 2 3 4 5 6"),
          std::string("A 1 2 3 4 5 6 7"), std::string("a\x01 1 2 3 4 5 6"),
          std::string(129, 'a') + " 1 2 3 4 5 6"}) {
        sums.add(line + "\n");
    }
    EXPECT_TRUE(sums.take().empty());
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += "Bot" + std::to_string(i) + " 1 1 1 1 1 1\n";
    }
    sums.add(many);
    EXPECT_EQ(sums.take().size(), kMaxCrawlerCounts);
}

}  // namespace
}  // namespace robots
