// Tries every order in which a few processes can use shared memory.
//
// The code under test is a template over its atomic type. With `Word` in that
// place, each of its operations is a step of a model: the explorer tries every
// order of the processes' steps, every value that a load may see, and a death
// before any step.
//
// The memory is weaker than that of any machine we run on. Each word keeps all
// values that were stored to it, in order. A load may see any of them that is
// not older than what its process knows of that word already. A process learns
// each value that it loads. If an acquiring load sees a releasing store, it
// also learns all that the storing process knew. (The view semantics of C++11
// atomics, without stores that overtake each other within one word.) A
// read-modify-write acts on the newest value, and carries on what the value
// before it released.
//
//   explore({memory, octets}, {[&] { return charge(); }, [&] { return charge();
//   }},
//           {.deaths = 1}, [&](const End& end) { EXPECT_LE(granted(end), 1);
//           });
//
// How it works: the steps of a process depend only on the results of its
// earlier steps. So a state is these results and the memory. To find the next
// step of a process, the explorer runs its function again and feeds in the
// results. There are no threads and no coroutines, and a known state is not
// tried again.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace robots::interleavings {

// Replaces std::atomic<std::uint64_t>. Outside of explore() it is a plain
// number, to prepare the memory and to look at it.
class Word {
  public:
    static constexpr bool is_always_lock_free = true;

    Word() = default;
    explicit Word(std::uint64_t value) : value_(value) {}
    Word(const Word&) = delete;
    Word& operator=(const Word&) = delete;

    std::uint64_t load(
        std::memory_order order = std::memory_order_seq_cst) const;
    void store(std::uint64_t value,
               std::memory_order order = std::memory_order_seq_cst);
    std::uint64_t exchange(std::uint64_t value,
                           std::memory_order order = std::memory_order_seq_cst);
    std::uint64_t fetch_add(std::uint64_t value, std::memory_order order =
                                                     std::memory_order_seq_cst);
    std::uint64_t fetch_and(std::uint64_t value, std::memory_order order =
                                                     std::memory_order_seq_cst);
    bool compare_exchange_strong(
        std::uint64_t& expected, std::uint64_t value,
        std::memory_order order = std::memory_order_seq_cst);
    bool compare_exchange_weak(
        std::uint64_t& expected, std::uint64_t value,
        std::memory_order order = std::memory_order_seq_cst);

  private:
    std::uint64_t value_ = 0;
};

// The code of a process. It must be deterministic, and have effects by Words
// only. The check at the end gets what it returns. It must not have objects
// with destructors on its stack, since it is abandoned and run again at each
// step.
using Process = std::function<std::uint64_t()>;

// A step that asks whether another process, by its place in the list, has died.
// A process that is not in the list lives.
bool has_died(std::size_t process);

// How a run ended. The memory is as its newest values are.
struct End {
    // What each process returned; nullopt: it died.
    std::vector<std::optional<std::uint64_t>> outcomes;
};

struct Memory {
    void* address;  // Words and nothing else, with the values at the start
    std::size_t octets;
};

struct Bounds {
    std::size_t deaths = 0;        // at most so many processes die
    std::size_t states = 2000000;  // beyond that the exploration fails
};

struct Explored {
    std::size_t states = 0;
    std::size_t ends = 0;   // different ones
    bool complete = false;  // false: Bounds::states was not enough
};

// Calls `check` for every end that there is. The memory is as at the start when
// this returns.
Explored explore(Memory memory, const std::vector<Process>& processes,
                 Bounds bounds, const std::function<void(const End&)>& check);

}  // namespace robots::interleavings
