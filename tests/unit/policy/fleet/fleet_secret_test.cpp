#include <gtest/gtest.h>

#include <string>

#include "policy/fleet/fleet_secret.hpp"

namespace robots {
namespace {

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

}  // namespace
}  // namespace robots
