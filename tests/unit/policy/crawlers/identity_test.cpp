// What a crawler's address says of who it is.

#include "policy/crawlers/identity.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

using namespace std::chrono_literals;

constexpr Utc kNow{1800000000};

PublishedRanges list(const char* prefix, const std::string& file = "",
                     Utc written = kNow) {
    PublishedRanges out;
    out.addresses = AddressRanges({read_prefix(prefix).prefix.value()});
    out.file = file;
    out.written = written;
    return out;
}

class IdentityTest : public ::testing::Test {
  protected:
    // Where nobody can be asked for reverse names.
    Identity alone(const char* address, Utc now = kNow) const {
        return settled_identity(crawler, address_from(address), now,
                                Resolver::none)
            .value();
    }
    // nullopt: the reverse name decides.
    std::optional<Identity> asking(const char* address, Utc now = kNow) const {
        return settled_identity(crawler, address_from(address), now,
                                Resolver::present);
    }

    Crawler crawler;
};

TEST_F(IdentityTest, HasNames) {
    EXPECT_EQ(to_string(Identity::unverifiable), "unverifiable");
    EXPECT_EQ(to_string(Identity::verified), "verified");
    EXPECT_EQ(to_string(Identity::impostor), "impostor");
}

TEST_F(IdentityTest, WithoutRangesAndNamesACrawlerIsUnverifiable) {
    EXPECT_EQ(alone("192.0.2.1"), Identity::unverifiable);
    EXPECT_EQ(asking("192.0.2.1"), Identity::unverifiable);
}

TEST_F(IdentityTest, WithRangesAloneTheyDecide) {
    crawler.ranges = {list("192.0.2.0/25"), list("198.51.100.0/24", "a.json")};
    for (const char* inside : {"192.0.2.1", "198.51.100.1"}) {
        EXPECT_EQ(alone(inside), Identity::verified) << inside;
        EXPECT_EQ(asking(inside), Identity::verified) << inside;
    }
    for (const char* outside : {"192.0.2.128", "2001:db8::1"}) {
        EXPECT_EQ(alone(outside), Identity::impostor) << outside;
        EXPECT_EQ(asking(outside), Identity::impostor) << outside;
    }
}

TEST_F(IdentityTest, WithReverseNamesAloneTheResolverDecides) {
    crawler.rdns = {"bot.example"};
    EXPECT_EQ(alone("192.0.2.1"), Identity::unverifiable);
    EXPECT_EQ(asking("192.0.2.1"), std::nullopt);
}

TEST_F(IdentityTest, WithBothAMissingResolverMakesNobodyAnImpostor) {
    crawler.ranges = {list("192.0.2.0/25")};
    crawler.rdns = {"bot.example"};
    EXPECT_EQ(alone("192.0.2.1"), Identity::verified);
    EXPECT_EQ(asking("192.0.2.1"), Identity::verified);
    EXPECT_EQ(alone("192.0.2.128"), Identity::unverifiable);
    EXPECT_EQ(asking("192.0.2.128"), std::nullopt);
}

TEST_F(IdentityTest, WithoutAnAddressNothingIsLookedUp) {
    crawler.ranges = {list("192.0.2.0/25")};
    crawler.rdns = {"bot.example"};
    EXPECT_EQ(alone(""), Identity::unverifiable);
    EXPECT_EQ(asking(""), Identity::unverifiable);
}

TEST_F(IdentityTest, AStaleFileVerifiesButMakesNobodyAnImpostor) {
    crawler.ranges = {list("192.0.2.0/25", "a.json", kNow - kFreshRanges)};
    EXPECT_EQ(alone("192.0.2.128"), Identity::impostor);
    EXPECT_EQ(alone("192.0.2.128", kNow + 1s), Identity::unverifiable);
    EXPECT_EQ(asking("192.0.2.128", kNow + 1s), Identity::unverifiable);
    EXPECT_EQ(alone("192.0.2.1", kNow + 1s), Identity::verified);
}

TEST_F(IdentityTest, OneStaleListIsEnough) {
    crawler.ranges = {list("192.0.2.0/25", "a.json"),
                      list("198.51.100.0/24", "b.json", kNow - 31 * 24h)};
    EXPECT_EQ(alone("203.0.113.1"), Identity::unverifiable);
    EXPECT_EQ(first_stale(crawler, kNow), &crawler.ranges[1]);
}

TEST_F(IdentityTest, WhatThePolicySaysItselfIsNeverStale) {
    crawler.ranges = {list("192.0.2.0/25", "", Utc{0})};
    EXPECT_EQ(alone("192.0.2.128"), Identity::impostor);
    EXPECT_EQ(first_stale(crawler, kNow), nullptr);
}

TEST_F(IdentityTest, AListThatCannotBeUsedMightContainAnyAddress) {
    PublishedRanges broken;
    broken.file = "b.json";
    broken.written = kNow;
    broken.usable = false;
    crawler.ranges = {list("192.0.2.0/25"), broken};
    EXPECT_EQ(alone("192.0.2.1"), Identity::verified);
    EXPECT_EQ(alone("192.0.2.128"), Identity::unverifiable);
}

TEST_F(IdentityTest, AFileFromTheFutureIsFresh) {
    crawler.ranges = {list("192.0.2.0/25", "a.json", kNow + 1h)};
    EXPECT_EQ(alone("192.0.2.128"), Identity::impostor);
}

TEST_F(IdentityTest, NamesTheRangeOfAnAddress) {
    crawler.ranges = {list("192.0.2.0/25"), list("198.51.100.0/24", "a.json")};
    const HoldingRange at =
        holding_range(crawler, address_from("198.51.100.9"));
    ASSERT_EQ(at.list, &crawler.ranges[1]);
    EXPECT_EQ(at.prefix->text(), "198.51.100.0/24");
    EXPECT_EQ(holding_range(crawler, address_from("192.0.2.128")).list,
              nullptr);
}

TEST_F(IdentityTest, AReverseNameLiesInADomainOfItsOperator) {
    crawler.rdns = {"googlebot.com", "google.com"};
    for (const char* name :
         {"crawl-66-249-66-1.googlebot.com", "crawl.GoogleBot.COM",
          "crawl.googlebot.com.", "googlebot.com", "x.geo.googlebot.com",
          "rate-limited-proxy.google.com"}) {
        EXPECT_TRUE(is_operators_name(crawler, name)) << name;
    }
    for (const char* name :
         {"", ".", "com", "fakegooglebot.com", "fake-googlebot.com",
          "googlebot.com.evil.example", "googlebot.comm", "ooglebot.com",
          "googlebot.com..", "googlebot-com"}) {
        EXPECT_FALSE(is_operators_name(crawler, name)) << name;
    }
    crawler.rdns.clear();
    EXPECT_FALSE(is_operators_name(crawler, ""));
    EXPECT_FALSE(is_operators_name(crawler, "crawl.googlebot.com"));
}

}  // namespace
}  // namespace robots
