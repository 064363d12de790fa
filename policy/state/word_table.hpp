// A hash table of small facts in shared memory, without locks.
//
// The table is an array of buckets of eight 64-bit words; a bucket is one cache
// line. A word is one fact:
//
//     | tag            | value       |     a budget: 28 bits and 36 bits
//
// The code that uses the table defines the value; the tag distinguishes the
// keys of one bucket. One compare-and-swap changes a word, so a process that
// dies at any instruction leaves every word whole. A look-up reads one cache
// line. In a full bucket, a new key replaces the word with the least weight
// (locate()).
//
// Keys are hashes that no client can compute (budget_key.hpp). Two keys are
// confused if they have the same bucket and the same tag. n keys in b buckets
// with tags of t bits have n * (n - 1) / 2 pairs, and each pair is confused
// with a chance of 2^-t / b: of 1,000 keys in 5,900 buckets with tags of 28
// bits, two are confused with a chance of 3 in ten million.
//
// All access to the memory goes through `Atomic`, which tests replace.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/verdict/budget_key.hpp"

namespace robots {

// The alignment of every table's memory.
constexpr std::size_t kWordTableAlignment = 64;

// A view of the shared memory, cheap to copy.
template <int kValueBits, typename Atomic = std::atomic<std::uint64_t>>
class WordTable {
  public:
    using Word = Atomic;

    static constexpr std::size_t kWordsOfBucket = 8;
    static constexpr std::size_t kAlignment = kWordTableAlignment;
    static constexpr int kTagBits = 64 - kValueBits;
    static_assert(kValueBits > 0 && kTagBits > 0);
    static constexpr std::uint64_t kMaxValue =
        (std::uint64_t{1} << kValueBits) - 1;

    // Returns the octets of memory for `words` words, a multiple of kAlignment.
    static constexpr std::size_t octets_for(std::size_t words) {
        const std::size_t buckets =
            (words + kWordsOfBucket - 1) / kWordsOfBucket;
        return std::max<std::size_t>(buckets, 1) * sizeof(Bucket);
    }

    // `memory` must be aligned to kAlignment and outlive the table. It must
    // have all zeros, which is an empty table, or what a table of the same size
    // left there. `octets` must be at least octets_for(1) and below 2^38.
    WordTable(void* memory, std::size_t octets)
        : buckets_(static_cast<Bucket*>(memory)),
          size_(octets / sizeof(Bucket)) {}

    std::size_t capacity() const { return size_ * kWordsOfBucket; }

    // The word of a key, and its value when it was read. If the key has no
    // word, `known` is false, and `word` is the word that the key may take.
    struct Place {
        Word* word;
        std::uint64_t seen;
        bool known;

        // Zero if the word was never written.
        std::uint64_t value() const { return seen & kMaxValue; }
    };

    // Returns the word of a key; if it has none, `word` is nullptr.
    Place find(std::uint64_t key) const {
        const std::uint64_t tag = tag_of(key);
        for (Word& word : bucket_of(key).words) {
            const std::uint64_t seen = word.load(std::memory_order_relaxed);
            if ((seen & ~kMaxValue) == tag) {
                return {&word, seen, true};
            }
        }
        return {nullptr, 0, false};
    }

    // Returns the word of a key or, if it has none, the word that it may take:
    // one that was never written or else the one with the least weight.
    // `weight` must return the weight of a value, of any type that has "<".
    template <typename Weight>
    Place locate(std::uint64_t key, Weight weight) const {
        const Place place = find(key);
        return place.known ? place
                           : make_room(bucket_of(key), tag_of(key), weight);
    }

    // Sets the value of a key. `value` must be at most kMaxValue; bits above it
    // are dropped. Returns false, and does nothing, if another process changed
    // the word since it was read; then call locate() again.
    static bool store(const Place& place, std::uint64_t key,
                      std::uint64_t value) {
        std::uint64_t expected = place.seen;
        return place.word->compare_exchange_strong(
            expected, tag_of(key) | (value & kMaxValue),
            std::memory_order_relaxed);
    }

  private:
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);
    static_assert(sizeof(std::atomic<std::uint64_t>) == sizeof(std::uint64_t));

    struct alignas(kAlignment) Bucket {
        std::array<Word, kWordsOfBucket> words;
    };

    // The tag is the key's lowest bits, but never zero, since a word of zero is
    // empty.
    static std::uint64_t tag_of(std::uint64_t key) {
        constexpr std::uint64_t kTagMask = (std::uint64_t{1} << kTagBits) - 1;
        return std::max<std::uint64_t>(key & kTagMask, 1) << kValueBits;
    }

    // The upper half of the key chooses the bucket.
    Bucket& bucket_of(std::uint64_t key) const {
        return buckets_[((key >> 32) * size_) >> 32];
    }

    // Searches for the tag again, since another process may just have written
    // it.
    template <typename Weight>
    static Place make_room(Bucket& bucket, std::uint64_t tag, Weight weight) {
        Place room{nullptr, 0, false};
        for (Word& word : bucket.words) {
            const std::uint64_t seen = word.load(std::memory_order_relaxed);
            if ((seen & ~kMaxValue) == tag) {
                return {&word, seen, true};
            }
            if (room.word == nullptr ||
                (room.seen != 0 && (seen == 0 || weight(seen & kMaxValue) <
                                                     weight(room.value())))) {
                room = {&word, seen, false};
            }
        }
        return room;
    }

    Bucket* buckets_;
    std::size_t size_;
};

// A word table in two parts: keys that any client can cause (kOpenToAll,
// budget_key.hpp) have their own 1/kOpenPart of the memory. A client that
// invents names fills that part, and removes no word of the other part. Memory
// of fewer than kOpenPart buckets is not divided.
template <int kValueBits, std::size_t kOpenPart,
          typename Atomic = std::atomic<std::uint64_t>>
class SplitTable {
  public:
    using Words = WordTable<kValueBits, Atomic>;
    using Place = typename Words::Place;

    SplitTable(void* memory, std::size_t octets)
        : closed_(memory, octets - open_part(octets)),
          open_(open_part(octets) == 0
                    ? closed_
                    : Words(static_cast<unsigned char*>(memory) + octets -
                                open_part(octets),
                            open_part(octets))),
          capacity_(Words(memory, octets).capacity()) {}

    Place find(std::uint64_t key) const { return of(key).find(place_key(key)); }

    template <typename Weight>
    Place locate(std::uint64_t key, Weight weight) const {
        return of(key).locate(place_key(key), weight);
    }

    static bool store(const Place& place, std::uint64_t key,
                      std::uint64_t value) {
        return Words::store(place, key, value);
    }

    std::size_t capacity() const { return capacity_; }

  private:
    static constexpr std::size_t open_part(std::size_t octets) {
        return octets / kOpenPart / kWordTableAlignment * kWordTableAlignment;
    }

    const Words& of(std::uint64_t key) const {
        return (key & kOpenToAll) == 0 ? closed_ : open_;
    }

    Words closed_;
    Words open_;
    std::size_t capacity_;
};

}  // namespace robots
