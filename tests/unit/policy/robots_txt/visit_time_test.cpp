#include "policy/robots_txt/request_rate.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace robots {
namespace {

// A second of some day, long after the epoch.
Utc at(int hour, int minute, int second = 0) {
    return std::chrono::hours(24 * 20000 + hour) +
           std::chrono::minutes(minute) + std::chrono::seconds(second);
}

DayWindow window(const char* text) {
    return day_window_from(text).value();
}

TEST(DayWindowFrom, ReadsTwoTimesOfDay) {
    EXPECT_EQ(window("0600-0845"), (DayWindow{360, 525}));
    EXPECT_EQ(window("0000-2400"), (DayWindow{0, 1440}));
    EXPECT_EQ(window("2200-0600"), (DayWindow{1320, 360}));
    EXPECT_EQ(window("0600-0845").text(), "0600-0845");
    EXPECT_EQ(window("0001-2400").text(), "0001-2400");
}

TEST(DayWindowFrom, RefusesWhatIsNoWindow) {
    for (const char* text :
         {"", "-", "0600", "0600-", "-0845", "600-845", "06:00-08:45",
          "0660-0845", "0600-0860", "2400-0600", "2500-2600", "0600-0600",
          "0600-0845x", "x600-0845", "+600-0845", "0600-2401"}) {
        EXPECT_EQ(day_window_from(text), std::nullopt) << text;
    }
}

TEST(DayWindow, ContainsItsFirstMinuteAndNotItsLast) {
    const DayWindow morning = window("0600-0845");
    EXPECT_FALSE(morning.contains(at(5, 59, 59)));
    EXPECT_TRUE(morning.contains(at(6, 0)));
    EXPECT_TRUE(morning.contains(at(8, 44, 59)));
    EXPECT_FALSE(morning.contains(at(8, 45)));
}

TEST(DayWindow, RunsOverMidnight) {
    const DayWindow night = window("2200-0600");
    EXPECT_TRUE(night.contains(at(22, 0)));
    EXPECT_TRUE(night.contains(at(0, 0)));
    EXPECT_TRUE(night.contains(at(5, 59)));
    EXPECT_FALSE(night.contains(at(6, 0)));
    EXPECT_FALSE(night.contains(at(21, 59)));
}

TEST(DayWindow, MayCloseAtMidnight) {
    const DayWindow evening = window("2000-2400");
    EXPECT_TRUE(evening.contains(at(23, 59, 59)));
    EXPECT_FALSE(evening.contains(at(0, 0)));
}

TEST(DayWindow, UntilOpenIsZeroWithinTheWindow) {
    const DayWindow morning = window("0600-0845");
    EXPECT_EQ(morning.until_open(at(7, 0)), std::chrono::seconds(0));
    EXPECT_EQ(morning.until_open(at(5, 59, 30)), std::chrono::seconds(30));
    EXPECT_EQ(morning.until_open(at(8, 45)),
              std::chrono::hours(21) + std::chrono::minutes(15));
}

TEST(UntilOpen, IsTheTimeUntilTheFirstWindowOpens) {
    const std::vector<DayWindow> windows{window("0600-0845"),
                                         window("1200-1300")};
    EXPECT_EQ(until_open(windows, at(12, 30)), std::chrono::seconds(0));
    EXPECT_EQ(until_open(windows, at(9, 0)), std::chrono::hours(3));
    EXPECT_EQ(until_open(windows, at(23, 0)), std::chrono::hours(7));
    EXPECT_EQ(until_open({}, at(3, 0)), std::chrono::seconds(0));
}

}  // namespace
}  // namespace robots
