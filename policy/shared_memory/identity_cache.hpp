// A cache in shared memory for the results of identity checks by DNS
// (identity.hpp): whether a client that claims to be a crawler is that crawler.
//
// The cache is a WordTable (word_table.hpp). The key of an entry is a hash of
// the address and the crawler. The tag of a word is 24 bits of the key. The
// value of a word has the identity, the time when the entry expires, and 11
// further bits of the key. So a lookup compares 35 bits of the key. In a full
// table, one lookup in four billion finds the entry of another address. Keys
// are hashed with a secret, so no client can compute which addresses are
// confused.
//
// In a full bucket, a new entry replaces the entry that expires first. But if
// the new entry would expire even earlier, the new entry is not stored. Entries
// of impostors expire within an hour. So a flood of impostors removes no entry
// that expires later.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/shared_memory/word_table.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// Returns how long a result of DNS is kept. `ttl` is the TTL of the DNS
// records. The result is kept for `ttl`, but at least for a minute and at most
// for a day. `impostor` is kept for at most an hour, because a mistake in DNS
// may cause this result. `unverifiable` is kept for a minute, because DNS gave
// no answer.
std::chrono::seconds kept_for(Identity identity, std::chrono::seconds ttl);

// A view of the shared memory, cheap to copy. Allocates nothing.
class IdentityCache {
  public:
    using Words = WordTable<40>;

    static constexpr std::size_t kAlignment = Words::kAlignment;

    // Returns the octets of memory for `entries` entries, a multiple of
    // kAlignment.
    static constexpr std::size_t octets_for(std::size_t entries) {
        return Words::octets_for(entries);
    }

    // `memory` and `octets` are as in WordTable. `keys` must be the same in all
    // processes that share the memory, and must outlive the cache.
    IdentityCache(void* memory, std::size_t octets, const Keys& keys)
        : words_(memory, octets), keys_(&keys) {}

    // Returns the identity of a client at `address` (4 or 16 octets) that
    // claims to be `crawler`; nullopt if the client has no entry, or if the
    // entry has expired. Entries from before a change of the crawler's domains
    // (Crawler::rdns) are not found. `now` must be as in BudgetTable::charge().
    std::optional<Identity> find(const Crawler& crawler,
                                 std::string_view address,
                                 Milliseconds now) const noexcept;

    // Stores `identity` for the time kept_for(identity, ttl). `unverifiable`
    // does not replace a `verified` or `impostor` of the same client that has
    // not expired.
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
