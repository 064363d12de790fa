// How far apart requests come: a histogram from which a median can be had
// without keeping them all.

#ifndef ROBOTS_CLI_JUDGING_INTERVALS_HPP
#define ROBOTS_CLI_JUDGING_INTERVALS_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

class Intervals {
  public:
    // `gap` is not negative.
    void add(robots::Milliseconds gap);

    // Within 4 %; nullopt where there is none.
    std::optional<robots::Milliseconds> median() const;

  private:
    std::vector<std::uint64_t> counts_;  // by bucket, as far as needed
    std::uint64_t total_ = 0;
};

}  // namespace robotsctl

#endif
