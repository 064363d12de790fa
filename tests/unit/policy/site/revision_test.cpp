#include "policy/site/policy.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace robots {
namespace {

TEST(Revision, IsSixteenDigits) {
    EXPECT_EQ(Revision(0).text(), "0000000000000000");
    EXPECT_EQ(Revision(0x0123456789abcdef).text(), "0123456789abcdef");
    EXPECT_EQ(Revision(UINT64_MAX).text(), "ffffffffffffffff");
}

TEST(Revision, IsTheSameForTheSameHash) {
    EXPECT_EQ(Revision(), Revision(0));
    EXPECT_EQ(Revision(7), Revision(7));
    EXPECT_NE(Revision(7), Revision(8));
}

}  // namespace
}  // namespace robots
