// Which signatures were verified, in memory that processes share, without
// locks.
//
// A signature is known by two keyed hashes of 64 bits: of all that it signs,
// and of its own octets, which say whether it was met at all. An entry is two
// words:
//
//     | low 35 bits of the second hash | when it expires: 29 bits |
//     | the first hash, XOR the other word                        |
//
// Processes write the two one after the other. Who reads between them, or after
// a process that died between them, or while two write to one entry, finds a
// first hash that is not the wanted one but with a chance of 2^-64: the entry
// says nothing. So one of 99 bits has to be met, or one of 64 with a signature
// that was verified, and nobody outside can compute any of them.
//
// Entries lie in buckets of four, one cache line each. In a full bucket the one
// that expires first goes. Only what was verified is kept: a flood of forgeries
// drives out nothing.

#ifndef ROBOTS_POLICY_STATE_SIGNATURE_MEMORY_HPP
#define ROBOTS_POLICY_STATE_SIGNATURE_MEMORY_HPP

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

    // Whether a signature of that second half was kept, whatever it signs:
    // false means that knows() is false, too.
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

#endif
