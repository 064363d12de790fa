#include "policy/shared_memory/due_time.hpp"

#include <gtest/gtest.h>

#include <initializer_list>

namespace robots {
namespace {

using Ms = Milliseconds;
using std::chrono::hours;

constexpr Ms kDay = hours(24);

// What a budget that is due so far ahead looks like at `later`.
Ms kept(Ms now, Ms ahead, Ms later) {
    return due_ahead(due_word(now + ahead, now), later);
}

TEST(DueTime, IsExactForTwentyFourDays) {
    for (const Ms ahead : {Ms{0}, Ms{1}, Ms{1999}, kDay, 24 * kDay}) {
        EXPECT_EQ(kept(Ms{12345}, ahead, Ms{12345}), ahead);
    }
    EXPECT_EQ(kept(Ms{12345}, Ms{2000}, Ms{13345}), Ms{1000});
}

TEST(DueTime, IsInWholeSecondsBeyond) {
    const Ms now{12345};
    const Ms ahead = 1000 * kDay + Ms{999};
    const Ms kept_ahead = kept(now, ahead, now);
    EXPECT_LE(kept_ahead, ahead);
    EXPECT_GT(kept_ahead, ahead - Ms{1000});
    EXPECT_EQ((now + kept_ahead).count() % 1000, 0);
}

TEST(DueTime, HasPassedWhenItsTimeHas) {
    for (const Ms ahead : {Ms{5}, 1000 * kDay}) {
        EXPECT_LE(kept(Ms{0}, ahead, ahead + Ms{1}), Ms{0});
        EXPECT_LE(kept(Ms{0}, ahead, ahead + 100 * kDay), Ms{0});
    }
}

TEST(DueTime, StaysRightWhenItsBitsWrapAround) {
    for (const std::int64_t range :
         {std::int64_t{1} << 32, std::int64_t{1} << 35, std::int64_t{1} << 36,
          (std::int64_t{1} << 35) * 1000}) {
        EXPECT_EQ(kept(Ms{range - 5}, Ms{10}, Ms{range + 3}), Ms{2});
    }
}

TEST(DueTime, AValueThatIsYearsOldBindsNobody) {
    for (int days = 1; days < 370; ++days) {
        EXPECT_LE(kept(Ms{7}, Ms{10000}, days * kDay), Ms{0}) << days;
    }
}

TEST(DueTime, GoesNoFurtherThanAWordHolds) {
    const Ms now{12345};
    EXPECT_GT(kept(now, 2 * kFurthestDue, now), kFurthestDue - Ms{1000});
    EXPECT_LE(kept(now, 2 * kFurthestDue, now), kFurthestDue);
}

}  // namespace
}  // namespace robots
