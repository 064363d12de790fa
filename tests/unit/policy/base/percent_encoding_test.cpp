#include "policy/base/percent_encoding.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

TEST(PercentTriplet, ReadsTwoHexDigitsOfAnyCase) {
    EXPECT_EQ(percent_triplet("%2f", 0), '/');
    EXPECT_EQ(percent_triplet("%2F", 0), '/');
    EXPECT_EQ(percent_triplet("a%00", 1), 0);
    EXPECT_EQ(percent_triplet("%fF", 0), 0xff);
}

TEST(PercentTriplet, IsMinusOneWhereNoneStarts) {
    EXPECT_EQ(percent_triplet("%", 0), -1);
    EXPECT_EQ(percent_triplet("%2", 0), -1);
    EXPECT_EQ(percent_triplet("%g0", 0), -1);
    EXPECT_EQ(percent_triplet("%0g", 0), -1);
    EXPECT_EQ(percent_triplet("%%41", 0), -1);
    EXPECT_EQ(percent_triplet("a41", 0), -1);
    EXPECT_EQ(percent_triplet("", 0), -1);
    EXPECT_EQ(percent_triplet("%41", 3), -1);
}

TEST(IsUnreserved, Rfc3986_2_3) {
    const std::string unreserved =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (int octet = 0; octet < 256; ++octet) {
        EXPECT_EQ(
            is_unreserved(static_cast<unsigned char>(octet)),
            unreserved.find(static_cast<char>(octet)) != std::string::npos)
            << octet;
    }
}

TEST(AppendTriplet, IsUpperCase) {
    std::string out = "x";
    append_triplet(out, 0xab);
    append_triplet(out, 0);
    EXPECT_EQ(out, "x%AB%00");
}

TEST(NormalisePercentEncoding, Rfc9309_2_2_2_DecodesUnreservedOnly) {
    EXPECT_EQ(normalise_percent_encoding("/%41%7a%30%2D%2e%5F%7E"), "/Az0-._~");
    EXPECT_EQ(normalise_percent_encoding("%2f%3f%23%25%2a%24%20%c3"),
              "%2F%3F%23%25%2A%24%20%C3");
}

TEST(NormalisePercentEncoding, DecodesOnce) {
    EXPECT_EQ(normalise_percent_encoding("%2541"), "%2541");
    EXPECT_EQ(normalise_percent_encoding("%252F"), "%252F");
}

TEST(NormalisePercentEncoding, EncodesOctetsThatNoUriContains) {
    EXPECT_EQ(normalise_percent_encoding(" \"<>\\^`{|}\x7f\x01"),
              "%20%22%3C%3E%5C%5E%60%7B%7C%7D%7F%01");
    EXPECT_EQ(normalise_percent_encoding(std::string("\0", 1)), "%00");
    EXPECT_EQ(normalise_percent_encoding("\xC3\xA4"), "%C3%A4");
    EXPECT_EQ(normalise_percent_encoding("\xFF"), "%FF");
}

TEST(NormalisePercentEncoding, LeavesReservedOctetsAndLonePercentSigns) {
    const std::string reserved = ":/?#[]@!$&'()*+,;=";
    EXPECT_EQ(normalise_percent_encoding(reserved), reserved);
    EXPECT_EQ(normalise_percent_encoding("100%"), "100%");
    EXPECT_EQ(normalise_percent_encoding("%zz%4"), "%zz%4");
    EXPECT_EQ(normalise_percent_encoding(""), "");
}

TEST(MayNeedNormalising, IsFalseOnlyWhereNothingChanges) {
    for (int octet = 0; octet < 256; ++octet) {
        const std::string text = {'/', static_cast<char>(octet)};
        if (!may_need_normalising(text)) {
            EXPECT_EQ(normalise_percent_encoding(text), text) << octet;
        }
    }
    EXPECT_FALSE(may_need_normalising("/a/b?c=d&e=*$"));
    EXPECT_FALSE(may_need_normalising(""));
    EXPECT_TRUE(may_need_normalising("/%2F"));
    EXPECT_TRUE(may_need_normalising("/\xC3\xA4"));
    EXPECT_TRUE(may_need_normalising("/a b"));
}

TEST(EncodeLiteral, EncodesWhatRobotsTxtGivesAMeaning) {
    EXPECT_EQ(encode_literal("/a*b$"), "/a%2Ab%24");
    EXPECT_EQ(encode_literal("/a#b"), "/a%23b");
    EXPECT_EQ(encode_literal("/find?q=<x y>"), "/find?q=%3Cx%20y%3E");
    EXPECT_EQ(encode_literal("\t\n\xC3\xA4"), "%09%0A%C3%A4");
}

TEST(EncodeLiteral, KeepsTripletsAndEncodesLonePercentSigns) {
    EXPECT_EQ(encode_literal("/a%2Fb%41"), "/a%2Fb%41");
    EXPECT_EQ(encode_literal("100%"), "100%25");
    EXPECT_EQ(encode_literal("%zz"), "%25zz");
}

TEST(EncodeLiteral, KeepsOtherReservedOctets) {
    const std::string kept = "/?:@!&'()+,;=[]~";
    EXPECT_EQ(encode_literal(kept), kept);
}

}  // namespace
}  // namespace robots
