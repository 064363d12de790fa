// Sets of addresses.

#include "policy/crawlers/address_ranges.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace robots {
namespace {

std::string text_of(std::string_view prefix) {
    const ReadPrefix read = read_prefix(prefix);
    return read.prefix ? read.prefix->text() : "! " + read.problem;
}

AddressRanges ranges(const std::vector<std::string>& texts) {
    std::vector<AddressPrefix> prefixes;
    for (const std::string& text : texts) {
        const ReadPrefix read = read_prefix(text);
        EXPECT_TRUE(read.prefix) << text << ' ' << read.problem;
        prefixes.push_back(read.prefix.value_or(AddressPrefix{}));
    }
    return AddressRanges(prefixes);
}

// The prefix that holds an address, or "".
std::string found(const AddressRanges& set, std::string_view address) {
    const AddressPrefix* prefix = set.find(address_from(address));
    return prefix == nullptr ? "" : prefix->text();
}

TEST(AddressFrom, ReadsBothFamilies) {
    EXPECT_EQ(address_from("192.0.2.1"), std::string("\xC0\x00\x02\x01", 4));
    EXPECT_EQ(address_from("2001:db8::1").size(), 16u);
    EXPECT_EQ(address_text(address_from("2001:DB8:0::1")), "2001:db8::1");
    EXPECT_EQ(address_text(address_from("192.0.2.1")), "192.0.2.1");
    EXPECT_EQ(address_text("12345"), "");
}

TEST(AddressFrom, AMappedAddressIsIpv4) {
    EXPECT_EQ(address_from("::ffff:192.0.2.1"), address_from("192.0.2.1"));
    EXPECT_EQ(address_from("::fffe:192.0.2.1").size(), 16u);
}

TEST(AddressFrom, RefusesWhatIsNoAddress) {
    for (const std::string_view text :
         {"", "192.0.2", "192.0.2.256", "192.0.2.01", " 192.0.2.1",
          "::1::", "[::1]", "fe80::1%eth0", "host.example"}) {
        EXPECT_EQ(address_from(text), "") << text;
    }
    EXPECT_EQ(address_from(std::string_view("192.0.2.1\0x", 11)), "");
}

TEST(ReadPrefix, TakesPrefixesAndSingleAddresses) {
    EXPECT_EQ(text_of("192.0.2.0/24"), "192.0.2.0/24");
    EXPECT_EQ(text_of("192.0.2.7"), "192.0.2.7/32");
    EXPECT_EQ(text_of("192.0.2.7/32"), "192.0.2.7/32");
    EXPECT_EQ(text_of("0.0.0.0/0"), "0.0.0.0/0");
    EXPECT_EQ(text_of("192.0.2.64/26"), "192.0.2.64/26");
    EXPECT_EQ(text_of("2001:DB8::/32"), "2001:db8::/32");
    EXPECT_EQ(text_of("2001:db8::1"), "2001:db8::1/128");
    EXPECT_EQ(text_of("::/0"), "::/0");
    EXPECT_EQ(text_of("::ffff:192.0.2.0/120"), "192.0.2.0/24");
}

TEST(ReadPrefix, RefusesWhatIsNoPrefix) {
    for (const std::string_view text :
         {"", "/", "/24", "192.0.2.0/", "192.0.2.0/33", "192.0.2.0/-1",
          "192.0.2.0/+4", "192.0.2.0/024", "192.0.2.0/24 ", "192.0.2.0/2x",
          "192.0.2/24", "2001:db8::/129", "192.0.2.0-192.0.2.9",
          "192.0.2.0/255.255.255.0", "192.0.2.0/4294967320"}) {
        EXPECT_FALSE(read_prefix(text).prefix) << text;
        EXPECT_NE(read_prefix(text).problem, "") << text;
    }
}

TEST(ReadPrefix, SaysWhatToWriteInPlaceOfBitsBehindThePrefix) {
    EXPECT_EQ(read_prefix("192.0.2.77/26").problem,
              "has bits set after the first 26; write `192.0.2.64/26` for the "
              "whole range, or `192.0.2.77` for this one address");
    EXPECT_EQ(read_prefix("2001:db8::1/32").problem,
              "has bits set after the first 32; write `2001:db8::/32` for the "
              "whole range, or `2001:db8::1` for this one address");
}

TEST(AddressRanges, ContainTheirFirstAndTheirLastAddress) {
    const AddressRanges set = ranges({"192.0.2.64/26", "2001:db8:0:8::/61"});
    EXPECT_EQ(found(set, "192.0.2.63"), "");
    EXPECT_EQ(found(set, "192.0.2.64"), "192.0.2.64/26");
    EXPECT_EQ(found(set, "192.0.2.127"), "192.0.2.64/26");
    EXPECT_EQ(found(set, "192.0.2.128"), "");
    EXPECT_EQ(found(set, "2001:db8:0:7:ffff::"), "");
    EXPECT_EQ(found(set, "2001:db8:0:8::"), "2001:db8:0:8::/61");
    EXPECT_EQ(found(set, "2001:db8:0:f:ffff:ffff:ffff:ffff"),
              "2001:db8:0:8::/61");
    EXPECT_EQ(found(set, "2001:db8:0:10::"), "");
}

TEST(AddressRanges, DropPrefixesWithinOthers) {
    const AddressRanges set =
        ranges({"192.0.2.128/25", "192.0.2.0/24", "192.0.2.1", "192.0.2.0/24",
                "192.0.3.0/24", "192.0.2.0/25"});
    ASSERT_EQ(set.prefixes().size(), 2u);
    EXPECT_EQ(found(set, "192.0.2.200"), "192.0.2.0/24");
    EXPECT_EQ(found(set, "192.0.3.1"), "192.0.3.0/24");
}

TEST(AddressRanges, KeepTheFamiliesApart) {
    const AddressRanges all_of_ipv6 = ranges({"::/0"});
    EXPECT_EQ(found(all_of_ipv6, "192.0.2.1"), "");
    EXPECT_EQ(found(all_of_ipv6, "::1"), "::/0");
    const AddressRanges all_of_ipv4 = ranges({"0.0.0.0/0"});
    EXPECT_EQ(found(all_of_ipv4, "255.255.255.255"), "0.0.0.0/0");
    EXPECT_EQ(found(all_of_ipv4, "::"), "");
}

TEST(AddressRanges, ContainNothingThatIsNoAddress) {
    const AddressRanges set = ranges({"0.0.0.0/0", "::/0"});
    EXPECT_EQ(set.find(""), nullptr);
    EXPECT_EQ(set.find("12345"), nullptr);
    EXPECT_EQ(AddressRanges().find(address_from("192.0.2.1")), nullptr);
    EXPECT_TRUE(AddressRanges().empty());
}

// Against a search of all prefixes, one by one.
TEST(AddressRanges, AgreeWithALinearSearch) {
    std::mt19937 random(7);
    const auto octet = [&random] { return static_cast<char>(random() % 4); };
    for (int round = 0; round < 200; ++round) {
        std::vector<AddressPrefix> prefixes;
        for (int i = 0; i < 20; ++i) {
            const std::string address{octet(), octet(), octet(), octet()};
            std::string text =
                address_text(address) + '/' + std::to_string(random() % 33);
            const ReadPrefix read = read_prefix(text);
            if (read.prefix) {
                prefixes.push_back(*read.prefix);
            }
        }
        const AddressRanges set(prefixes);
        for (int i = 0; i < 200; ++i) {
            const std::string address{octet(), octet(), octet(), octet()};
            bool inside = false;
            for (const AddressPrefix& prefix : prefixes) {
                inside = inside || prefix.contains(address);
            }
            EXPECT_EQ(set.find(address) != nullptr, inside)
                << address_text(address);
        }
    }
}

}  // namespace
}  // namespace robots
