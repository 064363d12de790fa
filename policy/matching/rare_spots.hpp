// Which part of a rule the fewest others have, so that a target with it is
// likely to match the rule.

#ifndef ROBOTS_POLICY_MATCHING_RARE_SPOTS_HPP
#define ROBOTS_POLICY_MATCHING_RARE_SPOTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/matching/rule.hpp"

namespace robots {

// How often octets, alone and four in a row, occur in a set of rules, those
// without "*" included: what rules have in common, targets have too. Some of
// those in a row share a count.
class RareSpots {
  public:
    explicit RareSpots(const ArrayView<Rule>& rules);

    // A place in a pattern: so far behind in its run i.
    struct Spot {
        std::size_t run;
        std::size_t at;
    };

    // Of all places with five octets or more from there to the end of the run,
    // the one whose next octets are the rarest; if there is none, the start
    // of the longest run if it has three octets. Looks at the first 256 runs
    // and 60000 octets of each.
    std::optional<Spot> rarest_spot(const PatternView& pattern) const;

    // The rarest octet of all the runs, of which one is not empty.
    char rarest_octet(const PatternView& pattern) const;

  private:
    void count(std::string_view run);
    std::size_t place(std::string_view run, std::size_t at) const;

    std::vector<std::uint32_t> in_a_row_;
    std::array<std::uint32_t, 256> alone_{};
};

}  // namespace robots

#endif
