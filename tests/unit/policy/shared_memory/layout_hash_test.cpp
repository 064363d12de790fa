#include "policy/shared_memory/layout_hash.hpp"

#include <gtest/gtest.h>

#include <set>

namespace robots {
namespace {

TEST(LayoutHash, AnotherSizeOrAnotherPlaceIsAnotherLayout) {
    constexpr std::uint64_t kOne = layout_hash({8, 16, 24});
    static_assert(kOne == layout_hash({8, 16, 24}));
    std::set<std::uint64_t> all{kOne};
    for (std::size_t size = 0; size < 1000; ++size) {
        if (size != 8) {
            EXPECT_TRUE(all.insert(layout_hash({size, 16, 24})).second) << size;
        }
        if (size != 16) {
            EXPECT_TRUE(all.insert(layout_hash({8, size, 24})).second) << size;
        }
    }
    EXPECT_TRUE(all.insert(layout_hash({16, 8, 24})).second);
    EXPECT_TRUE(all.insert(layout_hash({8, 16})).second);
}

// As a record that got one more word.
TEST(LayoutHash, ARecordThatGrowsIsAnotherLayout) {
    struct Before {
        std::uint64_t words[2];
    };
    struct After {
        std::uint64_t words[3];
    };
    EXPECT_NE(layout_hash({sizeof(Before)}), layout_hash({sizeof(After)}));
}

}  // namespace
}  // namespace robots
