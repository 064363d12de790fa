#include "policy/site/max_age.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

TEST(MaxAge, IsWrittenAsCacheControlDoes) {
    EXPECT_EQ(MaxAge(seconds(0)).cache_control(), "max-age=0");
    EXPECT_EQ(MaxAge(hours(1)).cache_control(), "max-age=3600");
    EXPECT_EQ(MaxAge(seconds::max()).cache_control(),
              "max-age=9223372036854775807");
}

TEST(MaxAge, IsItsSeconds) {
    const MaxAge age(hours(24));
    EXPECT_EQ(age.count(), 86400);
    EXPECT_EQ(seconds(age), hours(24));
    EXPECT_EQ(age, hours(24));
}

TEST(MaxAge, TakesItsTextAlongWhenItIsCopied) {
    MaxAge age(hours(1));
    {
        const MaxAge other(hours(2));
        age = other;
    }
    EXPECT_EQ(age.cache_control(), "max-age=7200");
}

}  // namespace
}  // namespace robots
