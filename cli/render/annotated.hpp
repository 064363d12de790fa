// A robots.txt with the origin of each of its lines.

#pragma once

#include <string>

#include "cli/output/json.hpp"
#include "policy/loader/yaml/variables.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The lines of what the site serves to `authority`, or would publish, as a list
// of objects:
//
//     line       as it is served
//     place      "policy.yaml:12:20"
//     template   that has this place
//     variables  that the value has, in order
//     replaces   the place of what a template says, and this replaces
//
// What does not apply is null. The files of the policy are read again;
// `variables` are those it was loaded with. If several groups say a line, the
// place is one of these. A line that no key says, such as the Disallow of a
// group without rules, has the place of its User-agent.
Json annotate(const robots::Policy& policy, const robots::Site& site,
              const robots::Authority& authority,
              const robots::Variables& variables);

// The same as text, which stays a robots.txt:
//
//     Crawl-delay: 9  # policy.yaml:12:20; replaces policy.yaml:5:20
std::string annotated_text(const Json& lines);

}  // namespace robotsctl
