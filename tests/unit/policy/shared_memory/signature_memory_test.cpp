// What is remembered of verified signatures, and what is not.

#include "policy/shared_memory/signature_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

namespace robots {
namespace {

constexpr Utc kNow{1'800'000'000};

class Signatures : public ::testing::Test {
  protected:
    struct alignas(SignatureMemory::kAlignment) Line {
        std::array<std::uint64_t, 8> words{};
    };
    SignatureMemory table() {
        return {memory_.data(), memory_.size() * sizeof(Line)};
    }
    SignatureKey key() { return {random_(), random_()}; }

    std::vector<Line> memory_ = std::vector<Line>(16);
    std::mt19937_64 random_{9};
};

TEST_F(Signatures, AreKeptUntilTheyExpire) {
    SignatureMemory table = this->table();
    const SignatureKey one = key();
    EXPECT_FALSE(table.knows(one, kNow));
    EXPECT_FALSE(table.has_met(one.second, kNow));
    table.keep(one, kNow + Utc(300), kNow);
    EXPECT_TRUE(table.has_met(one.second, kNow));
    EXPECT_FALSE(table.has_met(one.second + 1, kNow));
    EXPECT_FALSE(table.has_met(one.second, kNow + Utc(316)));
    EXPECT_FALSE(table.knows({one.first + 1, one.second}, kNow));
    EXPECT_TRUE(table.knows(one, kNow));
    EXPECT_TRUE(table.knows(one, kNow + Utc(299)));
    EXPECT_FALSE(table.knows(one, kNow + Utc(316)));
    EXPECT_FALSE(table.knows(key(), kNow));
    EXPECT_EQ(table.capacity(), 64U);
}

TEST_F(Signatures, EachHalfOfTheHashCounts) {
    SignatureMemory table = this->table();
    const SignatureKey one = key();
    table.keep(one, kNow + Utc(300), kNow);
    for (int bit = 0; bit < 64; ++bit) {
        EXPECT_FALSE(table.knows(
            {one.first ^ std::uint64_t{1} << bit, one.second}, kNow));
    }
    // Of the second half 35 bits are kept, and some say which bucket.
    for (int bit = 0; bit < 35; ++bit) {
        EXPECT_FALSE(table.knows(
            {one.first, one.second ^ std::uint64_t{1} << bit}, kNow));
    }
}

// Whatever half of an entry is another's, it says nothing.
TEST_F(Signatures, AHalfWrittenEntryIsNone) {
    SignatureMemory table = this->table();
    SignatureKey one = key();
    SignatureKey other = key();
    other.second = one.second + 64 * 16;  // the same bucket
    table.keep(one, kNow + Utc(300), kNow);
    const auto first = memory_;
    std::fill(memory_.begin(), memory_.end(), Line{});
    table.keep(other, kNow + Utc(900), kNow);
    const auto second = memory_;
    for (std::size_t line = 0; line < memory_.size(); ++line) {
        for (const std::size_t word : {0U, 1U}) {
            memory_ = first;
            memory_[line].words[word] = second[line].words[word];
            const bool same = std::memcmp(memory_.data(), first.data(),
                                          first.size() * sizeof(Line)) == 0;
            EXPECT_EQ(table.knows(one, kNow), same);
            EXPECT_FALSE(table.knows(other, kNow));
        }
    }
}

TEST_F(Signatures, InAFullBucketTheFirstToExpireGoes) {
    memory_.resize(1);
    SignatureMemory table = this->table();
    std::vector<SignatureKey> keys;
    for (int i = 0; i < 4; ++i) {
        keys.push_back(key());
        table.keep(keys.back(), kNow + Utc(1000 - i * 100), kNow);
    }
    const SignatureKey next = key();
    table.keep(next, kNow + Utc(2000), kNow);
    EXPECT_TRUE(table.knows(next, kNow));
    EXPECT_FALSE(table.knows(keys[3], kNow));
    EXPECT_TRUE(table.knows(keys[0], kNow));
    EXPECT_TRUE(table.knows(keys[1], kNow));
    EXPECT_TRUE(table.knows(keys[2], kNow));
}

TEST_F(Signatures, ManyThreadsWriteAtOnce) {
    memory_.resize(2);
    SignatureMemory table = this->table();
    std::vector<std::thread> threads;
    for (std::uint64_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([table, thread]() mutable {
            std::mt19937_64 random(thread);
            for (int i = 0; i < 20000; ++i) {
                const SignatureKey key{random(), random()};
                table.keep(key, kNow + Utc(300), kNow);
                // It may be gone, but no other is taken for it.
                EXPECT_FALSE(table.knows({key.first + 1, key.second}, kNow));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST(SignatureKeys, DependOnAllThatIsSigned) {
    const Keys keys(Secret{1, 2});
    const Keys others(Secret{1, 3});
    const auto differ = [](const SignatureKey& a, const SignatureKey& b) {
        return a.first != b.first && a.second != b.second;
    };
    const SignatureKey key = keys.signature("text", "signature");
    EXPECT_FALSE(differ(key, keys.signature("text", "signature")));
    EXPECT_TRUE(differ(key, keys.signature("text", "signaturf")));
    EXPECT_NE(key.first, keys.signature("texu", "signature").first);
    EXPECT_EQ(key.second, keys.signature("texu", "signature").second);
    EXPECT_TRUE(differ(key, keys.signature("texts", "ignature")));
    EXPECT_TRUE(differ(key, keys.signature("textsignature", "")));
    EXPECT_TRUE(differ(key, others.signature("text", "signature")));
    EXPECT_NE(key.first, key.second);
}

}  // namespace
}  // namespace robots
