// Remembers verified signatures, in shared memory, without locks.
//
// A signature is identified by two keyed hashes of 64 bits. The first hash
// covers the signed text and the signature. The second hash covers the
// signature alone, so it finds a signature that was verified with any text. An
// entry is two words:
//
//     | low 35 bits of the second hash | time of expiry: 29 bits |
//     | the first hash, XOR the other word                       |
//
// Processes write the two words one after the other. So a reader may find two
// words that do not belong together: between the two writes, after a process
// died between the writes, or while two processes write to the same entry. Then
// the first hash matches only with a probability of 2^-64, so the reader
// ignores the entry. A forged signature is accepted only if it matches 99 bits
// of an entry. A verified signature that was copied to another text must match
// 64 bits. No client can compute these bits.
//
// A bucket is four entries in one cache line. In a full bucket, a new entry
// replaces the entry that expires first. Only verified signatures are stored,
// so a flood of forged signatures removes no entry.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/base/time.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// A view of the shared memory, cheap to copy. Allocates nothing.
class SignatureMemory {
  public:
    static constexpr std::size_t kAlignment = 64;

    // Returns the octets of memory for `entries` entries, a multiple of
    // kAlignment.
    static constexpr std::size_t octets_for(std::size_t entries) {
        return (entries + kEntries - 1) / kEntries * sizeof(Bucket);
    }

    // `memory` must be aligned to kAlignment and outlive this object. It must
    // be all zeros, which means empty, or the memory of an earlier object of
    // the same size. `octets` must be at least octets_for(1).
    SignatureMemory(void* memory, std::size_t octets)
        : buckets_(static_cast<Bucket*>(memory)),
          count_(octets / sizeof(Bucket)) {}

    // Returns whether a signature with the second hash `second` is stored with
    // any text, and has not expired. If has_met() is false, knows() is also
    // false for the signature.
    bool has_met(std::uint64_t second, Utc now) const noexcept;

    // Returns whether the signature is stored, and has not expired at `now`.
    bool knows(const SignatureKey& key, Utc now) const noexcept;

    // Stores the signature until `end`, or for up to eight seconds longer.
    void keep(const SignatureKey& key, Utc end, Utc now) noexcept;

    std::size_t capacity() const { return count_ * kEntries; }

  private:
    using Word = std::atomic<std::uint64_t>;
    struct Entry {
        Word check;
        Word rest;
    };
    static constexpr std::size_t kEntries = 4;
    struct alignas(kAlignment) Bucket {
        std::array<Entry, kEntries> entries;
    };
    static_assert(sizeof(Bucket) == kAlignment);

    Bucket& bucket_of(std::uint64_t second) const {
        return buckets_[second % count_];
    }

    Bucket* buckets_;
    std::size_t count_;
};

}  // namespace robots
