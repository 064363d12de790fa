#include "policy/robots_txt/request_rate.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace robots {
namespace {

std::string read_and_written(const char* text) {
    const std::optional<RequestRate> rate = request_rate_from(text);
    return rate ? rate->text() : "none";
}

TEST(RequestRateFrom, ReadsPeriodsWithUnits) {
    EXPECT_EQ(read_and_written("10/60"), "10/60");
    EXPECT_EQ(read_and_written("10/1m"), "10/60");
    EXPECT_EQ(read_and_written("1/5s"), "1/5");
    EXPECT_EQ(read_and_written("100/2h"), "100/7200");
    EXPECT_EQ(read_and_written("1/24h"), "1/86400");
}

TEST(RequestRateFrom, ReadsAWindow) {
    EXPECT_EQ(read_and_written("10/1m 0800-1800"), "10/60 0800-1800");
    EXPECT_EQ(request_rate_from("1/5s 0800-1800")->window,
              (DayWindow{480, 1080}));
    EXPECT_EQ(request_rate_from("1/5s")->window, std::nullopt);
}

TEST(RequestRateFrom, RefusesWhatIsNoRate) {
    for (const char* text :
         {"", "/", "1", "1/", "/1", "0/1", "1/0", "-1/5", "1/-5", "1/5x", "1/d",
          "a/b", "1/169h", "1/604801", "1/9223372036854775807h",
          "99999999999/1", "1/5s 08-18", "1/5s 0800", "1/5sx"}) {
        EXPECT_EQ(read_and_written(text), "none") << text;
    }
}

TEST(RequestRate, TextCanBeReadAgain) {
    for (const char* text : {"10/60", "1/5", "3/7200 2200-0600"}) {
        const auto rate = request_rate_from(text);
        ASSERT_TRUE(rate) << text;
        EXPECT_EQ(request_rate_from(rate->text()), rate) << text;
    }
}

// Charges `count` requests at `now`; how many are granted at once.
int granted(Milliseconds& tat, Milliseconds now, const Rate& rate, int count) {
    int granted = 0;
    for (int i = 0; i < count; ++i) {
        const Charge each = charge(tat, now, rate);
        if (each.granted && each.wait == Milliseconds{0}) {
            ++granted;
            tat = each.tat;
        }
    }
    return granted;
}

TEST(RequestRate, TheBudgetGrantsThemAllAtOnce) {
    const Rate budget = request_rate_from("10/60")->budget();
    Milliseconds tat{0};
    const Milliseconds start{1000000};
    EXPECT_EQ(granted(tat, start, budget, 20), 10);
    EXPECT_EQ(granted(tat, start + Milliseconds{6000}, budget, 20), 1);
    EXPECT_EQ(granted(tat, start + Milliseconds{66000}, budget, 20), 10);
}

TEST(RequestRate, ACrawlerThatKeepsToTheRateIsNeverEarly) {
    const Rate budget = request_rate_from("7/60")->budget();
    Milliseconds tat{0};
    for (int period = 1; period <= 50; ++period) {
        EXPECT_EQ(granted(tat, Milliseconds{period * 60000}, budget, 7), 7);
    }
}

}  // namespace
}  // namespace robots
