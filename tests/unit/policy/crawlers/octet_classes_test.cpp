#include "policy/crawlers/octet_classes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots {
namespace {

using Block = std::array<char, OctetClasses::kBlock>;

bool has(std::uint64_t bits, std::size_t at) {
    return (bits >> at & 1) != 0;
}

TEST(OctetClasses, SayOfEachOctetWhatItIs) {
    for (int first = 0; first < 256; first += OctetClasses::kBlock) {
        Block block;
        Block cores;
        for (std::size_t i = 0; i < block.size(); ++i) {
            block[i] = static_cast<char>(first + static_cast<int>(i));
        }
        const OctetClasses classes = classify_block(block.data(), cores.data());
        for (std::size_t i = 0; i < block.size(); ++i) {
            const char c = block[i];
            const bool core =
                c != '.' && is_token_octet(static_cast<unsigned char>(c));
            EXPECT_EQ(has(classes.core, i), core) << first + i;
            EXPECT_EQ(has(classes.alphanumeric, i),
                      core && c != '-' && c != '_')
                << first + i;
            EXPECT_EQ(has(classes.dot, i), c == '.') << first + i;
            EXPECT_EQ(has(classes.t_or_r, i), fold(c) == 't' || fold(c) == 'r')
                << first + i;
            EXPECT_EQ(cores[i], core ? fold(c) : '\0') << first + i;
        }
    }
}

TEST(OctetClasses, AreTheSameWithoutVectors) {
    std::minstd_rand random(1);
    for (int round = 0; round < 2000; ++round) {
        Block block;
        for (char& c : block) {
            c = static_cast<char>(random() >> 8);
        }
        Block cores;
        Block portable_cores;
        const OctetClasses fast = classify_block(block.data(), cores.data());
        const OctetClasses portable =
            classify_block_portably(block.data(), portable_cores.data());
        ASSERT_EQ(cores, portable_cores);
        ASSERT_EQ(fast.alphanumeric, portable.alphanumeric);
        ASSERT_EQ(fast.core, portable.core);
        ASSERT_EQ(fast.dot, portable.dot);
        ASSERT_EQ(fast.t_or_r, portable.t_or_r);
    }
}

}  // namespace
}  // namespace robots
