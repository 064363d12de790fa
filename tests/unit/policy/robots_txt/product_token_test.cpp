#include "policy/robots_txt/product_token.hpp"
#include "policy/base/ascii.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

TEST(TokenOctet, Rfc9309_2_2_1_LettersUnderscoreAndHyphen) {
    const std::string rfc =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";
    const std::string more = "0123456789.";
    for (int i = 0; i < 256; ++i) {
        const auto octet = static_cast<unsigned char>(i);
        const char c = static_cast<char>(octet);
        const bool in_rfc = rfc.find(c) != std::string::npos;
        EXPECT_EQ(is_rfc_token_octet(octet), in_rfc) << i;
        EXPECT_EQ(is_token_octet(octet),
                  in_rfc || more.find(c) != std::string::npos)
            << i;
    }
}

TEST(Fold, IsAsciiLowerCaseAndNoMore) {
    EXPECT_EQ(fold("GoogleBot-2.1_Z"), "googlebot-2.1_z");
    EXPECT_EQ(fold("\xC3\x84[@`{"), "\xC3\x84[@`{");
    EXPECT_EQ(fold('A'), 'a');
    EXPECT_EQ(fold('Z'), 'z');
    EXPECT_EQ(fold('a'), 'a');
    EXPECT_EQ(fold(""), "");
}

TEST(EqualFolded, ComparesWithoutCase) {
    EXPECT_TRUE(equal_folded("GOOGLEBOT", "googlebot"));
    EXPECT_TRUE(equal_folded("", ""));
    EXPECT_FALSE(equal_folded("Googlebot", "Googlebo"));
    EXPECT_FALSE(equal_folded("Googlebo", "Googlebot"));
    EXPECT_FALSE(equal_folded("a[", "a{"));
}

TEST(LeadingProductToken, Rfc9309_2_2_1_EndsAtTheFirstOtherOctet) {
    EXPECT_EQ(leading_product_token("Googlebot"), "Googlebot");
    EXPECT_EQ(leading_product_token("Googlebot/2.1"), "Googlebot");
    EXPECT_EQ(leading_product_token("Foo Bar"), "Foo");
    EXPECT_EQ(leading_product_token("Foo\tBar"), "Foo");
    EXPECT_EQ(leading_product_token("Googlebot*"), "Googlebot");
    EXPECT_EQ(leading_product_token("Goo\xC3\xA4"), "Goo");
}

TEST(LeadingProductToken, KeepsDigitsDotsAndUnderscores) {
    EXPECT_EQ(leading_product_token("MJ12bot/v1.4.8"), "MJ12bot");
    EXPECT_EQ(leading_product_token("archive.org_bot"), "archive.org_bot");
    EXPECT_EQ(leading_product_token("007ac9 Crawler"), "007ac9");
}

TEST(LeadingProductToken, StarStandsAloneOrBeforeABlank) {
    EXPECT_EQ(leading_product_token("*"), "*");
    EXPECT_EQ(leading_product_token("* bar"), "*");
    EXPECT_EQ(leading_product_token("*\tbar"), "*");
    EXPECT_EQ(leading_product_token("*bar"), "");
    EXPECT_EQ(leading_product_token("**"), "");
    EXPECT_EQ(leading_product_token("*/1.0"), "");
}

TEST(LeadingProductToken, IsEmptyWhereNoneStarts) {
    EXPECT_EQ(leading_product_token(""), "");
    EXPECT_EQ(leading_product_token(" Googlebot"), "");
    EXPECT_EQ(leading_product_token("(Googlebot)"), "");
    EXPECT_EQ(leading_product_token("/"), "");
    EXPECT_EQ(leading_product_token("\xC3\xA4"), "");
}

}  // namespace
}  // namespace robots
