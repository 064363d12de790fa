// Records by key, in memory that processes share, without locks: for what does
// not fit into a word (word_table.hpp).
//
// The table is an array of keys and an array of their records. Eight places
// whose keys share a cache line are a bucket. A key is 63 bits of a hash that
// nobody outside can choose, with the bit above set: one of zero is a free
// place, and one without that bit a place that is being made, since that time.
// Records count by atomic operations.
//
// A key that is new to a full bucket takes the place of the record that was
// seen least recently. Nobody waits for anybody: where two processes meet a new
// key at the same instant it may get two records, which their readers add up,
// and what is counted at the very instant when its record has to go may be
// counted for the newcomer. A process that dies while it makes a record leaves
// a place that others take when kMaking has passed. A record says itself what
// its key is made of, and one that does not fit its key is none.

#ifndef ROBOTS_POLICY_RECORD_TABLE_HPP
#define ROBOTS_POLICY_RECORD_TABLE_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "rate.hpp"

namespace robots {

using SharedWord = std::atomic<std::uint64_t>;

// `Record` is made of SharedWords and nothing else; all zeros is one that is
// new. It has `std::uint64_t key() const`, the key that its own words make, and
// `std::uint64_t seen() const`, the milliseconds when it was last seen.
//
// A view of the memory, to be copied at will. Allocates nothing.
template <class Record>
class RecordTable {
  public:
    static constexpr std::size_t kBucket = 8;  // places
    static constexpr std::size_t kAlignment = 64;

    // How long nobody else takes a place that is being made.
    static constexpr Milliseconds kMaking{10000};

    // What to do about a new key whose bucket is full.
    enum class IfFull : bool { give_up, evict };

    // The memory that `records` records take.
    static constexpr std::size_t octets_for(std::size_t records) {
        const std::size_t buckets = (records + kBucket - 1) / kBucket;
        return std::max<std::size_t>(buckets, 1) * kBucketOctets;
    }

    // `memory` is aligned to kAlignment and outlives the table: all zeros,
    // which is an empty table, or what a table of the same size left there.
    // `octets` is at least octets_for(1). `evicted` counts records that had to
    // go, and outlives the table.
    RecordTable(void* memory, std::size_t octets, SharedWord& evicted)
        : keys_(static_cast<SharedWord*>(memory)),
          size_(octets / kBucketOctets * kBucket),
          evicted_(&evicted) {}

    std::size_t capacity() const { return size_; }
    std::size_t octets() const { return size_ / kBucket * kBucketOctets; }

    // The record of a key if it lies in the first place that one looks at, as
    // nearly all do; else nullptr.
    Record* find_at_home(std::uint64_t key) const {
        const std::size_t home = home_of(key);
        return holds(home, key) ? &records()[home] : nullptr;
    }

    // The record of a key, or nullptr.
    Record* find(std::uint64_t key) const {
        const std::size_t first = bucket_of(home_of(key));
        for (std::size_t place = first; place < first + kBucket; ++place) {
            if (holds(place, key)) {
                return &records()[place];
            }
        }
        return nullptr;
    }

    // The record of a key that had none: a new one, of which `fill` sets what
    // its key is made of. `now` is a clock that all who share the table have in
    // common, and greater than zero. nullptr where the bucket is full of
    // records that others are just making, or full and `if_full` is give_up.
    template <typename Fill>
    Record* make(std::uint64_t key, Milliseconds now, Fill fill,
                 IfFull if_full = IfFull::evict) const {
        const auto time = static_cast<std::uint64_t>(now.count());
        for (std::size_t attempt = 0; attempt < kBucket; ++attempt) {
            const Vacancy vacancy = vacancy_for(key, time);
            if (vacancy.place == kNone ||
                (vacancy.taken() && if_full == IfFull::give_up)) {
                break;
            }
            if (claim(vacancy, time)) {
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

    // Calls `read` with each record of a key; nearly always there is but one.
    template <typename Read>
    void each_of(std::uint64_t key, Read read) const {
        const std::size_t first = bucket_of(home_of(key));
        for (std::size_t place = first; place < first + kBucket; ++place) {
            if (holds(place, key)) {
                read(records()[place]);
            }
        }
    }

    // The record in a place below capacity(); nullptr where none is.
    const Record* at(std::size_t place) const {
        const std::uint64_t key = keys_[place].load(std::memory_order_acquire);
        const bool fits =
            is_live(key) && (records()[place].key() | kLive) == key;
        return fits ? &records()[place] : nullptr;
    }

  private:
    static constexpr std::uint64_t kLive = std::uint64_t{1} << 63;
    static constexpr std::size_t kNone = SIZE_MAX;
    static constexpr std::size_t kBucketOctets =
        kBucket * (sizeof(SharedWord) + sizeof(Record));
    static_assert(SharedWord::is_always_lock_free);
    static_assert(sizeof(Record) % sizeof(SharedWord) == 0);
    static_assert(std::is_standard_layout_v<Record>);

    Record* records() const { return reinterpret_cast<Record*>(keys_ + size_); }

    static bool is_live(std::uint64_t key) { return (key & kLive) != 0; }

    // By the key's lower half, since of the upper one bit is not its own.
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

        // Whether a record has to go for it.
        bool taken() const { return is_live(key); }
    };

    // The key's home or else another place of its bucket, if one is free; else
    // the one whose record was seen least recently.
    Vacancy vacancy_for(std::uint64_t key, std::uint64_t now) const {
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
            if (!each.taken() && !is_abandoned(each.key, now)) {
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

    // Two processes' clocks may differ by what one of them is busy for.
    static bool is_abandoned(std::uint64_t since, std::uint64_t now) {
        const std::uint64_t apart = since > now ? since - now : now - since;
        return apart > static_cast<std::uint64_t>(kMaking.count());
    }

    // Marks a place as being made. False where somebody else changed it since.
    bool claim(Vacancy vacancy, std::uint64_t now) const {
        const bool evicts = vacancy.taken();
        if (!keys_[vacancy.place].compare_exchange_strong(
                vacancy.key, std::max<std::uint64_t>(now & ~kLive, 1),
                std::memory_order_acquire)) {
            return false;
        }
        if (evicts) {
            evicted_->fetch_add(1, std::memory_order_relaxed);
        }
        return true;
    }

    static void clear(Record& record) {
        auto* words = reinterpret_cast<SharedWord*>(&record);
        for (std::size_t i = 0; i < sizeof(Record) / sizeof(SharedWord); ++i) {
            words[i].store(0, std::memory_order_relaxed);
        }
    }

    SharedWord* keys_;
    std::size_t size_;
    SharedWord* evicted_;
};

}  // namespace robots

#endif
