// Counts of judged requests, by what they broke and what was done about it.

#ifndef ROBOTS_STATUS_MODEL_REQUESTS_HPP
#define ROBOTS_STATUS_MODEL_REQUESTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "policy/site/enforcement.hpp"
#include "policy/state/outcome.hpp"

namespace robots::status::model {

using Count = std::uint64_t;

// Judged requests. Each has one verdict and one outcome; Action::off passed.
struct Requests {
    // [Violation], by kOutcomes; Violation::none is "allowed".
    std::array<std::array<Count, kOutcomes.size()>, kViolations> by{};

    // [Violation]: those that broke this, too, but are counted above under a
    // graver one.
    std::array<Count, kViolations> also{};

    Requests& operator+=(const Requests& other);
    Count total() const;
    Count violations() const;  // all but the allowed
    Count of(Violation violation) const;
    Count broke(Violation violation) const;  // whatever else they broke
    Count of(Action action) const;           // what was done
    Count would(Action action) const;        // what the policy says to do
    // Of these, what robots_enforce lowered to a line in the log.
    Count only_logged(Action would) const;

  private:
    Count of_outcome(std::size_t number) const;
};

inline Count Requests::of(Violation violation) const {
    Count sum = 0;
    for (const Count count : by[static_cast<std::size_t>(violation)]) {
        sum += count;
    }
    return sum;
}

inline Count Requests::broke(Violation violation) const {
    return of(violation) + also[static_cast<std::size_t>(violation)];
}

inline Requests& Requests::operator+=(const Requests& other) {
    for (std::size_t i = 0; i < by.size(); ++i) {
        for (std::size_t j = 0; j < by[i].size(); ++j) {
            by[i][j] += other.by[i][j];
        }
        also[i] += other.also[i];
    }
    return *this;
}

inline Count Requests::of(Action action) const {
    Count sum = 0;
    for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
        sum += kOutcomes[i].action == action ? of_outcome(i) : 0;
    }
    return sum;
}

inline Count Requests::would(Action action) const {
    Count sum = 0;
    for (std::size_t i = 0; i < kOutcomes.size(); ++i) {
        sum += kOutcomes[i].would == action ? of_outcome(i) : 0;
    }
    return sum;
}

inline Count Requests::only_logged(Action would) const {
    return of_outcome(number_of({Action::log, would}));
}

inline Count Requests::of_outcome(std::size_t number) const {
    Count sum = 0;
    for (const auto& row : by) {
        sum += row[number];
    }
    return sum;
}

inline Count Requests::total() const {
    Count sum = 0;
    for (const auto& row : by) {
        for (const Count count : row) {
            sum += count;
        }
    }
    return sum;
}

inline Count Requests::violations() const {
    return total() - of(Violation::none);
}

}  // namespace robots::status::model

#endif
