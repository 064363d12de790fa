// What DNS said about who sends a crawler's requests, in memory that processes
// share.
//
// A word table (word_table.hpp) keyed by address and crawler. A word holds what
// the address was found to be, when that expires, and 11 bits more of its key,
// so that 35 bits of the key are compared within a bucket: in a full table one
// look-up in four billion takes an address for another. Keys are hashed with a
// secret, so that an outsider can find such an address only by sending requests
// from it.
//
// In a full bucket the entry that expires first goes, unless the new one would
// expire before it: a flood of impostors removes no crawler that is known for
// longer.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/state/word_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// How long an answer is kept if `ttl` is the TTL of its records: that long, but
// at least a minute and at most a day. That of an impostor is kept for at most
// an hour, since it may be a mistake in DNS. What could not be asked is asked
// again after a minute.
std::chrono::seconds kept_for(Identity identity, std::chrono::seconds ttl);

// A view of the memory, to be copied at will. Allocates nothing.
class IdentityCache {
  public:
    using Words = WordTable<40>;

    static constexpr std::size_t kAlignment = Words::kAlignment;

    // The memory that `entries` entries take, a multiple of kAlignment.
    static constexpr std::size_t octets_for(std::size_t entries) {
        return Words::octets_for(entries);
    }

    // `memory` and `octets` as in WordTable; `keys` are the same for all who
    // share the memory, and outlive the cache.
    IdentityCache(void* memory, std::size_t octets, const Keys& keys)
        : words_(memory, octets), keys_(&keys) {}

    // What is known of a crawler at `address` (4 or 16 octets); nullopt if
    // nothing is, or no longer. What was found with other domains of the
    // crawler (Crawler::rdns) does not count. `now` is time since the table was
    // made, as in BudgetTable.
    std::optional<Identity> find(const Crawler& crawler,
                                 std::string_view address,
                                 Milliseconds now) const noexcept;

    // Keeps an answer for kept_for(identity, ttl). That an address is
    // unverifiable takes the place of no answer that is still kept.
    void remember(const Crawler& crawler, std::string_view address,
                  Identity identity, std::chrono::seconds ttl,
                  Milliseconds now) noexcept;

    std::size_t capacity() const { return words_.capacity(); }

  private:
    std::uint64_t key_of(const Crawler& crawler,
                         std::string_view address) const;
    Words::Place locate(std::uint64_t key, Milliseconds now) const;

    Words words_;
    const Keys* keys_;
};

}  // namespace robots
