// Ways to keep crawlers' budgets in memory that processes share.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "policy/robots_txt/rate.hpp"

namespace bench {

// Octets that forked processes share with their parent; zeros at first.
class SharedMemory {
  public:
    // Throws std::bad_alloc.
    explicit SharedMemory(std::size_t octets);
    ~SharedMemory();

    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    void* address() const { return address_; }
    std::size_t size() const { return size_; }

  private:
    std::size_t size_;
    void* address_;
};

class Store {
  public:
    Store() = default;
    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    virtual robots::Charge charge(std::uint64_t key, robots::Milliseconds now,
                                  const robots::Rate& rate) noexcept = 0;
};

// All have room for `keys` budgets and are to be used from this process and
// those that it forks.

// robots::BudgetTable, half full.
std::unique_ptr<Store> ours(std::size_t keys);

// The same table, but each charge holds a spin lock that is the table's.
std::unique_ptr<Store> table_under_lock(std::size_t keys);

// What limit_req does: a red-black tree by hash, and a queue by last use, under
// one spin lock. Less than it does: a key is its hash, and none is too old.
std::unique_ptr<Store> tree_under_lock(std::size_t keys);

}  // namespace bench
