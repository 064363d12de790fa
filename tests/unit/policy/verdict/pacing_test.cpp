// What the defaults of `burst` and `tolerance` forgive: crawlers that keep
// exactly to a delay are never early, whatever the network does to their
// requests. The table in docs/enforcement.md has what is asserted here.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "policy/robots_txt/request_rate.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr int kRequests = 2000;
constexpr Ms kStart{1000000};

// How a crawler sends, and over which line.
struct Sender {
    bool waits;       // for each answer, before it sends the next request
    bool reconnects;  // for every fourth request or so
};

constexpr Sender kWaiting{true, false};
constexpr Sender kWaitingReconnecting{true, true};
constexpr Sender kTimed{false, false};
constexpr Sender kTimedReconnecting{false, true};

// When requests arrive that are sent one `delay` apart, over a line with a
// round trip of 250 ms and up to 150 ms of jitter each way, by a timer that is
// up to 30 ms late.
std::vector<Ms> arrivals(Ms delay, Sender sender) {
    constexpr Ms kRoundTrip{250};
    std::mt19937 random(1);
    const auto up_to = [&random](unsigned most) {
        return Ms(random() % (most + 1));
    };
    std::vector<Ms> out;
    Ms due = kStart;
    for (int i = 0; i < kRequests; ++i) {
        const Ms sent = due + up_to(30);
        const bool connects = sender.reconnects && random() % 4 == 0;
        const Ms ready = sent + (connects ? kRoundTrip : Ms{0});
        out.push_back(ready + kRoundTrip / 2 + up_to(150));
        const Ms answer = out.back() + kRoundTrip / 2 + up_to(150);
        due = sender.waits ? std::max(due + delay, answer) : due + delay;
    }
    std::sort(out.begin(), out.end());
    return out;
}

int refused(const std::vector<Ms>& times, const Rate& rate) {
    Ms tat{0};
    int refused = 0;
    for (const Ms now : times) {
        const Charge each = charge(tat, now, rate);
        refused += each.granted ? 0 : 1;
        tat = each.granted ? each.tat : tat;
    }
    return refused;
}

// The budget of a crawl-delay, as the defaults have it.
Rate budget_of(Ms delay) {
    return {delay, Enforcement{}.slack(delay), Ms{0}};
}

int refused(Ms delay, Sender sender) {
    return refused(arrivals(delay, sender), budget_of(delay));
}

int passed_at_once(const Rate& rate) {
    return 50 - refused(std::vector<Ms>(50, kStart), rate);
}

const std::vector<Ms>& delays() {
    static const std::vector<Ms> all{Ms{100},  Ms{200},  Ms{500},
                                     Ms{1000}, Ms{2000}, Ms{10000}};
    return all;
}

TEST(Pacing, ACrawlerThatKeepsTheDelayIsNotRefused) {
    for (const Ms delay : delays()) {
        EXPECT_EQ(refused(delay, kWaiting), 0) << delay.count();
        EXPECT_EQ(refused(delay, kWaitingReconnecting), 0) << delay.count();
        EXPECT_EQ(refused(delay, kTimed), 0) << delay.count();
    }
}

// At 0.1 s what the line adds is more than four requests are apart.
TEST(Pacing, ATimerAndNewConnectionsPassFromADelayOf200msOn) {
    for (const Ms delay : delays()) {
        if (delay >= Ms{200}) {
            EXPECT_EQ(refused(delay, kTimedReconnecting), 0) << delay.count();
        }
    }
    EXPECT_GT(refused(Ms{100}, kTimedReconnecting), 0);
}

TEST(Pacing, AtMostFourOfFiftyRequestsAtOncePass) {
    for (const Ms delay : delays()) {
        EXPECT_LE(passed_at_once(budget_of(delay)), 4) << delay.count();
        if (delay < Ms{1000}) {
            continue;  // no period of a request_rate
        }
        const auto rate =
            request_rate_from("1/" + std::to_string(delay.count() / 1000));
        ASSERT_TRUE(rate);
        Rate budget = rate->budget();
        budget.slack += Enforcement{}.slack(budget.interval);
        EXPECT_LE(passed_at_once(budget), 4) << delay.count();
    }
}

TEST(Pacing, WithoutBurstAndToleranceADelayIsExact) {
    Enforcement exact;
    exact.burst = 0;
    exact.tolerance = 0;
    for (const Ms delay : delays()) {
        const Rate rate{delay, exact.slack(delay), Ms{0}};
        EXPECT_EQ(passed_at_once(rate), 1);
        EXPECT_EQ(refused({kStart, kStart + delay - Ms{1}}, rate), 1);
        EXPECT_EQ(refused({kStart, kStart + delay}, rate), 0);
    }
}

std::string seconds(Ms time) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g s",
                  static_cast<double>(time.count()) / 1000);
    return text.data();
}

TEST(Pacing, TheDocumentationHasTheSameNumbers) {
    std::ifstream file(std::string(std::getenv("ROBOTS_SOURCE")) +
                       "/docs/enforcement.md");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (const Ms delay : delays()) {
        const std::string row =
            "| " + seconds(delay) + " | " +
            seconds(Enforcement{}.slack(delay)) + " | " +
            std::to_string(passed_at_once(budget_of(delay))) + " | " +
            std::to_string(refused(delay, kWaitingReconnecting)) + " | " +
            std::to_string(refused(delay, kTimed)) + " | " +
            std::to_string(refused(delay, kTimedReconnecting)) + " |\n";
        EXPECT_NE(text.find(row), std::string::npos) << row;
    }
}

}  // namespace
}  // namespace robots
