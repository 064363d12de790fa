// Keys under which data about crawlers is stored in shared memory. A key is the
// same in every process and after reloads, and differs from zone to zone.
//
// If clients could compute keys, a client could search for an address or a name
// that shares the budget of a victim. So keys are hashed by SipHash with the
// zone's secret.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/sip_hash.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// One crawler on one site. Requests with the same crawler name but different
// identities belong to different visitors. So a sender that only copies the
// name cannot spend the budget of the verified crawler.
struct Visitor {
    std::uint64_t site = 0;  // Site::key
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// Returns `per`; if `per` is `automatic`, returns what `automatic` means for
// `visitor`. If the visitor is not verified, and probably many people run the
// crawler's software, each network has a budget of its own. Otherwise one
// operator is responsible for all requests, and all requests share one budget.
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

// A bit of a key. Any client can cause any number of keys with this bit, by
// inventing names or by using many networks. Tables store keys with this bit in
// a separate part, so that these keys cannot evict other keys.
constexpr std::uint64_t kOpenToAll = std::uint64_t{1} << 63;

// Returns `key` without the bit kOpenToAll, which is the same for all keys in
// one part of a table. A word table chooses the bucket by the key's upper 32
// bits. With the bit, half of the buckets would stay empty.
constexpr std::uint64_t place_key(std::uint64_t key) {
    constexpr std::uint64_t kLowerHalf = 0xffff'ffff;
    return (key & ~kLowerHalf) << 1 | (key & kLowerHalf);
}

// Two hashes of a signature. `first` covers the signature and the signed text.
struct SignatureKey {
    std::uint64_t first = 0;
    std::uint64_t second = 0;  // of the signature alone
};

// Makes keys. Addresses are 4 or 16 octets, or empty if unknown.
class Keys {
  public:
    explicit Keys(const Secret& secret) : secret_(secret) {}

    // Returns the key of a visitor's budget for one rate of its group. `which`
    // is 0 for the crawl-delay, and n for the n-th Request-rate. `per` says
    // which addresses share the budget. The key has the bit kOpenToAll unless
    // the crawler has an entry (Sighting::crawler) and either is verified or
    // has one budget for all its addresses.
    std::uint64_t budget(const Visitor& visitor, std::size_t which,
                         std::string_view address, RatePer per) const;

    // Returns the key of the budget that one network (/24 for IPv4, /56 for
    // IPv6) has for one rate of a group. Crawlers share this budget if they
    // come from the network, are bound by the group, and are known only by the
    // shape of their header.
    std::uint64_t network_budget(std::uint64_t site, std::uint64_t group,
                                 std::size_t which,
                                 std::string_view address) const;

    // The kinds of data that are stored about a budget that crawlers share
    // (charge.hpp). `all` is the state of the budget, and `part` is the state
    // of the visitor's part. `waiting` is the visitor that had to wait most
    // recently, and `waited_before` is the most recent other visitor.
    // Visitor::site is 0 if all sites share the budget. Verified crawlers,
    // impostors and unverifiable senders have separate budgets.
    enum class OfBudget : std::uint8_t { all, part, waiting, waited_before };
    std::uint64_t shared_budget(const Visitor& visitor, std::uint64_t budget,
                                OfBudget what) const;

    // Returns the key of a visitor's fetches of robots.txt. A verified visitor
    // has one key for all its addresses. Any other visitor has one key per
    // network, because anybody can use its name.
    std::uint64_t fetch(const Visitor& visitor, std::string_view address) const;

    // Returns the key of the quota of log lines about a crawler. All sites
    // share the quota.
    std::uint64_t log_lines(const Sighting& crawler, Identity identity) const;

    // Returns the key of what DNS showed about `address`: whether it belongs to
    // the crawler with this Crawler::assertion_key (`assertion`).
    std::uint64_t identity(std::uint64_t assertion,
                           std::string_view address) const;

    SignatureKey signature(std::string_view text,
                           std::string_view signature) const;

    // Returns the key of the name of a crawler without an entry. Names that
    // differ only in case have the same key.
    std::uint64_t name_of(const Sighting& crawler) const;

    // Returns a number that identifies the secret of these keys, but does not
    // reveal the secret.
    std::uint64_t zone_id() const;

  private:
    // What a key is used for. Keys for different uses differ.
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
