// RFC 9651, sections 3 and 4: what each type may look like. The cases follow
// those that implementations share.

#include "policy/signature/structured_fields.hpp"

#include <gtest/gtest.h>

#include <random>

#include "policy/signature/field_text.hpp"

namespace robots::signature {
namespace {

// How an item is written, or "none".
std::string item(std::string_view field) {
    const auto read = read_item(field);
    return read ? written(*read) : "none";
}

// How a dictionary is written, or "none".
std::string dictionary(std::string_view field) {
    const auto read = read_dictionary(field);
    if (!read) {
        return "none";
    }
    std::string out;
    for (const Member& member : *read) {
        out += (out.empty() ? "" : ", ") + member.key + '=' + written(member);
    }
    return out;
}

// Written as it was read.
void expect_same(std::string_view field) {
    EXPECT_EQ(item(field), field);
}
void expect_none(std::string_view field) {
    EXPECT_EQ(item(field), "none") << field;
}

TEST(StructuredFields, Integers) {
    for (const char* field : {"42", "0", "-42", "123456789012345",
                              "-123456789012345", "999999999999999"}) {
        expect_same(field);
    }
    EXPECT_EQ(item("00"), "0");
    EXPECT_EQ(item("-0"), "0");
    EXPECT_EQ(item("042"), "42");
    EXPECT_EQ(item("-042"), "-42");
    EXPECT_EQ(item("  1 "), "1");
    for (const char* field : {"", "-", "--1", "-a23", "4-2", "+1", "2,3", "1 2",
                              "1000000000000000", "\t1", "1\t", "0x1"}) {
        expect_none(field);
    }
}

TEST(StructuredFields, Decimals) {
    for (const char* field :
         {"1.23", "-1.23", "1.5", "0.125", "123456789012.125", "-0.5", "1.0"}) {
        expect_same(field);
    }
    EXPECT_EQ(item("1.500"), "1.5");
    EXPECT_EQ(item("100.20"), "100.2");
    for (const char* field : {"1.", ".1", "1.1234", "1.5.4", "1..4",
                              "1234567890123.0", "-.5", "-1."}) {
        expect_none(field);
    }
}

TEST(StructuredFields, Strings) {
    for (const char* field : {R"("foo bar")", R"("")", R"("b \" a")",
                              R"("b \\ a")", R"("~!@#$%^&*(")"}) {
        expect_same(field);
    }
    for (const char* field :
         {R"("foo)", R"(")", R"("\)", R"("\")", R"("\,")", "\"\t\"", "\"\n\"",
          "'foo'", "\"f\xc3\xbc\"", "\"\x7f\"", R"("a"b)"}) {
        expect_none(field);
    }
    EXPECT_EQ(read_item(R"("a\"b")")->value.text, "a\"b");
}

TEST(StructuredFields, Tokens) {
    for (const char* field :
         {"a_b-c.d3:f%00/*", "A", "*", "foo/bar:baz", "a!#$%&'*+-.^_`|~"}) {
        expect_same(field);
    }
    for (const char* field : {"a(", "a b", "(a", "!a", "a\"", "é"}) {
        expect_none(field);
    }
}

TEST(StructuredFields, Octets) {
    expect_same(":aGVsbG8=:");
    expect_same("::");
    expect_same(":/+Ah:");
    EXPECT_EQ(read_item(":aGVsbG8=:")->value.text, "hello");
    EXPECT_EQ(item(":aGVsbG8:"), ":aGVsbG8=:");
    EXPECT_EQ(item(":iZ==:"), ":iQ==:");
    for (const char* field :
         {":aGVsbG8=", ":", ":aGVsb G8=:", ":aGVsbG!8=:", ":aGVsbG8=!:",
          ":_-Ah:", ":aGVsbG8=:a", ":a:", ":=aGVsbG8=:", ":aGVsbG8==:"}) {
        expect_none(field);
    }
}

TEST(StructuredFields, BooleansAndDates) {
    for (const char* field :
         {"?0", "?1", "@1659578233", "@0", "@-1659578233"}) {
        expect_same(field);
    }
    for (const char* field : {"?2", "?", "?T", "? 1", "?-0", "@", "@1.5", "@a",
                              "@1000000000000000", "@\"1\""}) {
        expect_none(field);
    }
}

TEST(StructuredFields, DisplayStrings) {
    for (const char* field : {R"(%"foo bar")", R"(%"f%c3%bc%c3%bc")",
                              R"(%"foo %22bar%22 \ baz %25")", R"(%"")"}) {
        expect_same(field);
    }
    for (const char* field :
         {R"(%"f%C3%BC")", "%\"\t\"", "%'foo'", "%foo", R"(%"foo)", "%",
          R"(%"foo %a")", R"(%"foo %)", R"(%"%c3%28")", R"(%"%a0%a1")",
          R"(%"%e2%28%a1")", R"(%"%f0%28%8c%28")", R"(%"%g0")"}) {
        expect_none(field);
    }
}

TEST(StructuredFields, Parameters) {
    EXPECT_EQ(item("a;b;c=?1;d=?0;e=1;  f=\"x\""), "a;b;c;d=?0;e=1;f=\"x\"");
    EXPECT_EQ(item("a;b=1;c=2;b=3"), "a;b=3;c=2");
    EXPECT_EQ(item("1;*a.b-c_9*=x"), "1;*a.b-c_9*=x");
    for (const char* field : {"a ;b", "a;b =1", "a;b= 1", "a;", "a;=1", "a;B",
                              "a;1", "a;b=", "a;b=(1)", "a;\tb"}) {
        expect_none(field);
    }
}

TEST(StructuredFields, Dictionaries) {
    EXPECT_EQ(dictionary(""), "");
    EXPECT_EQ(dictionary("  "), "");
    EXPECT_EQ(dictionary("en=\"Applepie\", da=:w4ZibGV0w6ZydGUK:"),
              "en=\"Applepie\", da=:w4ZibGV0w6ZydGUK:");
    EXPECT_EQ(dictionary("a=1 ,\t b=2"), "a=1, b=2");
    EXPECT_EQ(dictionary("a=1,b=2,a=3"), "a=3, b=2");
    EXPECT_EQ(dictionary("a=?0, b, c;x=1"), "a=?0, b=?1, c=?1;x=1");
    EXPECT_EQ(dictionary("a=(1 2)"), "a=(1 2)");
    EXPECT_EQ(dictionary("a=( 1   2 );q=1.0, b=()"), "a=(1 2);q=1.0, b=()");
    EXPECT_EQ(dictionary("a=(\"x\";key=\"y\" z;b)"), "a=(\"x\";key=\"y\" z;b)");
    for (const char* field :
         {"a=1,",   "a=1,,b=2", ",a=1",   "a=1 b=2", "a= 1",     "a =1",
          "A=1",    "1=a",      "=1",     "a=",      "a=,b=1",   "a=(1",
          "a=(1 2", "a=1)",     "a=(1)b", "a=(1,2)", "a=(1\t2)", "a=((1))",
          "a=(1;)", "a=\"x",    "a=1;\tb"}) {
        EXPECT_EQ(dictionary(field), "none") << field;
    }
}

TEST(StructuredFields, AreBounded) {
    std::string members = "a";
    std::string items = "a=(1";
    std::string parameters = "a";
    for (std::size_t i = 0; i < kMostOfAField; ++i) {
        members += ",b" + std::to_string(i);
        items += " 1";
        parameters += ";b" + std::to_string(i);
    }
    EXPECT_EQ(dictionary(members), "none");
    EXPECT_EQ(dictionary(items + ")"), "none");
    EXPECT_EQ(item(parameters + ";b"), "none");
    EXPECT_NE(item(parameters), "none");
    // Those that come again count, too.
    std::string repeated = "a";
    std::string again = "a";
    for (std::size_t i = 0; i < kMostOfAField; ++i) {
        repeated += ";b";
        again += i == 0 ? "" : ",a";
    }
    EXPECT_EQ(item(repeated), "a;b");
    EXPECT_EQ(item(repeated + ";b"), "none");
    EXPECT_NE(dictionary(again), "none");
    EXPECT_EQ(dictionary(again + ",a"), "none");
}

// Any octets are read without a fault, and what is read is written so that it
// is read alike.
TEST(StructuredFields, WhatIsWrittenIsReadAlike) {
    constexpr std::string_view kOctets =
        "aab01=\"\",;() :?@%*.-\\\t\x80"
        "AGVsbG8tag";
    std::mt19937 random(3);
    int some = 0;
    for (int i = 0; i < 60000; ++i) {
        std::string field =
            i % 2 == 0 ? "a=(\"b\";c=1 :AQID:;d);e=@1, f=?0" : "";
        const auto changes = i % 2 == 0 ? 2 : random() % 12;
        for (std::size_t j = 0; j < changes; ++j) {
            field.insert(random() % (field.size() + 1), 1,
                         kOctets[random() % kOctets.size()]);
        }
        const std::string once = dictionary(field);
        if (once != "none") {
            EXPECT_EQ(dictionary(once), once) << field;
            ++some;
        }
        const std::string single = item(field);
        if (single != "none") {
            EXPECT_EQ(item(single), single) << field;
        }
    }
    EXPECT_GT(some, 1000);
}

}  // namespace
}  // namespace robots::signature
