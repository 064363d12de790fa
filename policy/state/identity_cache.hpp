// A cache in shared memory: whether a client that names itself as a crawler is
// that crawler, by the answers of DNS (identity.hpp).
//
// It is a word table (word_table.hpp), keyed by address and crawler. The tag of
// a word is 24 bits of the key. Its value holds the identity, the time when the
// entry expires, and 11 further bits of the key. So a look-up compares 35 bits
// of the key: in a full table, one look-up in four billion finds the entry of
// another address. Keys are hashed with a secret, so no client can compute
// which addresses are confused.
//
// In a full bucket, a new entry replaces the entry that expires first, unless
// the new entry would expire earlier than that. So a flood of impostors, whose
// entries expire within an hour, removes no entry that expires later.

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

// Returns how long an answer of DNS is kept: for `ttl`, the TTL of its records,
// but at least a minute and at most a day. `impostor` is kept for at most an
// hour, since a mistake in DNS may cause this answer. `unverifiable` is kept
// for a minute, since DNS gave no answer.
std::chrono::seconds kept_for(Identity identity, std::chrono::seconds ttl);

// A view of the shared memory, cheap to copy. Allocates nothing.
class IdentityCache {
  public:
    using Words = WordTable<40>;

    static constexpr std::size_t kAlignment = Words::kAlignment;

    // The octets for `entries` entries, a multiple of kAlignment.
    static constexpr std::size_t octets_for(std::size_t entries) {
        return Words::octets_for(entries);
    }

    // `memory` and `octets` are as in WordTable; `keys` must be the same in all
    // processes that share the memory, and must outlive the cache.
    IdentityCache(void* memory, std::size_t octets, const Keys& keys)
        : words_(memory, octets), keys_(&keys) {}

    // Returns the identity of a client at `address` (4 or 16 octets) that names
    // `crawler`; nullopt if it has no entry, or the entry has expired. Entries
    // that were made when the crawler had other domains (Crawler::rdns) do not
    // count. `now` must be as in BudgetTable.
    std::optional<Identity> find(const Crawler& crawler,
                                 std::string_view address,
                                 Milliseconds now) const noexcept;

    // Stores an answer for kept_for(identity, ttl). `unverifiable` does not
    // replace a `verified` or `impostor` of the same client that has not
    // expired.
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
