// A table of budgets for tests, in memory that processes and threads share.

#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "policy/shared_memory/budget_table.hpp"

namespace robots {

inline Rate every(int seconds) {
    return {std::chrono::seconds(seconds), Milliseconds{0}, Milliseconds{0}};
}
inline const Rate kTenSeconds = every(10);

// A table in memory that forked processes share with their parent.
class SharedTable {
  public:
    explicit SharedTable(std::size_t budgets)
        : octets_(BudgetTable::octets_for(budgets)),
          memory_(mmap(nullptr, octets_ + kCounters, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) {
            throw std::bad_alloc();
        }
    }
    ~SharedTable() { munmap(memory_, octets_ + kCounters); }

    SharedTable(const SharedTable&) = delete;
    SharedTable& operator=(const SharedTable&) = delete;

    BudgetTable table() {
        return {memory_, octets_, counter(0), public_keys(), &counter(7)};
    }
    BudgetTable::Counter& counter(std::size_t which) {
        return reinterpret_cast<BudgetTable::Counter*>(
            static_cast<char*>(memory_) + octets_)[which];
    }
    std::uint64_t evicted() { return counter(0).load(); }

    std::vector<std::uint64_t> words() const {
        std::vector<std::uint64_t> words(octets_ / sizeof(std::uint64_t));
        std::memcpy(words.data(), memory_, octets_);
        return words;
    }

  private:
    static constexpr std::size_t kCounters = 64;

    std::size_t octets_;
    void* memory_;
};

}  // namespace robots
