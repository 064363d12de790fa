// Keys that nobody outside can compute or aim at.

#include "policy/verdict/budget_key.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/sip_hash.hpp"

namespace robots {
namespace {

// CPython's hash() of bytes is SipHash-1-3, with a secret of zeros under
// PYTHONHASHSEED=0.
TEST(SipHash, HashesAsCPythonDoes) {
    const auto hash = [](std::string_view text) {
        return SipHash(Secret{}).end(text);
    };
    EXPECT_EQ(hash("a"), 0x407448d2b89b1813u);
    EXPECT_EQ(hash("Googlebot"), 0x5d33f52f9836dca6u);
    EXPECT_EQ(hash("12345678"), 0x3489982430560a87u);
    EXPECT_EQ(hash(std::string(15, 'x')), 0xd9623e714b290b4bu);
    EXPECT_EQ(hash(std::string(64, 'y')), 0x51f083dd772d5cd1u);
}

TEST(SipHash, ANumberIsItsEightOctets) {
    const Secret secret{1, 2};
    EXPECT_EQ(SipHash(secret).add(0x3837363534333231).end("9"),
              SipHash(secret).end("123456789"));
}

std::string address(std::uint32_t number) {
    std::string octets(sizeof number, '\0');
    std::memcpy(octets.data(), &number, sizeof number);
    return octets;
}

Crawler crawler(std::uint64_t key) {
    Crawler entry;
    entry.key = key;
    return entry;
}

Visitor listed(std::uint64_t site, const Crawler& entry,
               Identity identity = Identity::unverifiable) {
    return {site, {"ABot", Category::search, &entry}, identity};
}

Visitor invented(std::uint64_t site, std::string_view name) {
    return {site, {name, Category::other, nullptr}, Identity::unverifiable};
}

const Keys& some_keys() {
    static const Keys keys(Secret{3, 4});
    return keys;
}

TEST(Keys, ASecretMakesKeysOfItsOwn) {
    const Crawler entry = crawler(7);
    const Keys other(Secret{3, 5});
    const Keys same(Secret{3, 4});
    const auto all_of = [&entry](const Keys& keys) {
        return std::vector<std::uint64_t>{
            keys.budget(listed(1, entry), 0, "", RatePer::crawler),
            keys.budget(listed(1, entry), 0, address(1), RatePer::address),
            keys.budget(invented(1, "ABot"), 0, "", RatePer::crawler),
            keys.network_budget(1, 7, 0, address(1)),
            keys.fetch(listed(1, entry, Identity::verified), address(1)),
            keys.fetch(listed(1, entry), address(1)),
            keys.log_lines(listed(1, entry).crawler, Identity::verified),
            keys.identity(7, address(1)),
        };
    };
    EXPECT_EQ(all_of(some_keys()), all_of(same));
    const auto ours = all_of(some_keys());
    const auto theirs = all_of(other);
    std::set<std::uint64_t> different(ours.begin(), ours.end());
    different.insert(theirs.begin(), theirs.end());
    EXPECT_EQ(different.size(), 2 * ours.size());
}

TEST(Keys, EachPartOfABudgetChangesItsKey) {
    const Keys& keys = some_keys();
    const Crawler a = crawler(7);
    const Crawler b = crawler(8);
    std::set<std::uint64_t> different;
    for (const RatePer per :
         {RatePer::crawler, RatePer::address, RatePer::subnet}) {
        for (const Visitor& visitor :
             {listed(1, a), listed(2, a), listed(1, b),
              listed(1, a, Identity::verified), invented(1, "ABot"),
              invented(2, "ABot"), invented(1, "BBot")}) {
            for (const std::size_t which : {0U, 1U, 7U}) {
                const std::uint64_t key =
                    keys.budget(visitor, which, address(1), per);
                EXPECT_TRUE(different.insert(key).second);
                const bool is_closed =
                    visitor.crawler.crawler != nullptr &&
                    (visitor.identity == Identity::verified ||
                     per == RatePer::crawler);
                EXPECT_EQ((key & kOpenToAll) != 0, !is_closed);
            }
        }
    }
}

TEST(Keys, CaseDoesNotChangeTheKeyOfAName) {
    const auto key = [](std::string_view name) {
        return some_keys().budget(invented(1, name), 0, "", RatePer::crawler);
    };
    EXPECT_EQ(key("Some-Bot"), key("sOME-bOT"));
    const std::string lengthy(200, 'x');
    EXPECT_EQ(key(lengthy), key(std::string(200, 'X')));
    EXPECT_NE(key(lengthy), key(lengthy + "x"));
    EXPECT_NE(key(lengthy), key("y" + lengthy.substr(1)));
    EXPECT_NE(key(std::string(64, 'x')), key(std::string(128, 'x')));
}

// XORed together, as keys once were, all these would be one.
TEST(Keys, PartsWithTheSameXorHaveDifferentKeys) {
    std::mt19937_64 random(1);
    std::set<std::uint64_t> different;
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t part = random();
        const Crawler entry = crawler(part ^ 0x1234);
        different.insert(
            some_keys().budget(listed(part, entry), 0, "", RatePer::crawler));
    }
    EXPECT_EQ(different.size(), 1000u);
}

// Fourteen bits of a key: 64 buckets, and tags of eight bits.
std::uint64_t place(const Keys& keys, std::uint32_t from) {
    static const Crawler entry = crawler(7);
    const std::uint64_t key =
        keys.budget(listed(1, entry), 0, address(from), RatePer::address);
    return (key >> 56 & 0x3f) << 8 | (key & 0xff);
}

// The attack of somebody who knows all but the secret: take a secret, look for
// addresses that share a victim's place under it, and hope that they do so
// under the real one.
TEST(Keys, WithoutTheSecretNobodyFindsAnAddressWithTheSameKey) {
    constexpr std::uint32_t kVictim = 42;
    const Keys guessed(Secret{});
    const Keys real(Secret{0x1234, 0x5678});
    int found = 0;
    int useful = 0;
    for (std::uint32_t from = 1000; from < 1000 + (1 << 20); ++from) {
        if (place(guessed, from) == place(guessed, kVictim)) {
            ++found;
            useful += place(real, from) == place(real, kVictim) ? 1 : 0;
        }
    }
    // By chance: 2^20 / 2^14 of them, of which one in 2^14 is of use.
    EXPECT_GT(found, 30);
    EXPECT_LT(found, 130);
    EXPECT_LE(useful, 1);
}

TEST(Keys, AVerifiedFetchIsKeptWhereverItComesFrom) {
    const Crawler entry = crawler(7);
    const Visitor verified = listed(1, entry, Identity::verified);
    const Keys& keys = some_keys();
    EXPECT_EQ(keys.fetch(verified, address(1)), keys.fetch(verified, "abcd"));
    EXPECT_EQ(keys.fetch(verified, "abcd") & kOpenToAll, 0u);
}

TEST(Keys, AnyOtherFetchIsKeptByItsNetwork) {
    const Crawler entry = crawler(7);
    const Keys& keys = some_keys();
    for (const Visitor& visitor : {listed(1, entry), invented(1, "ABot")}) {
        const auto key = [&keys, &visitor](std::string_view from) {
            return keys.fetch(visitor, from);
        };
        EXPECT_EQ(key("\x0a\x01\x02\x03"), key("\x0a\x01\x02\x09"));
        EXPECT_NE(key("\x0a\x01\x02\x03"), key("\x0a\x01\x03\x03"));
        const std::string ipv6 = "\x20\x01\x0d\xb8" + std::string(12, '\x01');
        std::string same = ipv6;
        same[7] = '\x02';
        std::string other = ipv6;
        other[6] = '\x02';
        EXPECT_EQ(key(ipv6), key(same));
        EXPECT_NE(key(ipv6), key(other));
        EXPECT_NE(key(ipv6) & kOpenToAll, 0u);
    }
}

// Names that a sender makes up share a few quotas of the log.
TEST(Keys, InventedNamesShareSixteenQuotasOfTheLog) {
    std::set<std::uint64_t> quotas;
    for (int i = 0; i < 2000; ++i) {
        const std::string name = "c" + std::to_string(i) + "bot";
        quotas.insert(some_keys().log_lines({name, Category::other, nullptr},
                                            Identity::unverifiable));
    }
    EXPECT_EQ(quotas.size(), 16u);
}

}  // namespace
}  // namespace robots
