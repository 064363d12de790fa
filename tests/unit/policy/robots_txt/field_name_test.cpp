#include "policy/robots_txt/field_name.hpp"

#include <gtest/gtest.h>

#include <string>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {
namespace {

TEST(FieldName, HasLettersDigitsAndThreeMarks) {
    for (const char* name : {"ACAP-crawler", "x", "Foo_1.2", "Comment"}) {
        EXPECT_TRUE(is_field_name(name)) << name;
    }
    for (const char* name : {"", "1x", "-x", "a b", "a\tb", "a:b", "a#",
                             "\xC3\xA9", "${host}", "a/b"}) {
        EXPECT_FALSE(is_field_name(name)) << name;
    }
    EXPECT_TRUE(is_field_name(std::string(64, 'a')));
    EXPECT_FALSE(is_field_name(std::string(65, 'a')));
}

TEST(FieldName, MisspellingsThatCrawlersAcceptAreRead) {
    for (const char* name :
         {"disallow", "DISALLOW", "dissallow", "dissalow", "disalow",
          "diasllow", "disallaw", "Disallowed", "disallow-all", "disalloww"}) {
        EXPECT_EQ(field_read_as(name), "Disallow") << name;
    }
    for (const char* name : {"user-agent", "useragent", "User-agents",
                             "user_agent", "User-Agent-x", "useragend"}) {
        EXPECT_EQ(field_read_as(name), "User-agent") << name;
    }
    EXPECT_EQ(field_read_as("Allow-index"), "Allow");
    EXPECT_EQ(field_read_as("alow"), "Allow");
    EXPECT_EQ(field_read_as("site-map"), "Sitemap");
    EXPECT_EQ(field_read_as("sitemap-news"), "Sitemap");
    EXPECT_EQ(field_read_as("crawl_delay"), "Crawl-delay");
    EXPECT_EQ(field_read_as("crawldelay"), "Crawl-delay");
    EXPECT_EQ(field_read_as("requestrate"), "Request-rate");
    EXPECT_EQ(field_read_as("no-index"), "Noindex");
}

TEST(FieldName, FieldsOfOtherStandardsAreNot) {
    for (const char* name :
         {"ACAP-crawler", "ACAP-disallow-crawl", "ACAP-allow-index",
          "ACAP-disallow-present", "Comment", "Unavailable-after", "Hosts-file",
          "X-Robots", "TDM-Reservation", "Signature", "Contact", "Below",
          "Host"}) {
        EXPECT_EQ(field_read_as(name), "") << name;
    }
}

// A name that this reading takes for a rule is one that nobody else may write.
TEST(FieldName, WhatTheParserReadsIsNeverFree) {
    std::string name;
    for (const char* word : {"allow", "disallow", "user-agent", "crawl-delay",
                             "request-rate", "visit-time"}) {
        const std::string whole = word;
        for (std::size_t at = 0; at <= whole.size(); ++at) {
            for (const char c : {'a', 'l', 's', '-', '_', 'x'}) {
                for (const int kind : {0, 1, 2}) {
                    name = whole;
                    if (kind == 0) {
                        name.insert(at, 1, c);
                    } else if (at < whole.size() && kind == 1) {
                        name[at] = c;
                    } else if (at < whole.size()) {
                        name.erase(at, 1);
                    }
                    EXPECT_FALSE(field_read_as(name).empty()) << name;
                    if (key_from(name, Reading::lenient) != LineKey::other) {
                        EXPECT_FALSE(field_read_as(name).empty()) << name;
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace robots
