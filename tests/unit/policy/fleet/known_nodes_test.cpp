#include "policy/fleet/heartbeat.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

// "a b": nodes of these names, alive; "a!" is silent for too long.
std::vector<FleetNode> nodes(const std::string& names) {
    std::vector<FleetNode> all;
    for (const char letter : names) {
        if (letter == '!') {
            all.back().silent = kNodeAlive + Milliseconds{1};
        } else {
            all.emplace_back().name = letter;
        }
    }
    return all;
}

std::string names(const KnownNodes& known) {
    std::string all;
    for (const FleetNode& node : known.all()) {
        all += node.name + (node.is_alive() ? "" : "!");
    }
    return all;
}

constexpr Milliseconds kHeard{100000};

TEST(KnownNodes, AreThoseOfTheLastAnswer) {
    KnownNodes known;
    EXPECT_EQ(known.alive(), 0U);
    known.hear(nodes("ac!d"), kHeard);
    EXPECT_EQ(names(known), "ac!d");
    EXPECT_EQ(known.alive(), 2U);
    known.hear(nodes("abc!d!"), kHeard);
    EXPECT_EQ(names(known), "abc!d!");
    EXPECT_EQ(known.alive(), 2U);
}

// It was started again, and hears one after the other.
TEST(KnownNodes, AServerThatLostItsKeysHasTimeToHearAllAgain) {
    KnownNodes known;
    known.hear(nodes("abcd"), kHeard);
    // In a large fleet the lists are far apart.
    constexpr Milliseconds kLost{kHeard + std::chrono::minutes(1)};
    known.hear(nodes("c"), kLost);
    EXPECT_EQ(names(known), "abcd");
    known.hear(nodes("bc"), kLost + Milliseconds{2000});
    known.hear(nodes("bcd"), kLost + Milliseconds{7999});
    EXPECT_EQ(known.alive(), 4U);
    known.hear(nodes("bcd"), kLost + Milliseconds{8000});
    EXPECT_EQ(names(known), "bcd") << "a has not come back";
}

TEST(KnownNodes, WhoWasSilentAlreadyIsForgottenAtOnce) {
    KnownNodes known;
    known.hear(nodes("ab!"), kHeard);
    known.hear(nodes("a"), kHeard);
    EXPECT_EQ(names(known), "a");
}

}  // namespace
}  // namespace robots
