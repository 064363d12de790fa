// Keys under which data about crawlers is stored in shared memory. A key is the
// same in every process and after reloads, and differs from zone to zone.
//
// If clients could compute keys, a client could search for an address or a name
// that has the same budget as a victim. So keys are hashed by SipHash with the
// zone's secret.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/sip_hash.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// One crawler on one site. Verified and unverified requests with the same name
// are different visitors, so that nobody else spends the verified crawler's
// budget.
struct Visitor {
    std::uint64_t site = 0;  // Site::key
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// Returns `per`, or what `rate_per: auto` means for a visitor. If many people
// probably run the software, each for himself, and the visitor is not verified,
// the requests of each network share a budget. Otherwise one operator is
// responsible for all requests, and all of them share one budget.
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

// A bit of a key: any client can cause any number of keys with this bit, by
// invented names or from many networks. Tables store keys with this bit
// separately, so that these keys replace no others.
constexpr std::uint64_t kOpenToAll = std::uint64_t{1} << 63;

// Returns a key without kOpenToAll, a bit that is the same for all keys of a
// table. A word table takes the bucket from the key's upper half, so with this
// bit half of the buckets would stay empty.
constexpr std::uint64_t place_key(std::uint64_t key) {
    constexpr std::uint64_t kLowerHalf = 0xffff'ffff;
    return (key & ~kLowerHalf) << 1 | (key & kLowerHalf);
}

// Hashes of a signature: the first also covers the signed text.
struct SignatureKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;  // of the signature alone
};

// Makes keys. Addresses are 4 or 16 octets, or empty if unknown.
class Keys {
  public:
    explicit Keys(const Secret& secret) : secret_(secret) {}

    // Returns the key of a visitor's budget for one of its group's rates
    // (`which`; 0 is the crawl-delay). Addresses that `per` groups together
    // share the budget. The key has the bit kOpenToAll, except for a crawler of
    // the catalogue that is verified or has one budget for all its addresses.
    std::uint64_t budget(const Visitor& visitor, std::size_t which,
                         std::string_view address, RatePer per) const;

    // Returns the key of the budget of one network (/24, /56) for one group.
    // All crawlers that come from the network, are bound by the group, and are
    // known only by their shape share this budget.
    std::uint64_t network_budget(std::uint64_t site, std::uint64_t group,
                                 std::size_t which,
                                 std::string_view address) const;

    // What is stored about a budget that crawlers share (charge.hpp): the state
    // of the budget (`all`), the state of the visitor's `part`, the last
    // visitor that had to wait (`waiting`), and another one before it
    // (`waited_before`). `visitor.site` is 0 if all sites share the budget.
    // Verified crawlers, impostors, and all others have separate budgets.
    enum class OfBudget : std::uint8_t { all, part, waiting, waited_before };
    std::uint64_t shared_budget(const Visitor& visitor, std::uint64_t budget,
                                OfBudget what) const;

    // Returns the key of what a visitor fetched: one key for a verified visitor
    // at any address, and one per network for other visitors, since anybody can
    // use their name.
    std::uint64_t fetch(const Visitor& visitor, std::string_view address) const;

    // Returns the key of the log lines about a crawler, on all sites together.
    std::uint64_t log_lines(const Sighting& crawler, Identity identity) const;

    // Returns the key of an address's identity; `assertion` is
    // Crawler::assertion_key.
    std::uint64_t identity(std::uint64_t assertion,
                           std::string_view address) const;

    SignatureKey signature(std::string_view text,
                           std::string_view signature) const;

    // Returns the key of an unlisted crawler's name, case-insensitively.
    std::uint64_t name_of(const Sighting& crawler) const;

    // Returns a number that identifies these keys, and reveals nothing of their
    // secret.
    std::uint64_t zone_id() const;

  private:
    // Different uses have different keys.
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

// Returns keys that anybody can compute, for tests and robotsctl, which serve
// no clients.
const Keys& public_keys();

}  // namespace robots
