// A lock-free hash table of 64-bit words in shared memory.
//
// The table is an array of buckets. A bucket is eight words in one cache line.
// A word is one entry, and has two parts:
//
//     | tag            | value       |     for a budget: 28 bits and 36 bits
//
// The code that uses the table defines the value. The tag distinguishes the
// keys of one bucket. One compare-and-swap changes a word, so a process that
// dies at any instruction leaves every word intact. A lookup reads one cache
// line. In a full bucket, a new key replaces the word with the least weight
// (locate()).
//
// Keys are hashes that no client can compute (budget_key.hpp). Two keys are
// confused if they have the same bucket and the same tag. n keys in b buckets
// with tags of t bits have n * (n - 1) / 2 pairs. Each pair is confused with a
// probability of 2^-t / b. For example, of 1,000 keys in 5,900 buckets with
// tags of 28 bits, two are confused with a probability of 3 in ten million.
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

// The alignment of the memory of every word table, in octets.
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

    // `memory` must be aligned to kAlignment and outlive the table. It must be
    // all zeros, which is an empty table, or the memory of an earlier table of
    // the same size. `octets` must be at least octets_for(1) and below 2^38.
    WordTable(void* memory, std::size_t octets)
        : buckets_(static_cast<Bucket*>(memory)),
          size_(octets / sizeof(Bucket)) {}

    std::size_t capacity() const { return size_ * kWordsOfBucket; }

    // The result of a search for a key. If the key has a word, `known` is true
    // and `word` is that word. Otherwise `word` is the word that the key may
    // take. `seen` is the content of the word when it was read.
    struct Place {
        Word* word;
        std::uint64_t seen;
        bool known;

        // Returns the value of the word; zero if the word was never written.
        std::uint64_t value() const { return seen & kMaxValue; }
    };

    // Returns the word of `key`. If `key` has no word, `word` is nullptr.
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

    // Returns the word of `key`. If `key` has no word, returns the word that
    // `key` may take: a word that was never written, or else the word with the
    // least weight. `weight` must return the weight of a value. Weights are
    // compared by "<".
    template <typename Weight>
    Place locate(std::uint64_t key, Weight weight) const {
        const Place place = find(key);
        return place.known ? place
                           : make_room(bucket_of(key), tag_of(key), weight);
    }

    // Sets the value of `key` in `place`. `value` must be at most kMaxValue;
    // higher bits are dropped. Returns false, and changes nothing, if another
    // process changed the word after it was read. Then the caller must call
    // locate() again.
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

    // The tag is the lowest bits of the key. It is never zero, because a word
    // of zero is empty.
    static std::uint64_t tag_of(std::uint64_t key) {
        constexpr std::uint64_t kTagMask = (std::uint64_t{1} << kTagBits) - 1;
        return std::max<std::uint64_t>(key & kTagMask, 1) << kValueBits;
    }

    // The upper half of the key chooses the bucket.
    Bucket& bucket_of(std::uint64_t key) const {
        return buckets_[((key >> 32) * size_) >> 32];
    }

    // Returns the word that a key with `tag` may take. Searches for `tag`
    // again, because another process may just have stored the key.
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

// A word table in two parts. The open part is 1/kOpenPart of the memory, and is
// for the keys that any client can cause (kOpenToAll, budget_key.hpp). So a
// client that invents names fills only the open part, and removes no word of
// the other part. Memory of fewer than kOpenPart buckets is not divided.
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
