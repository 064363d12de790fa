#include "host_names.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

TEST(HostNames, AreNumberedInTheirOrder) {
    HostNames names;
    EXPECT_EQ(names.find("a.example"), HostNames::kNone);
    EXPECT_EQ(names.add("a.example"), 0u);
    EXPECT_EQ(names.add("b.example"), 1u);
    EXPECT_EQ(names.add("a.example"), 0u);
    EXPECT_EQ(names.size(), 2u);
    EXPECT_EQ(names.find("b.example"), 1u);
    EXPECT_EQ(names.find("c.example"), HostNames::kNone);
}

TEST(HostNames, APartOfANameIsAnotherName) {
    HostNames names;
    names.add("ab");
    names.add("cd");
    EXPECT_EQ(names.find("a"), HostNames::kNone);
    EXPECT_EQ(names.find("b"), HostNames::kNone);
    EXPECT_EQ(names.find("bc"), HostNames::kNone);
    EXPECT_EQ(names.find("abcd"), HostNames::kNone);
    EXPECT_EQ(names.find(""), HostNames::kNone);
    EXPECT_EQ(names.add(""), 2u);
    EXPECT_EQ(names.find(""), 2u);
}

TEST(HostNames, ManyAreFoundAgain) {
    constexpr std::uint32_t kMany = 100000;
    HostNames names;
    for (std::uint32_t i = 0; i < kMany; ++i) {
        ASSERT_EQ(names.add("h" + std::to_string(i)), i);
    }
    for (std::uint32_t i = 0; i < kMany; ++i) {
        ASSERT_EQ(names.find("h" + std::to_string(i)), i);
    }
    EXPECT_EQ(names.find("h" + std::to_string(kMany)), HostNames::kNone);
    EXPECT_EQ(names.size(), kMany);
}

}  // namespace
}  // namespace robots
