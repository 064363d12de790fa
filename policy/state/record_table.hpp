// Records by key, in memory that processes share, without locks: for what does
// not fit into a word (word_table.hpp).
//
// The table is an array of keys and an array of their records. Eight places
// whose keys share a cache line are a bucket. A key word is one of
//
//     0                   a free place
//     1, then 63 bits     a hash that nobody outside can choose: a record
//     0, then a number    the process with that number is making a record
//
// Records count by atomic operations. A key that is new to a full bucket takes
// the place of the record that was seen least recently. Nobody waits for
// anybody:
//
// - Two processes that meet a new key at the same instant may make two records.
//   Readers add them up.
// - What is counted just while its record goes may count for the new record.
// - A process that dies while it makes a record leaves a place that others take
//   over. One that only sleeps keeps the place, however long, so that it
//   overwrites nobody's record when it wakes up.
//
// A reader copies a record and then looks at its key again. If it is the same,
// the copy is that key's alone. For that, all stores into a record release, and
// a copy acquires what it loads (on x86 both are plain moves):
//
//   key A | counts of A | key B    a maker took the place between both looks:
//                                  the copy is thrown away
//
// tests/interleavings/ tries all ways in which makers, counters, readers and
// deaths can meet.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "policy/base/time.hpp"

namespace robots {

using SharedWord = std::atomic<std::uint64_t>;

inline std::uint64_t load(const SharedWord& word) {
    return word.load(std::memory_order_relaxed);
}
inline void store(SharedWord& word, std::uint64_t value) {
    word.store(value, std::memory_order_release);
}
inline void add(SharedWord& word, std::uint64_t value) {
    word.fetch_add(value, std::memory_order_relaxed);
}

// A time as records keep it.
inline std::uint64_t milliseconds_of(Milliseconds time) {
    return static_cast<std::uint64_t>(time.count());
}

// The memory that is so many octets further.
inline void* behind(void* memory, std::size_t octets) {
    return static_cast<unsigned char*>(memory) + octets;
}

// A process that makes records.
struct Maker {
    // Its number, of 32 bits and not zero, which no other living process has.
    std::uint32_t process = 1;
    // Whether the process of a number lives. It must not say no of one that
    // does; after it has said no, all that the dead one stored is visible.
    bool (*is_alive)(std::uint32_t process) = [](std::uint32_t) {
        return true;
    };
};

// `Record` is made of Words and nothing else; all zeros is one that is new. It
// has `std::uint64_t key() const`, the key that its own words make, and
// `std::uint64_t seen() const`, the milliseconds when it was last seen. Stores
// into it release; adding and exchanging may be relaxed.
//
// A view of the memory, to be copied at will. Allocates nothing.
template <class Record, class Word = SharedWord>
class RecordTable {
  public:
    static constexpr std::size_t kBucket = 8;  // places
    static constexpr std::size_t kAlignment = 64;

    // What to do about a new key whose bucket is full.
    enum class IfFull : bool { give_up, evict };

    // The memory that `records` records take.
    static constexpr std::size_t octets_for(std::size_t records) {
        const std::size_t buckets = (records + kBucket - 1) / kBucket;
        return std::max<std::size_t>(buckets, 1) * kBucketOctets;
    }

    // `memory` is aligned to kAlignment and outlives the table: all zeros,
    // which is an empty table, or what a table of the same size left there.
    // `octets` is at least octets_for(1). `evicted` counts removed records, and
    // outlives the table.
    RecordTable(void* memory, std::size_t octets, Word& evicted)
        : keys_(static_cast<Word*>(memory)),
          size_(octets / kBucketOctets * kBucket),
          evicted_(&evicted) {}

    std::size_t capacity() const { return size_; }
    std::size_t octets() const { return size_ / kBucket * kBucketOctets; }

    // The record of a key if it is in the first place of its bucket to look at,
    // as nearly all are; else nullptr.
    Record* find_at_home(std::uint64_t key) const {
        const std::size_t home = home_of(key);
        return holds(home, key) ? &records()[home] : nullptr;
    }

    // The record of a key, or nullptr.
    Record* find(std::uint64_t key) const {
        if (Record* record = find_at_home(key)) {
            return record;
        }
        const std::size_t first = bucket_of(home_of(key));
        for (std::size_t place = first; place < first + kBucket; ++place) {
            if (holds(place, key)) {
                return &records()[place];
            }
        }
        return nullptr;
    }

    // A new record for a key that had none; `fill` sets the values that its key
    // is made of. nullptr if the bucket is full of records that others are just
    // making, or full and `if_full` is give_up.
    template <typename Fill>
    Record* make(std::uint64_t key, const Maker& maker, Fill fill,
                 IfFull if_full = IfFull::evict) const {
        for (std::size_t attempt = 0; attempt < kBucket; ++attempt) {
            const Vacancy vacancy = vacancy_for(key, maker);
            if (vacancy.place == kNone ||
                (vacancy.taken() && if_full == IfFull::give_up)) {
                break;
            }
            if (take(vacancy, maker)) {
                Record& record = records()[vacancy.place];
                clear(record);
                fill(record);
                keys_[vacancy.place].store(key | kLive,
                                           std::memory_order_release);
                return &record;
            }
            // Somebody else took the place, maybe for the same key.
            if (Record* record = find(key)) {
                return record;
            }
        }
        return nullptr;
    }

    // Calls `read` with a copy of each record of a key; nearly always there is
    // but one.
    template <typename Read>
    void each_of(std::uint64_t key, Read read) const {
        const std::size_t first = bucket_of(home_of(key));
        for (std::size_t place = first; place < first + kBucket; ++place) {
            Record record;
            if (holds(place, key) && copy(place, record)) {
                read(record);
            }
        }
    }

    // Whether a place below capacity() has a record.
    bool has_record(std::size_t place) const {
        return is_live(keys_[place].load(std::memory_order_relaxed));
    }

    // Copies the record in a place below capacity(). False, and `out` is of no
    // use, where the place has none or its record went meanwhile.
    bool copy(std::size_t place, Record& out) const {
        const std::uint64_t key = keys_[place].load(std::memory_order_acquire);
        if (!is_live(key)) {
            return false;
        }
        const auto* from = reinterpret_cast<const Word*>(&records()[place]);
        auto* to = reinterpret_cast<Word*>(&out);
        for (std::size_t i = 0; i < kWords; ++i) {
            to[i].store(from[i].load(std::memory_order_acquire),
                        std::memory_order_relaxed);
        }
        return keys_[place].load(std::memory_order_relaxed) == key &&
               (out.key() | kLive) == key;
    }

  private:
    static constexpr std::uint64_t kLive = std::uint64_t{1} << 63;
    static constexpr std::size_t kNone = SIZE_MAX;
    static constexpr std::size_t kBucketOctets =
        kBucket * (sizeof(Word) + sizeof(Record));
    static constexpr std::size_t kWords = sizeof(Record) / sizeof(Word);
    static_assert(Word::is_always_lock_free);
    static_assert(sizeof(Record) % sizeof(Word) == 0);
    static_assert(std::is_standard_layout_v<Record>);

    Record* records() const { return reinterpret_cast<Record*>(keys_ + size_); }

    static bool is_live(std::uint64_t key) { return (key & kLive) != 0; }

    // The place is chosen by the key's lower half: one bit of the upper half is
    // always set.
    std::size_t home_of(std::uint64_t key) const {
        return ((key & 0xffff'ffff) * size_) >> 32;
    }

    static std::size_t bucket_of(std::size_t place) {
        return place / kBucket * kBucket;
    }

    bool holds(std::size_t place, std::uint64_t key) const {
        return keys_[place].load(std::memory_order_acquire) == (key | kLive);
    }

    // A place for a new record and its key as it was read; kNone: there is
    // none.
    struct Vacancy {
        std::size_t place = kNone;
        std::uint64_t key = 0;

        // Whether another record is removed for it.
        bool taken() const { return is_live(key); }
    };

    // The key's home or else another place of its bucket, if one is free; else
    // one whose maker died; else the one whose record was seen least recently.
    Vacancy vacancy_for(std::uint64_t key, const Maker& maker) const {
        const std::size_t home = home_of(key);
        const std::size_t first = bucket_of(home);
        Vacancy best;
        std::uint64_t least = UINT64_MAX;
        for (std::size_t i = 0; i < kBucket; ++i) {
            const std::size_t place = first + (home + i) % kBucket;
            const Vacancy each{place,
                               keys_[place].load(std::memory_order_relaxed)};
            if (each.key == 0) {
                return each;
            }
            if (!each.taken() && !is_abandoned(each.key, maker)) {
                continue;
            }
            const std::uint64_t seen =
                each.taken() ? records()[place].seen() : 0;
            if (seen < least) {
                best = each;
                least = seen;
            }
        }
        return best;
    }

    // A process makes one record at a time: a place that bears its number was
    // left by a dead one of the same number.
    static bool is_abandoned(std::uint64_t key, const Maker& maker) {
        const auto process = static_cast<std::uint32_t>(key);
        return process == maker.process || !maker.is_alive(process);
    }

    // Marks a place as being made. False if somebody else changed it since.
    bool take(Vacancy vacancy, const Maker& maker) const {
        const bool evicts = vacancy.taken();
        if (!keys_[vacancy.place].compare_exchange_strong(
                vacancy.key, std::uint64_t{maker.process},
                std::memory_order_acquire)) {
            return false;
        }
        if (evicts) {
            evicted_->fetch_add(1, std::memory_order_relaxed);
        }
        return true;
    }

    static void clear(Record& record) {
        auto* words = reinterpret_cast<Word*>(&record);
        for (std::size_t i = 0; i < kWords; ++i) {
            words[i].store(0, std::memory_order_release);
        }
    }

    Word* keys_;
    std::size_t size_;
    Word* evicted_;
};

}  // namespace robots
