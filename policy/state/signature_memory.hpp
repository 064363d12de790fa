// Remembers verified signatures, in memory that processes share, without locks.
//
// A signature is known by two keyed hashes of 64 bits: of all that it signs,
// and of its own octets, which say whether it was met at all. An entry is two
// words:
//
//     | low 35 bits of the second hash | when it expires: 29 bits |
//     | the first hash, XOR the other word                        |
//
// Processes write the two one after the other. A process may read between the
// two writes, or after a process has died between them, or while two write to
// one entry. Then the first hash fits only with a chance of 2^-64: the entry
// says nothing. So a forger has to hit 99 bits, or 64 with a signature that was
// verified, and nobody outside can compute any of them.
//
// Entries lie in buckets of four, one cache line each. In a full bucket the one
// that expires first goes. Only what was verified is kept: a flood of forgeries
// removes nothing.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/base/time.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// A view of the memory, to be copied at will. Allocates nothing.
class SignatureMemory {
  public:
    static constexpr std::size_t kAlignment = 64;

    // The memory that `entries` entries take, a multiple of kAlignment.
    static constexpr std::size_t octets_for(std::size_t entries) {
        return (entries + kEntries - 1) / kEntries * sizeof(Bucket);
    }

    // `memory` is aligned to kAlignment and outlives this: all zeros, which is
    // empty, or what one of the same size left there. `octets` is at least
    // octets_for(1).
    SignatureMemory(void* memory, std::size_t octets)
        : buckets_(static_cast<Bucket*>(memory)),
          count_(octets / sizeof(Bucket)) {}

    // Whether a signature with that second hash is kept, whatever it signs. If
    // not, knows() is false, too.
    bool has_met(std::uint64_t second, Utc now) const noexcept;

    // Whether the signature was kept, and has not expired at `now`.
    bool knows(const SignatureKey& key, Utc now) const noexcept;

    // Keeps it until `end`, give or take eight seconds.
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
