// What became of a judged request, as it is counted.

#ifndef ROBOTS_POLICY_STATE_OUTCOME_HPP
#define ROBOTS_POLICY_STATE_OUTCOME_HPP

#include <array>
#include <cstddef>

#include "policy/site/enforcement.hpp"

namespace robots {

// What was done, and what would have been done without the cap of
// robots_enforce (Verdict::would).
struct Outcome {
    Action action = Action::off;
    Action would = action;
};

// All that there are: only `log` is ever done in place of something stricter.
// Each request has one of them, and is counted there.
constexpr std::array<Outcome, 6> kOutcomes{{
    {Action::off},
    {Action::log},
    {Action::throttle},
    {Action::reject},
    {Action::log, Action::throttle},
    {Action::log, Action::reject},
}};

// Its number in kOutcomes.
constexpr std::size_t number_of(Outcome outcome) {
    constexpr std::size_t kBehindThrottle = 2;  // {log, throttle}
    const bool capped =
        outcome.action == Action::log && outcome.would > Action::log;
    return capped ? static_cast<std::size_t>(outcome.would) + kBehindThrottle
                  : static_cast<std::size_t>(outcome.action);
}

}  // namespace robots

#endif
