// Keys of what is remembered about crawlers in memory that processes share: the
// same in every process and over reloads, and another one in each zone.
//
// With known keys, a client could look for an address or a name that shares the
// budget of a victim. So all that a client can choose goes through SipHash
// under the zone's secret. A crawler of the catalogue, of all addresses
// together, is made of numbers that no client chooses; there a strongly
// universal hash does (Lemire, Kaser, "Strongly universal string hashing is
// fast", 2014): whatever two tuples somebody picks without knowing the secret,
// their keys collide with a chance of 2^-64, and in the bits that say bucket
// and tag, 42 of them in a zone of 4m, with one of 2^-42.

#ifndef ROBOTS_POLICY_VERDICT_BUDGET_KEY_HPP
#define ROBOTS_POLICY_VERDICT_BUDGET_KEY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/sip_hash.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// One crawler on one site. A name that anyone can use is apart from the same
// name verified, so that nobody spends or learns what is its owner's.
struct Visitor {
    std::uint64_t site = 0;  // Site::key
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// In a key: anybody can make any number of such keys, with names that they
// invent or from networks that they come from. Tables keep these apart, so that
// they drive out no others.
constexpr std::uint64_t kOpenToAll = std::uint64_t{1} << 63;

// A key as the tables have it that kOpenToAll chooses between. A word table
// takes the bucket from the key's upper half: without that bit, which is the
// same for all keys of a table, or half of its buckets stayed empty.
constexpr std::uint64_t place_key(std::uint64_t key) {
    constexpr std::uint64_t kLowerHalf = 0xffff'ffff;
    return (key & ~kLowerHalf) << 1 | (key & kLowerHalf);
}

// Addresses are 4 or 16 octets, or none where there is no telling.
class Keys {
  public:
    explicit Keys(const Secret& secret);

    // A visitor's budget for one of its group's rates (`which`; 0 is its
    // crawl-delay), shared by the addresses that `per` takes together. Open to
    // all where only its shape gives the crawler away.
    std::uint64_t budget(const Visitor& visitor, std::size_t which,
                         std::string_view address, BudgetPer per) const {
        return visitor.crawler.crawler != nullptr && per == BudgetPer::crawler
                   ? listed(visitor, Use::budget, which)
                   : budget_of_sender(visitor, which, address, per);
    }

    // The budget that all crawlers share of which only the shape is known, that
    // come from one network (/24, /56) and that one group binds.
    std::uint64_t network_budget(std::uint64_t site, std::uint64_t group,
                                 std::size_t which,
                                 std::string_view address) const;

    // What a visitor fetched: a verified one's, wherever it comes from; any
    // other's from its network, since anybody can come in its name.
    std::uint64_t fetch(const Visitor& visitor, std::string_view address) const;

    // A visitor's lines in the log, on all sites together.
    std::uint64_t log_lines(const Sighting& crawler, Identity identity) const;

    // Who an address belongs to; `assertion` is Crawler::assertion_key.
    std::uint64_t identity(std::uint64_t assertion,
                           std::string_view address) const;

  private:
    // No two uses have a key in common.
    enum class Use : std::uint8_t {
        budget,
        network_budget,
        fetch,
        log_lines,
        identity,
        name
    };

    static std::uint64_t detail(Use use, Identity identity, std::size_t which) {
        constexpr int kUseBits = 4;
        constexpr int kIdentityBits = 2;
        return static_cast<std::uint64_t>(use) |
               static_cast<std::uint64_t>(identity) << kUseBits |
               std::uint64_t{which} << (kUseBits + kIdentityBits);
    }

    std::uint64_t listed(const Visitor& visitor, Use use,
                         std::size_t which) const {
        return number(visitor.site, visitor.crawler.crawler->key,
                      detail(use, visitor.identity, which)) &
               ~kOpenToAll;
    }

    // Two sums of products (MULTILINEAR-HM), of each of which the upper half is
    // strongly universal over the halves of the numbers. `c` has 32 bits.
    std::uint64_t number(std::uint64_t a, std::uint64_t b,
                         std::uint64_t c) const {
        const std::uint64_t high = sum(high_, a, b, c);
        const std::uint64_t low = sum(low_, a, b, c);
        return (high & ~kLowerHalf) | low >> 32;
    }

    static constexpr std::uint64_t kLowerHalf = 0xffff'ffff;
    using Factors = std::array<std::uint64_t, 6>;

    static std::uint64_t sum(const Factors& factors, std::uint64_t a,
                             std::uint64_t b, std::uint64_t c) {
        return factors[0] +
               (factors[1] + (a & kLowerHalf)) * (factors[2] + (a >> 32)) +
               (factors[3] + (b & kLowerHalf)) * (factors[4] + (b >> 32)) +
               factors[5] * c;
    }

    std::uint64_t budget_of_sender(const Visitor& visitor, std::size_t which,
                                   std::string_view address,
                                   BudgetPer per) const;
    std::uint64_t name_of(const Sighting& crawler) const;

    Secret secret_;
    Factors high_;
    Factors low_;
};

}  // namespace robots

#endif
