#include "cli/output/masking.hpp"

#include <gtest/gtest.h>

namespace robotsctl {
namespace {

TEST(Masking, TheLastPartOfAnAddressIsHidden) {
    for (const auto& [text, expected] : {
             std::pair("192.0.2.7", "192.0.2.x"),
             std::pair("from 192.0.2.7, 10.1.2.3:80",
                       "from 192.0.2.x, 10.1.2.x:80"),
             std::pair("/?ip=192.0.2.255&x", "/?ip=192.0.2.x&x"),
             std::pair("crawl-66-249-66-1.googlebot.com",
                       "crawl-66-249-66-x.googlebot.com"),
             std::pair("192%2E0%2e2%2E7", "192%2E0%2e2%2Ex"),
             std::pair("a010.000.002.007b", "a010.000.002.xb"),
             std::pair("1.2.3.4.5.6.7.8", "1.2.3.x.5.6.7.x"),
             std::pair("2001:db8:1:2:3:4:5:6", "2001:db8:1:x"),
             std::pair("[2001:db8::7]:443", "[2001:db8:x]:443"),
             std::pair("fe80::1 and ::1", "fe80:x and x"),
             std::pair("::ffff:192.0.2.7", "x.0.2.x"),
             std::pair("2001%3Adb8%3a%3A7", "2001%3Adb8:x"),
         }) {
        EXPECT_EQ(masked(text), expected) << text;
    }
}

TEST(Masking, WhatIsNoAddressStays) {
    for (const char* text :
         {"", "1.2.3", "256.0.2.7", "192.0.2.256", "192.0.2.", "1192.0.2.7",
          "192.0..2.7", "2026-11-21T08:30:04Z", "08:30:04", "a:b",
          "access.log:17", "https://a.example:443/b",
          R"({"a":1,"b":[0.25,12]})", "d41d8cd98f00b204e9800998ecf8427e", ":",
          "::", "%2E%3A%"}) {
        EXPECT_EQ(masked(text), text);
    }
}

// What is masked stays as it is.
TEST(Masking, IsDoneOnce) {
    const std::string once = masked("192.0.2.7 2001:db8:1:2:3:4:5:6 ::1");
    EXPECT_EQ(masked(once), once);
}

}  // namespace
}  // namespace robotsctl
