#include "policy/robots_txt/content_kind.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;

std::string why(std::string_view text) {
    return std::string(why_foreign(text));
}

std::string kind(std::string_view text) {
    std::vector<ReadLine> lines;
    read_lines(text, Reading::lenient, lines);
    return std::string(to_string(content_kind(text, lines)));
}

}  // namespace

TEST(ContentKind, IsToldByTheFirstOctets) {
    using namespace std::string_literals;
    EXPECT_EQ(kind(""), "empty");
    EXPECT_EQ(kind(" \r\n"), "empty");
    EXPECT_EQ(kind("# nothing here\n\n#"), "robots.txt");
    EXPECT_EQ(kind("\n <!DOCTYPE html><p>"), "html");
    EXPECT_EQ(kind("<?php echo 1;"), "html");
    EXPECT_EQ(kind("<?xml version=\"1.0\"?><Error/>"), "xml");
    EXPECT_EQ(kind("<?xml version=\"1.0\"?><HTML>"), "html");
    EXPECT_EQ(kind("{\"error\": 404}"), "json");
    EXPECT_EQ(kind("[]"), "json");
    EXPECT_EQ(kind("[section"), "other-text");
    EXPECT_EQ(kind("<3"), "other-text");
    EXPECT_EQ(kind("\xFF\xFEU\0s\0"s), "utf-16");
    EXPECT_EQ(kind("U\0s\0e\0r\0"s), "utf-16");
    EXPECT_EQ(kind("\x1f\x8b\x08"), "compressed");
    EXPECT_EQ(kind("\x89PNG\r\n\x1a\n\0\0"s), "binary");
    EXPECT_EQ(kind("\x7F"
                   "ELF\2\1\1\0\0"s),
              "binary");
    EXPECT_EQ(kind("Not found"), "other-text");
    EXPECT_EQ(kind("Not found: /robots.txt"), "other-text");
}

// Whatever the other lines are. But pages, too, have words before a colon.
TEST(ContentKind, ALineThatCrawlersKnowMakesARobotsTxt) {
    EXPECT_EQ(kind("Welcome!\nDisallow: /a\n"), "robots.txt");
    EXPECT_EQ(kind("Sitemap: https://a.example/s.xml"), "robots.txt");
    EXPECT_EQ(kind("Content-Signal: search=yes"), "robots.txt");
    EXPECT_EQ(kind("Disallow /a"), "other-text");
    EXPECT_EQ(kind("<pre>\nUser-agent: *\nDisallow: /a\n"), "robots.txt");
    EXPECT_EQ(kind("<style>\nHost: x\nallow: y\n"), "html");
}

TEST(ForeignFile, NoRobotsTxtIsOne) {
    for (const CorpusFile& file : real_shapes()) {
        EXPECT_EQ(why(file.text), "") << file.name;
    }
    for (const char* text :
         {"", "\n", "# {\"a\": 1}\n", "\xEF\xBB\xBF", "[x\nUser-agent: *\n",
          "<3\nUser-agent: *\n", "{x}\nUser-agent: *\n", "Noindex: /a\n",
          "Notes:\n- all: of us\nUser-agent: *\n  Disallow: /a\n",
          "Notes:\nDisallow: /a\n", "  Disallow: /a\n"}) {
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
    EXPECT_THAT(why(std::string("\x7F"
                                "ELF\2\1\0\0",
                                8)),
                HasSubstr("binary data"));
    for (const char* yaml :
         {"version: 1\nsites:\n  - host: a.example\n    disallow: [/a]\n",
          "# mine\nversion: 1\n\ndefault:\n  groups:\n"
          "    - user_agent: \"*\"\n      disallow: /a\n",
          "- host: a.example\n  allow: /b\n", "services:\n  web: x\n"}) {
        EXPECT_THAT(why(yaml), HasSubstr("YAML")) << yaml;
    }
    EXPECT_THAT(why("Not found"), HasSubstr("no line of a robots.txt"));
    EXPECT_THAT(why("version: 1\nfoo: bar\n"),
                HasSubstr("no line of a robots.txt"));
    EXPECT_THAT(why("Foo: bar\nNot found"),
                HasSubstr("no line of a robots.txt"));
    EXPECT_THAT(why(std::string("\xFF\xFEU\0", 4)), HasSubstr("UTF-16"));
    EXPECT_THAT(why(std::string("U\0s\0e\0r\0", 8)), HasSubstr("UTF-16"));
    EXPECT_THAT(why(std::string("\0U\0s\0e\0r", 8)), HasSubstr("UTF-16"));
    EXPECT_THAT(why("\xC3\xAF\xC2\xBB\xC2\xBFUser-agent: *"),
                HasSubstr("encoded twice"));
}

}  // namespace robots
