#include "policy/base/near_word.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace robots {
namespace {

TEST(NearWord, CountsEdits) {
    EXPECT_EQ(typing_errors("", ""), 0U);
    EXPECT_EQ(typing_errors("abc", ""), 3U);
    EXPECT_EQ(typing_errors("GPTBot", "GPTBot"), 0U);
    EXPECT_EQ(typing_errors("GTPBot", "GPTBot"), 1U);  // neighbours exchanged
    EXPECT_EQ(typing_errors("GPTBto", "GTPBot"), 2U);
    EXPECT_EQ(typing_errors("dissallow", "disallow"), 1U);
    EXPECT_EQ(typing_errors("alow", "allow"), 1U);
    EXPECT_EQ(typing_errors("kitten", "sitting"), 3U);
}

TEST(NearWord, IsNearWithinTheLimit) {
    EXPECT_TRUE(is_near("GTPBot", "GPTBot", 1));
    EXPECT_FALSE(is_near("Teleport", "TeleportPro", 2));
    EXPECT_TRUE(is_near("Teleport", "TeleportPro", 3));
    EXPECT_FALSE(is_near("ab", "cd", 1));
}

TEST(NearWord, OneEditAtATimeIsADistance) {
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        std::string word;
        for (auto left = random() % 8; left > 0; --left) {
            word += static_cast<char>('a' + random() % 3);
        }
        std::string other = word;
        const std::size_t at = random() % (other.size() + 1);
        other.insert(at, 1, 'z');
        EXPECT_EQ(typing_errors(word, other), 1U);
        EXPECT_EQ(typing_errors(other, word), 1U);
    }
}

}  // namespace
}  // namespace robots
