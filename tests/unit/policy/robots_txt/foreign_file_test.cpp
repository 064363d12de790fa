#include "policy/robots_txt/foreign_file.hpp"

#include <gmock/gmock.h>

#include <string>

#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;

std::string why(std::string_view text) {
    return std::string(why_foreign(text));
}

}  // namespace

TEST(ForeignFile, NoRobotsTxtIsOne) {
    for (const CorpusFile& file : real_shapes()) {
        EXPECT_EQ(why(file.text), "") << file.name;
    }
    for (const char* text : {"", "\n", "# {\"a\": 1}\n", "\xEF\xBB\xBF", "[x",
                             "<3\nUser-agent: *\n", "{x}", "B", "G"}) {
        EXPECT_EQ(why(text), "") << text;
    }
    EXPECT_EQ(why(std::string("User-agent: *\0\nDisallow: /\n", 27)), "");
}

TEST(ForeignFile, WhatIsServedInPlaceOfOneIsNamed) {
    for (const CorpusFile& file : not_robots_txt_shapes()) {
        EXPECT_NE(why(file.text), "") << file.name;
    }
    EXPECT_THAT(why("<!doctype html>"), HasSubstr("an HTML page"));
    EXPECT_THAT(why("\n <HTML>"), HasSubstr("an HTML page"));
    EXPECT_THAT(why("<?PHP echo"), HasSubstr("PHP"));
    EXPECT_THAT(why("{}"), HasSubstr("JSON"));
    EXPECT_THAT(why("[\n{"), HasSubstr("JSON"));
    EXPECT_THAT(why("\x1F\x8B\x08"), HasSubstr("compressed"));
    EXPECT_THAT(why(std::string("\xFF\xFEU\0", 4)), HasSubstr("UTF-16"));
    EXPECT_THAT(why(std::string("U\0s\0e\0r\0", 8)), HasSubstr("UTF-16"));
    EXPECT_THAT(why(std::string("\0U\0s\0e\0r", 8)), HasSubstr("UTF-16"));
    EXPECT_THAT(why("\xC3\xAF\xC2\xBB\xC2\xBFUser-agent: *"),
                HasSubstr("encoded twice"));
}

}  // namespace robots
