#include <gtest/gtest.h>

#include "status/page/escape.hpp"

namespace robots::status {
namespace {

std::string text(std::string_view of) {
    std::string out;
    append_text(out, of);
    return out;
}

std::string foreign(std::string_view of, std::size_t max) {
    std::string out;
    append_foreign(out, of, max);
    return out;
}

std::string attribute(std::string_view of) {
    std::string out;
    append_attribute(out, of);
    return out;
}

std::string query_value(std::string_view of) {
    std::string out;
    append_query_value(out, of);
    return out;
}

std::string odd(std::string_view name) {
    return "<span class=\"odd\">" + std::string(name) + "</span>";
}

TEST(StatusEscape, MarkupBecomesText) {
    EXPECT_EQ(text("<script>\"'&</script>"),
              "&lt;script&gt;&quot;&#39;&amp;&lt;/script&gt;");
    EXPECT_EQ(attribute("\"><script>'&"), "&quot;&gt;&lt;script&gt;&#39;&amp;");
}

TEST(StatusEscape, OrdinaryTextIsUnchanged) {
    const std::string words = "Größe קטן 东 \xF0\x9F\xA4\x96 /a?b=*$";
    EXPECT_EQ(text(words), words);
    EXPECT_EQ(attribute(words), words);
}

TEST(StatusEscape, ControlCharactersAreSpelledOut) {
    EXPECT_EQ(text(std::string_view("a\0b\r\n\x1B\x7F", 7)),
              "a" + odd("U+0000") + "b" + odd("U+000D") + odd("U+000A") +
                  odd("U+001B") + odd("U+007F"));
    EXPECT_EQ(text("\xC2\x85"), odd("U+0085"));
}

TEST(StatusEscape, ReorderingAndHiddenCharactersAreSpelledOut) {
    EXPECT_EQ(text("bot\xE2\x80\xAEtxt"), "bot" + odd("U+202E") + "txt");
    EXPECT_EQ(text("\xE2\x81\xA6"), odd("U+2066"));
    EXPECT_EQ(text("\xE2\x80\x8B"), odd("U+200B"));
    EXPECT_EQ(text("\xEF\xBB\xBF"), odd("U+FEFF"));
    EXPECT_EQ(text("\xF3\xA0\x81\x81"), odd("U+E0041"));
}

TEST(StatusEscape, InvalidUtf8IsSpelledOutByOctet) {
    EXPECT_EQ(text("\xFF\x80"), odd("\\xFF") + odd("\\x80"));
    // A "<" in two octets, half of a surrogate pair, beyond Unicode.
    EXPECT_EQ(text("\xC0\xBC"), odd("\\xC0") + odd("\\xBC"));
    EXPECT_EQ(text("\xED\xA0\x80"), odd("\\xED") + odd("\\xA0") + odd("\\x80"));
    EXPECT_EQ(text("\xF4\x90\x80\x80"),
              odd("\\xF4") + odd("\\x90") + odd("\\x80") + odd("\\x80"));
}

TEST(StatusEscape, ATruncatedCharacterSwallowsNoMarkup) {
    EXPECT_EQ(text("\xE2\x80<b>"), odd("\\xE2") + odd("\\x80") + "&lt;b&gt;");
    EXPECT_EQ(text("\xF0"), odd("\\xF0"));
    EXPECT_EQ(attribute("\xE2\">"), "\xEF\xBF\xBD&quot;&gt;");
}

TEST(StatusEscape, ForeignTextHasItsOwnDirection) {
    EXPECT_EQ(foreign("קטן", 512), "<bdi>קטן</bdi>");
}

TEST(StatusEscape, LongTextIsCutBetweenCharacters) {
    EXPECT_EQ(foreign("abcdef", 6), "<bdi>abcdef</bdi>");
    EXPECT_EQ(foreign("abcdef", 4), "<bdi>abcd</bdi>" + odd("… 2 more octets"));
    EXPECT_EQ(foreign("abcö", 4), "<bdi>abc</bdi>" + odd("… 2 more octets"));
}

TEST(StatusEscape, AnAttributeCannotBeLeft) {
    EXPECT_EQ(attribute(std::string_view("\0\n\x1F", 3)),
              "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    EXPECT_EQ(attribute("\xE2\x80\xAE"), "\xEF\xBF\xBD");
}

TEST(StatusEscape, AQueryValueIsPercentEncoded) {
    EXPECT_EQ(query_value("AZaz09-._~"), "AZaz09-._~");
    EXPECT_EQ(query_value("*.a.b:8443 &=+\"\xC3\xB6"),
              "%2A.a.b%3A8443%20%26%3D%2B%22%C3%B6");
}

}  // namespace
}  // namespace robots::status
