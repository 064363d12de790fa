// Crawlers' budgets and counters in memory that all workers share.
//
// The table has no locks. It is made of buckets of eight 64-bit words, one
// cache line each. A word is a budget: 24 bits that tell its key from others of
// the same bucket, and 40 bits of theoretical arrival time in milliseconds
// since the zone was made (35 years). One compare-and-swap charges it, so that
// a worker that dies at any instruction leaves every word as it was or as it
// should be. In a full bucket the word with the earliest arrival time goes: it
// binds least, and one whose time has passed binds nothing.

#ifndef ROBOTS_MODULE_ZONE_HPP
#define ROBOTS_MODULE_ZONE_HPP

#include <atomic>
#include <cstdint>

#include "ngx.hpp"
#include "rate.hpp"

namespace robots::nginx {

// Events since the zone was made, of all workers together.
struct Counters {
    using Counter = std::atomic<std::uint64_t>;

    Counter robots_txt;  // robots.txt requests answered
    Counter crawlers;    // requests judged
    Counter logged;      // violations by what was done about them
    Counter throttled;
    Counter rejected;
    Counter evicted;  // budgets that had to go while they still bound
};

class Zone : public BudgetStore {
  public:
    struct Table;

    // The smallest size that nginx's own bookkeeping leaves room in.
    static std::size_t min_size() { return 8 * ngx_pagesize; }

    // Declares the zone "robots" of `size` octets. Throws std::bad_alloc.
    void declare(ngx_conf_t* cf, std::size_t size);

    // `now` is nginx's monotonic clock, the same in all processes. Where two
    // workers meet a new key at the same instant it may get two words: then one
    // request more than granted passes, once.
    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override;
    Charge quote(std::uint64_t key, Milliseconds now,
                 const Rate& rate) noexcept override;

    Counters& counters();

    // Budgets that the zone has room for.
    std::size_t capacity() const;

  private:
    static ngx_int_t init(ngx_shm_zone_t* shm_zone, void* previous) noexcept;

    Table* table_ = nullptr;
};

inline void count(Counters::Counter& counter) {
    counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace robots::nginx

#endif
