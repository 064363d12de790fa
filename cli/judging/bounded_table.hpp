// Times by key, in memory of a fixed size. A key belongs to one of many small
// sets; if its set is full, the earliest time of the set is dropped.

#ifndef ROBOTS_CLI_JUDGING_BOUNDED_TABLE_HPP
#define ROBOTS_CLI_JUDGING_BOUNDED_TABLE_HPP

#include <array>
#include <cstdint>
#include <vector>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

class BoundedTable {
  public:
    BoundedTable() : sets_(kSets) {}

    // The time at `key`, or 0.
    robots::Milliseconds get(std::uint64_t key) const;
    // Returns the time of another key that was dropped for this one, or 0.
    robots::Milliseconds put(std::uint64_t key, robots::Milliseconds time);

  private:
    struct Slot {
        std::uint64_t key = 0;
        robots::Milliseconds time{0};  // 0: free
    };
    static constexpr std::size_t kSets = std::size_t{1} << 15;
    using Set = std::array<Slot, 8>;  // a quarter of a million slots, 4 MiB

    std::vector<Set> sets_;
};

}  // namespace robotsctl

#endif
