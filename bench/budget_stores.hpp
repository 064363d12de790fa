// Ways to store crawlers' budgets in memory that processes share.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "policy/robots_txt/rate.hpp"

namespace bench {

// Memory that forked processes share with their parent. It is zero at first.
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

// All have room for `keys` budgets, and can be used from this process and the
// processes that it forks.

// robots::BudgetTable, half full.
std::unique_ptr<Store> ours(std::size_t keys);

// The same table, but each charge holds one spin lock for the whole table.
std::unique_ptr<Store> table_under_lock(std::size_t keys);

// Works like limit_req: a red-black tree by hash and a queue by last use, under
// one spin lock. Unlike limit_req, it compares only hashes of keys, and does
// not remove old keys.
std::unique_ptr<Store> tree_under_lock(std::size_t keys);

}  // namespace bench
