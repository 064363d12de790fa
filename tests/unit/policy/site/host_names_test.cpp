#include "policy/site/claims.hpp"

#include <gtest/gtest.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace robots {
namespace {

TEST(HostNames, EachIsThereOnceWithItsNumber) {
    HostNames names;
    EXPECT_EQ(names.find("a.example"), HostNames::kNone);
    const HostNames::Name a = names.add("a.example");
    const HostNames::Name b = names.add("b.example");
    EXPECT_NE(a, b);
    EXPECT_EQ(names.number(a), HostNames::kNone);
    names.set_number(a, 7);
    EXPECT_EQ(names.add("a.example"), a);
    EXPECT_EQ(names.number(a), 7u);
    EXPECT_EQ(names.number(b), HostNames::kNone);
    EXPECT_EQ(names.text(a), "a.example");
    EXPECT_EQ(names.find("b.example"), b);
    EXPECT_EQ(names.find("c.example"), HostNames::kNone);
    EXPECT_EQ(names.size(), 2u);
}

TEST(HostNames, APartOfANameIsAnotherName) {
    HostNames names;
    names.add("ab");
    names.add("cd");
    for (const char* other : {"a", "b", "bc", "abcd", ""}) {
        EXPECT_EQ(names.find(other), HostNames::kNone) << other;
    }
    const HostNames::Name empty = names.add("");
    EXPECT_EQ(names.find(""), empty);
    EXPECT_EQ(names.text(empty), "");
}

TEST(HostNames, ManyAreFoundAgainAndStayWhereTheyAre) {
    constexpr std::uint32_t kMany = 100000;
    HostNames names;
    std::vector<const char*> places;
    for (std::uint32_t i = 0; i < kMany; ++i) {
        const HostNames::Name name = names.add("h" + std::to_string(i));
        names.set_number(name, i);
        places.push_back(names.text(name).data());
    }
    for (std::uint32_t i = 0; i < kMany; ++i) {
        const HostNames::Name name = names.find("h" + std::to_string(i));
        ASSERT_NE(name, HostNames::kNone) << i;
        ASSERT_EQ(names.number(name), i);
        ASSERT_EQ(names.text(name).data(), places[i]);
    }
    EXPECT_EQ(names.find("h" + std::to_string(kMany)), HostNames::kNone);
    EXPECT_EQ(names.size(), kMany);
}

// A policy's author can choose names whose hashes have nearly the same low
// bits.
TEST(HostNames, OnesWithNearHashesAreFound) {
    HostNames names;
    std::vector<std::string> made;
    for (std::uint32_t i = 0; made.size() < 4000; ++i) {
        const std::string host = "h" + std::to_string(i) + ".example";
        if ((XXH3_64bits(host.data(), host.size()) & 0x1fff) < 0x100) {
            made.push_back(host);
            names.set_number(names.add(host), i);
        } else {
            ASSERT_EQ(names.find(host), HostNames::kNone) << host;
        }
    }
    EXPECT_EQ(names.size(), made.size());
    for (const std::string& host : made) {
        EXPECT_EQ(
            "h" + std::to_string(names.number(names.find(host))) + ".example",
            host);
    }
}

TEST(HostNames, LongOnesFitOrAreRefused) {
    HostNames names;
    for (const char letter : {'a', 'b', 'c'}) {
        const std::string longest(HostNames::kLongest, letter);
        EXPECT_EQ(names.text(names.add(longest)), longest);
    }
    EXPECT_THROW(names.add(std::string(HostNames::kLongest + 1, 'd')),
                 std::length_error);
    EXPECT_EQ(names.size(), 3u);
}

TEST(HostNames, APieceOfMemoryMayBeFullToItsLastOctet) {
    constexpr std::size_t kHalf = 32768;
    constexpr std::size_t kFront = 6;
    HostNames names;
    std::vector<HostNames::Name> all;
    std::string name(kHalf - kFront, 'a');
    for (char letter = 'a'; letter <= 'e'; ++letter) {
        name.front() = letter;
        all.push_back(names.add(name));
        names.set_number(all.back(), static_cast<std::uint32_t>(letter));
    }
    for (char letter = 'a'; letter <= 'e'; ++letter) {
        name.front() = letter;
        const HostNames::Name found = names.find(name);
        ASSERT_EQ(found, all[static_cast<std::size_t>(letter - 'a')]);
        EXPECT_EQ(names.text(found), name);
        EXPECT_EQ(names.number(found), static_cast<std::uint32_t>(letter));
    }
}

}  // namespace
}  // namespace robots
