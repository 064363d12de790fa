#include "policy/crawlers/address_ranges.hpp"

#include <gtest/gtest.h>

#include <string>

namespace robots {
namespace {

std::string problem(const std::string& prefix) {
    return why_not_public(*read_prefix(prefix).prefix);
}

TEST(SpecialAddresses, RangesOfOperatorsArePublic) {
    for (const char* prefix :
         {"66.249.64.0/19", "20.171.206.0/24", "2001:4860:4801::/48",
          "2a03:2880::/29", "192.0.2.0/24", "172.15.255.255/32",
          "172.32.0.0/11", "100.128.0.0/9", "1.0.0.0/8", "2620::/23"}) {
        EXPECT_EQ(problem(prefix), "") << prefix;
    }
}

TEST(SpecialAddresses, PrivateAndLocalOnesAreNot) {
    EXPECT_EQ(problem("10.1.0.0/16"), "it has private addresses (10.0.0.0/8)");
    for (const char* prefix :
         {"0.1.2.3/32", "10.255.255.255/32", "100.127.0.0/16", "127.0.0.1/32",
          "169.254.169.254/32", "172.16.0.0/12", "172.0.0.0/8",
          "192.168.0.0/24", "192.0.0.1/32", "198.19.0.0/16", "224.0.0.1/32",
          "255.255.255.255/32", "::/128", "::1/128", "fc00::/16", "fd12::/32",
          "fe80::1/128", "fec0::/16", "ff02::1/128"}) {
        EXPECT_NE(problem(prefix), "") << prefix;
    }
}

TEST(SpecialAddresses, RoutesAreNotRanges) {
    for (const char* prefix : {"0.0.0.0/0", "128.0.0.0/1", "32.0.0.0/3",
                               "64.0.0.0/7", "::/0", "2000::/3", "2600::/12"}) {
        EXPECT_NE(problem(prefix), "") << prefix;
    }
    EXPECT_EQ(problem("32.0.0.0/7"),
              "it is too wide for the addresses of one operator");
}

TEST(SpecialAddresses, AnAddressIsPublicWhateverFormItHas) {
    for (const char* text : {"8.8.8.8", "::ffff:8.8.8.8", "64:ff9b::808:808",
                             "2001:4860:4860::8888"}) {
        EXPECT_EQ(why_not_public(address_from(text)), "") << text;
    }
    for (const char* text : {"127.0.0.1", "::ffff:127.0.0.1", "64:ff9b::7f00:1",
                             "::1", "::", "fd00::1", "169.254.169.254"}) {
        EXPECT_NE(why_not_public(address_from(text)), "") << text;
    }
    EXPECT_EQ(why_not_public(std::string_view()), "it is not an address");
}

}  // namespace
}  // namespace robots
