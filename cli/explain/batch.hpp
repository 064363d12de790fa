// explain --batch: many questions, one a line.

#pragma once

#include <cstdint>
#include <ostream>

#include "cli/explain/question.hpp"
#include "cli/log/log_merge.hpp"

namespace robotsctl {

// A line of `in` is a JSON object with `url`, with `crawler` or `user_agent`,
// and possibly with `address` and `headers`. `headers` is an object of strings
// or lists of strings, of which User-Agent and Host count, in any letters.
// Other members are ignored, and null is as if a member was not there. Of
// members of the same name the last counts.
//
// Writes one JSON object for each line, in their order: the members of `explain
// --json` with the number of the line in front, or
//
//     {"line":7,"error":"missing `url`","text":"{}"}
//
// `text` is the line, cut to 200 octets. Returns the number of such lines.
// `any_host`: the policy is one robots.txt, and URLs may be paths.
std::uint64_t explain_lines(const robots::Policy& policy,
                            const Judging& judging, robots::Utc now,
                            bool any_host, LogSource& in, std::ostream& out);

}  // namespace robotsctl
