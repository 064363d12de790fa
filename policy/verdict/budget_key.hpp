// Keys of what is remembered about crawlers in memory that processes share. A
// key is the same in every process and over reloads, and differs from zone to
// zone.
//
// If keys could be computed, a client could search for an address or a name
// with the budget of a victim. So they are hashed by SipHash with the zone's
// secret.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/sip_hash.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// One crawler on one site. Verified and unverified requests in one name are two
// visitors, so that nobody spends the verified crawler's budget.
struct Visitor {
    std::uint64_t site = 0;  // Site::key
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// What `rate_per: auto` means for a visitor: requests of one network share a
// budget where many plausibly run the software, each for himself; else one
// operator answers for all of them.
inline RatePer settled_per(const Visitor& visitor, RatePer per) {
    if (per != RatePer::automatic) {
        return per;
    }
    const Crawler* entry = visitor.crawler.crawler;
    const bool is_anybodys =
        entry != nullptr ? entry->self_hosted : visitor.crawler.contact_only;
    return is_anybodys && visitor.identity != Identity::verified
               ? RatePer::subnet
               : RatePer::crawler;
}

// A bit of a key: anybody can cause any number of such keys, by invented names
// or from many networks. Tables keep these apart, so that they remove no
// others.
constexpr std::uint64_t kOpenToAll = std::uint64_t{1} << 63;

// A key without kOpenToAll, which chose the table and is the same for all keys
// there. A word table takes the bucket from the key's upper half, and with that
// bit half of the buckets would stay empty.
constexpr std::uint64_t place_key(std::uint64_t key) {
    constexpr std::uint64_t kLowerHalf = 0xffff'ffff;
    return (key & ~kLowerHalf) << 1 | (key & kLowerHalf);
}

// A signature of a text.
struct SignatureKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;  // of the signature alone
};

// Addresses are 4 or 16 octets, or none if the address is not known.
class Keys {
  public:
    explicit Keys(const Secret& secret) : secret_(secret) {}

    // A visitor's budget for one of its group's rates (`which`; 0 is its
    // crawl-delay), shared by the addresses that `per` takes together. Open to
    // all unless the crawler is listed, and is verified or has one budget for
    // all its addresses.
    std::uint64_t budget(const Visitor& visitor, std::size_t which,
                         std::string_view address, RatePer per) const;

    // The budget that crawlers share that are known only by their shape, come
    // from one network (/24, /56) and are bound by one group.
    std::uint64_t network_budget(std::uint64_t site, std::uint64_t group,
                                 std::size_t which,
                                 std::string_view address) const;

    // What is remembered of a budget that crawlers share (charge.hpp): what
    // `all` of them have used, the visitor's `part` of it, and the last two who
    // had to wait for it. `visitor.site` is 0 if all sites share it. Verified
    // crawlers, others and impostors have a budget each.
    enum class OfBudget : std::uint8_t { all, part, waiting, waited_before };
    std::uint64_t shared_budget(const Visitor& visitor, std::uint64_t budget,
                                OfBudget what) const;

    // What a visitor fetched: for a verified one from any address, for others
    // per network, since anybody can use their name.
    std::uint64_t fetch(const Visitor& visitor, std::string_view address) const;

    // A visitor's lines in the log, on all sites together.
    std::uint64_t log_lines(const Sighting& crawler, Identity identity) const;

    // Who an address belongs to; `assertion` is Crawler::assertion_key.
    std::uint64_t identity(std::uint64_t assertion,
                           std::string_view address) const;

    SignatureKey signature(std::string_view text,
                           std::string_view signature) const;

    // A crawler's name, however it is spelt; for crawlers that no catalogue
    // has.
    std::uint64_t name_of(const Sighting& crawler) const;

    // A number that identifies these keys, and shows nothing of their secrets.
    std::uint64_t zone_id() const;

  private:
    // No two uses have a key in common.
    enum class Use : std::uint8_t {
        budget,
        network_budget,
        fetch,
        log_lines,
        identity,
        name,
        signature,
        zone_id,
        shared_budget
    };

    static std::uint64_t detail(Use use, Identity identity, std::size_t which) {
        constexpr int kUseBits = 4;
        constexpr int kIdentityBits = 2;
        return static_cast<std::uint64_t>(use) |
               static_cast<std::uint64_t>(identity) << kUseBits |
               std::uint64_t{which} << (kUseBits + kIdentityBits);
    }

    std::uint64_t hash(const Visitor& visitor, Use use, std::size_t which,
                       std::string_view address) const;

    Secret secret_;
};

// Keys that anybody can compute, for tests and robotsctl, which share no memory
// with clients.
const Keys& public_keys();

}  // namespace robots
