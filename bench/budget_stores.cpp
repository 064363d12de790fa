#include "bench/budget_stores.hpp"

#include <pthread.h>
#include <sys/mman.h>

#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include "policy/shared_memory/budget_table.hpp"

namespace bench {

namespace {

using robots::BudgetTable;
using robots::Charge;
using robots::Milliseconds;
using robots::Rate;

constexpr std::size_t kLine = 64;

// What lies at the start of a store's memory.
struct alignas(kLine) Head {
    BudgetTable::Counter evicted{0};
    alignas(kLine) pthread_spinlock_t lock;
};

class SpinLock {
  public:
    explicit SpinLock(Head& head) : lock_(head.lock) {
        pthread_spin_init(&lock_, PTHREAD_PROCESS_SHARED);
    }
    void lock() { pthread_spin_lock(&lock_); }
    void unlock() { pthread_spin_unlock(&lock_); }

  private:
    pthread_spinlock_t& lock_;
};

class Ours : public Store {
  public:
    explicit Ours(std::size_t keys)
        : octets_(BudgetTable::octets_for(2 * keys)),
          memory_(sizeof(Head) + octets_),
          head_(*new (memory_.address()) Head),
          table_(&head_ + 1, octets_, head_.evicted) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        return table_.charge(key, now, rate);
    }

    Head& head() { return head_; }

  private:
    std::size_t octets_;
    SharedMemory memory_;
    Head& head_;
    BudgetTable table_;
};

class TableUnderLock : public Store {
  public:
    explicit TableUnderLock(std::size_t keys)
        : table_(keys), lock_(table_.head()) {}

    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        const std::lock_guard<SpinLock> held(lock_);
        return table_.charge(key, now, rate);
    }

  private:
    Ours table_;
    SpinLock lock_;
};

// Memory that is handed out and never comes back.
struct Arena {
    char* next;
    char* end;
};

template <typename T>
struct ArenaAllocator {
    using value_type = T;

    explicit ArenaAllocator(Arena& from) : arena(&from) {}
    template <typename U>
    ArenaAllocator(const ArenaAllocator<U>& other) : arena(other.arena) {}

    T* allocate(std::size_t count) {
        static_assert(alignof(T) <= alignof(std::max_align_t));
        constexpr std::size_t kUnit = alignof(std::max_align_t);
        const std::size_t octets =
            (count * sizeof(T) + kUnit - 1) / kUnit * kUnit;
        if (static_cast<std::size_t>(arena->end - arena->next) < octets) {
            throw std::bad_alloc();
        }
        return reinterpret_cast<T*>(
            std::exchange(arena->next, arena->next + octets));
    }
    void deallocate(T*, std::size_t) {}

    friend bool operator==(const ArenaAllocator& a, const ArenaAllocator& b) {
        return a.arena == b.arena;
    }
    friend bool operator!=(const ArenaAllocator& a, const ArenaAllocator& b) {
        return !(a == b);
    }

    Arena* arena;
};

class TreeUnderLock : public Store {
  public:
    explicit TreeUnderLock(std::size_t keys)
        : memory_(sizeof(Shared) + keys * kOctetsOfKey),
          shared_(*new (memory_.address()) Shared(memory_)),
          lock_(shared_.head) {}

    // With the same arithmetic as ours, so that only the way to it differs.
    Charge charge(std::uint64_t key, Milliseconds now,
                  const Rate& rate) noexcept override {
        const std::lock_guard<SpinLock> held(lock_);
        const auto place = shared_.tree.find(key);
        if (place == shared_.tree.end()) {
            return add(key, now, rate);
        }
        Budgets& queue = shared_.queue;
        queue.splice(queue.begin(), queue, place->second);
        Milliseconds& tat = place->second->tat;
        const Charge charge = robots::charge(tat, now, rate);
        if (charge.granted) {
            tat = charge.tat;
        }
        return charge;
    }

  private:
    struct Budget {
        std::uint64_t key;
        Milliseconds tat;
    };
    using Budgets = std::list<Budget, ArenaAllocator<Budget>>;
    using Entry = std::pair<const std::uint64_t, Budgets::iterator>;
    using Tree = std::map<std::uint64_t, Budgets::iterator, std::less<>,
                          ArenaAllocator<Entry>>;

    // Tree and queue nodes.
    static constexpr std::size_t kOctetsOfKey = 128;

    struct Shared {
        explicit Shared(const SharedMemory& memory)
            : arena{reinterpret_cast<char*>(this + 1),
                    static_cast<char*>(memory.address()) + memory.size()} {}

        Head head;
        Arena arena;
        Budgets queue{ArenaAllocator<Budget>(arena)};
        Tree tree{ArenaAllocator<Entry>(arena)};
    };

    Charge add(std::uint64_t key, Milliseconds now, const Rate& rate) {
        const Charge charge = robots::charge(Milliseconds{0}, now, rate);
        shared_.queue.push_front({key, charge.tat});
        shared_.tree.emplace(key, shared_.queue.begin());
        return charge;
    }

    SharedMemory memory_;
    Shared& shared_;
    SpinLock lock_;
};

}  // namespace

SharedMemory::SharedMemory(std::size_t octets)
    : size_(octets),
      address_(mmap(nullptr, octets, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0)) {
    if (address_ == MAP_FAILED) {
        throw std::bad_alloc();
    }
}

SharedMemory::~SharedMemory() {
    munmap(address_, size_);
}

std::unique_ptr<Store> ours(std::size_t keys) {
    return std::make_unique<Ours>(keys);
}

std::unique_ptr<Store> table_under_lock(std::size_t keys) {
    return std::make_unique<TableUnderLock>(keys);
}

std::unique_ptr<Store> tree_under_lock(std::size_t keys) {
    return std::make_unique<TreeUnderLock>(keys);
}

}  // namespace bench
