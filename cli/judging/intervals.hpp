// The median of the times between requests, without keeping all of them: they
// are counted by octave and sixteenth, as in
// policy/state/interval_histogram.hpp. That one fits into 20 words of shared
// memory and estimates the median from its octave; this one counts each
// sixteenth.

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

    // Within 4 %; nullopt if nothing was added.
    std::optional<robots::Milliseconds> median() const;

  private:
    std::vector<std::uint64_t> counts_;  // by bucket, as far as needed
    std::uint64_t total_ = 0;
};

}  // namespace robotsctl

#endif
