#include "policy/site/claims.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

constexpr std::optional<std::uint16_t> kAnyPort;
constexpr std::optional<Scheme> kAnyScheme;

TEST(ClaimsTest, TheMostSpecificIsFoundInWhateverOrderTheyCome) {
    const SiteClaim all[] = {
        {"h", kAnyPort, kAnyScheme},
        {"h", 8443, Scheme::https},
        {"h", kAnyPort, Scheme::https},
        {"h", 8443, kAnyScheme},
    };
    for (int first = 0; first < 4; ++first) {
        Claims<int> claims;
        for (int i = 0; i < 4; ++i) {
            const int at = (first + i) % 4;
            EXPECT_FALSE(claims.add(all[at], at));
        }
        EXPECT_EQ(*claims.find("h", 80, Scheme::http), 0);
        EXPECT_EQ(*claims.find("h", 8443, Scheme::https), 1);
        EXPECT_EQ(*claims.find("h", 443, Scheme::https), 2);
        EXPECT_EQ(*claims.find("h", 8443, Scheme::http), 3);
    }
}

TEST(ClaimsTest, TheSameClaimIsTakenOnce) {
    Claims<int> claims;
    EXPECT_FALSE(claims.add({"h", 80, kAnyScheme}, 1));
    EXPECT_FALSE(claims.add({"h", 81, kAnyScheme}, 2));
    const auto owner = claims.add({"h", 80, kAnyScheme}, 3);
    ASSERT_TRUE(owner);
    EXPECT_EQ(claims.value(*owner), 1);
    EXPECT_EQ(*claims.find("h", 80, Scheme::http), 1);
}

TEST(ClaimsTest, WhatNobodyClaimsIsNotFound) {
    Claims<int> claims;
    EXPECT_TRUE(claims.empty());
    EXPECT_EQ(claims.find("h", 80, Scheme::http), nullptr);
    claims.add({"h", 81, Scheme::https}, 1);
    EXPECT_FALSE(claims.empty());
    EXPECT_EQ(claims.find("h", 80, Scheme::https), nullptr);
    EXPECT_EQ(claims.find("h", 81, Scheme::http), nullptr);
    EXPECT_EQ(claims.find("i", 81, Scheme::https), nullptr);
}

}  // namespace
}  // namespace robots
