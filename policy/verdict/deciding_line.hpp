// The lines of a robots.txt that decide about requests, by a key that is the
// same in every process and over reloads as long as the line says the same.

#ifndef ROBOTS_POLICY_VERDICT_DECIDING_LINE_HPP
#define ROBOTS_POLICY_VERDICT_DECIDING_LINE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/site/groups.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// The key of the line about its pace that a verdict rests on; 0 where no line
// decided.
std::uint64_t pace_line_key(const Verdict& verdict) noexcept;

// The same of any line.
inline std::uint64_t line_key(const Verdict& verdict) noexcept {
    if (verdict.violation > Violation::disallow) {
        return pace_line_key(verdict);
    }
    return verdict.rule != nullptr ? verdict.rule->key : 0;
}

struct DecidingLine {
    std::uint64_t key = 0;
    std::string text;  // "Disallow: /private"
    Place place;       // where its author wrote it; of several, the first
    bool allow = false;
};

// The lines of a group that can decide about a request: those about its pace,
// then its rules, in the order in which they do, `max` of them at most. Where
// it has several of Request-rate or of Visit-time, they decide together, as one
// line of that name.
std::vector<DecidingLine> deciding_lines(const Group& group,
                                         std::size_t max = SIZE_MAX);
std::size_t count_of_deciding_lines(const Group& group);

// The one of them with that key; nullopt where the group has none.
std::optional<DecidingLine> deciding_line(const Group& group,
                                          std::uint64_t key);

// Whether a request that a line decides about breaks it.
inline bool is_broken_by_deciding(std::uint64_t line_key) {
    return (line_key & 1) != 0;
}

}  // namespace robots

#endif
