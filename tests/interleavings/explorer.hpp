// Every way in which a few processes can meet in shared memory.
//
// The code under test is a template over its atomic type. With `Word` in that
// place, each of its operations is a step of a model: the explorer tries every
// order of the processes' steps, every value that a load may see, and a death
// before any step.
//
// The memory is weaker than that of any machine we run on. Each word keeps all
// values that were stored to it, in order. A load may see any of them that is
// not older than what its process knows of that word already; what it knows
// grows by what it loads, and by all that the storer knew where a load that
// acquires sees a store that releases. (The view semantics of C++11 atomics,
// without stores that overtake each other within one word.) A read-modify-write
// acts on the newest value, and carries on what the value before it released.
//
//   explore({memory, octets}, {[&] { return charge(); }, [&] { return charge();
//   }},
//           {.deaths = 1}, [&](const End& end) { EXPECT_LE(granted(end), 1);
//           });
//
// How it works: a process is a function whose steps depend on nothing but the
// results of its steps so far. So a state is those results, and the memory; and
// the next step of a process is found by running it again with the results fed
// in. No threads, no coroutines, and a state that was seen once is not looked
// at again.

#ifndef ROBOTS_TESTS_INTERLEAVINGS_EXPLORER_HPP
#define ROBOTS_TESTS_INTERLEAVINGS_EXPLORER_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace robots::interleavings {

// Stands in the place of std::atomic<std::uint64_t>. It may be used outside of
// explore() too, to prepare the memory and to look at it: then it is a plain
// number.
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

// What a process does: deterministic, and with no effect but by Words. What it
// returns is for the check at the end. It must leave nothing on its stack that
// has a destructor to run, since it is abandoned and run again at each step.
using Process = std::function<std::uint64_t()>;

// A step of a process that asks whether another one (by its place in the list)
// has died. One that is not in the list lives.
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

#endif
