#include "policy/base/utf8.hpp"

#include <gtest/gtest.h>

namespace robots {

namespace {

// The code point of all of `text`, if it is one character.
char32_t code(std::string_view text) {
    const Character character = character_at(text, 0);
    EXPECT_EQ(character.octets, text.size()) << text;
    return character.code;
}

}  // namespace

TEST(Utf8, CharactersOfEachLength) {
    EXPECT_EQ(code("a"), U'a');
    EXPECT_EQ(code(std::string_view("\0", 1)), U'\0');
    EXPECT_EQ(code("\xC2\x80"), U'\x80');
    EXPECT_EQ(code("\xDF\xBF"), U'\x7ff');
    EXPECT_EQ(code("\xE0\xA0\x80"), U'\x800');
    EXPECT_EQ(code("\xED\x9F\xBF"), U'\xd7ff');
    EXPECT_EQ(code("\xEF\xBF\xBF"), U'\xffff');
    EXPECT_EQ(code("\xF0\x90\x80\x80"), U'\x10000');
    EXPECT_EQ(code("\xF4\x8F\xBF\xBF"), U'\x10ffff');
}

TEST(Utf8, IllFormedSequencesHaveNoOctets) {
    for (const char* text : {
             "\x80",              // a continuation without a start
             "\xC3",              // cut short
             "\xC3(",             // followed by no continuation
             "\xE2\x82",          // cut short
             "\xC1\xBF",          // over-long
             "\xE0\x9F\xBF",      // over-long
             "\xF0\x8F\xBF\xBF",  // over-long
             "\xED\xA0\x80",      // a surrogate
             "\xF4\x90\x80\x80",  // beyond U+10FFFF
             "\xF8\x88\x80\x80",
             "\xFF",
         }) {
        EXPECT_EQ(character_at(text, 0).octets, 0u) << text;
    }
    EXPECT_EQ(character_at("a", 1).octets, 0u);
}

TEST(Utf8, LineOfTextHasNoControls) {
    EXPECT_TRUE(is_line_of_text("caf\xC3\xA9 \xF0\x9F\x90\xA6"));
    for (const char* text : {"a\n", "\t", "\x7f", "\xC2\x85", "\xE2\x80\xA8",
                             "\xE2\x80\xA9", "\xff"}) {
        EXPECT_FALSE(is_line_of_text(text)) << text;
    }
}

}  // namespace robots
