#include "policy/base/text.hpp"

#include <gtest/gtest.h>

namespace robots {

TEST(Trim, RemovesBlanksAtBothEnds) {
    EXPECT_EQ(trim(" \ta b\t "), "a b");
    EXPECT_EQ(trim("a"), "a");
    EXPECT_EQ(trim(" \t "), "");
    EXPECT_EQ(trim(""), "");
    EXPECT_EQ(trim("\ra\r"), "\ra\r");
    EXPECT_EQ(trim("\r a\r", " \r"), "a");
}

TEST(Trim, PointsIntoTheText) {
    const std::string_view text = "  a ";
    EXPECT_EQ(trim(text).data(), text.data() + 2);
}

TEST(Quoted, PutsBackticksAroundTheText) {
    EXPECT_EQ(robots::cited("a b"), "`a b`");
    EXPECT_EQ(robots::cited(""), "``");
}

TEST(Quoted, ShowsOctetsThatAreNotPrintableAsQuestionMarks) {
    EXPECT_EQ(robots::cited("a\n\xff"), "`a??`");
    EXPECT_EQ(robots::cited("caf\xC3\xA9"), "`caf\xC3\xA9`");
}

TEST(Quoted, CutsALongTextBetweenTwoCharacters) {
    EXPECT_EQ(robots::cited("abcd", 4), "`abcd`");
    EXPECT_EQ(robots::cited("abcde", 4), "`abcd...`");
    EXPECT_EQ(robots::cited("abc\xC3\xA9", 4), "`abc...`");
    EXPECT_EQ(robots::cited(std::string(100, 'x')),
              '`' + std::string(80, 'x') + "...`");
}

}  // namespace robots
