// A lock-free hash table of records in shared memory, for data that does not
// fit into one word. For data that fits into a word, see word_table.hpp.
//
// The table is an array of keys and an array of their records. A place is an
// index into both arrays. Eight places form a bucket; their keys share a cache
// line. A key word has one of these forms, from its highest bit:
//
//     0                   The place is free.
//     1, then 63 bits     The place has a record. The bits are its key: a hash
//                         that no client can choose.
//     0, then a number    The process with that number is making a record.
//
// Counts in records change by atomic operations. In a full bucket, a new key
// replaces the least recently seen record. No process waits for another
// process, so these cases are possible:
//
// - If two processes meet a new key at the same instant, they may make two
//   records. Readers add up both records.
// - If a process counts while another process replaces the record, the new
//   record may get the count.
// - If a process dies while it makes a record, other processes may take the
//   place of that record. They do not take the place from a living process,
//   even if that process is suspended for a long time. If they did, it would
//   overwrite their record when it continues.
//
// A reader copies a record and then reads its key again. If the key is the
// same, the whole copy belongs to that key. To ensure this, all stores into a
// record are release stores, and a copy uses acquire loads (on x86 both are
// plain moves):
//
//   key A | counts of A | key B    Another process took the place between the
//                                  two reads of the key: discard the copy.
//
// The tests in tests/interleavings/ try all orders of the steps of processes
// that make, count and read records, or die.

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

// Returns `time` in the form in which records store it.
inline std::uint64_t milliseconds_of(Milliseconds time) {
    return static_cast<std::uint64_t>(time.count());
}

// Returns the address `octets` octets behind `memory`.
inline void* behind(void* memory, std::size_t octets) {
    return static_cast<unsigned char*>(memory) + octets;
}

// Identifies the process that makes records.
struct Maker {
    // A number of 32 bits, not zero, that no other living process has.
    std::uint32_t process = 1;
    // Returns whether the process with the number `process` is alive. Must
    // never return false for a living process. After the result false, all
    // stores of the dead process must be visible.
    bool (*is_alive)(std::uint32_t process) = [](std::uint32_t) {
        return true;
    };
};

// `Record` must consist of Words only. A new record is all zeros. `Record` must
// have two functions: `std::uint64_t key() const` computes the key from the
// words of the record. `std::uint64_t seen() const` orders the records: the
// record with the smallest seen() is replaced first. Stores into a record must
// be release stores; additions and exchanges may be relaxed.
//
// The class is a view of the shared memory, cheap to copy. Allocates nothing.
template <class Record, class Word = SharedWord>
class RecordTable {
  public:
    static constexpr std::size_t kBucket = 8;  // places
    static constexpr std::size_t kAlignment = 64;

    // What make() does if the bucket of a new key is full.
    enum class IfFull : bool { give_up, evict };

    // Returns the size of the memory for `records` records, in octets.
    static constexpr std::size_t octets_for(std::size_t records) {
        const std::size_t buckets = (records + kBucket - 1) / kBucket;
        return std::max<std::size_t>(buckets, 1) * kBucketOctets;
    }

    // `memory` must be aligned to kAlignment and outlive the table. It must be
    // all zeros, which is an empty table, or the memory of an earlier table of
    // the same size. `octets` must be at least octets_for(1). `evicted` counts
    // removed records, and must outlive the table.
    RecordTable(void* memory, std::size_t octets, Word& evicted)
        : keys_(static_cast<Word*>(memory)),
          size_(octets / kBucketOctets * kBucket),
          evicted_(&evicted) {}

    std::size_t capacity() const { return size_; }
    std::size_t octets() const { return size_ / kBucket * kBucketOctets; }

    // Returns the record of `key` if the record is in the home place of `key`,
    // else nullptr. The home place is searched first; nearly all records are
    // there.
    Record* find_at_home(std::uint64_t key) const {
        const std::size_t home = home_of(key);
        return holds(home, key) ? &records()[home] : nullptr;
    }

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

    // Makes and returns a record for `key`, which has none yet. If another
    // process has just made a record for `key`, returns that record. `fill`
    // must set the words from which Record::key() is computed. Returns nullptr
    // if other processes take all places of the bucket, or if the bucket is
    // full and `if_full` is give_up.
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
            // Another process took the place, maybe for the same key.
            if (Record* record = find(key)) {
                return record;
            }
        }
        return nullptr;
    }

    // Calls `read` with a copy of each record of `key`. Nearly every key has
    // only one record.
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

    // Returns whether `place`, which must be below capacity(), has a record.
    bool has_record(std::size_t place) const {
        return is_live(keys_[place].load(std::memory_order_relaxed));
    }

    // Copies the record in `place`, which must be below capacity(), to `out`.
    // Returns false if the place has no record, or if the record was replaced
    // during the copy. Then the content of `out` is meaningless.
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

    // The lower half of the key chooses the home place. The upper half cannot,
    // because kLive always sets its highest bit.
    std::size_t home_of(std::uint64_t key) const {
        return ((key & 0xffff'ffff) * size_) >> 32;
    }

    static std::size_t bucket_of(std::size_t place) {
        return place / kBucket * kBucket;
    }

    bool holds(std::size_t place, std::uint64_t key) const {
        return keys_[place].load(std::memory_order_acquire) == (key | kLive);
    }

    // A place for a new record, and the key word that was read there. `place`
    // is kNone if no place is available.
    struct Vacancy {
        std::size_t place = kNone;
        std::uint64_t key = 0;

        // Whether the place has another record, which must be removed.
        bool taken() const { return is_live(key); }
    };

    // Returns a free place of the bucket, preferably the home place of `key`.
    // If no place is free, returns a place of a dead maker. If all makers are
    // alive, returns the place of the least recently seen record.
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

    // Returns whether the maker of the record is dead. A process makes one
    // record at a time. So if a key word has the number of this process, a dead
    // process that had the same number wrote the key word.
    static bool is_abandoned(std::uint64_t key, const Maker& maker) {
        const auto process = static_cast<std::uint32_t>(key);
        return process == maker.process || !maker.is_alive(process);
    }

    // Marks the place as one where this process is making a record. Returns
    // false if another process changed the key word after it was read.
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
