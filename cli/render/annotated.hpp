// Annotates each line of a robots.txt with its place in the policy.

#pragma once

#include <string>

#include "cli/output/json.hpp"
#include "policy/loader/yaml/variables.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Returns the lines of the robots.txt that the site serves, or would publish,
// at `authority`, as a list of objects:
//
//     line       as it is served
//     place      "policy.yaml:12:20"
//     template   the name of the template that has this place
//     variables  the variables in the value, in order
//     replaces   the place in a template whose value this line replaces
//
// A member that does not apply is null. The function reads the files of the
// policy again; `variables` must be those with which the policy was loaded. If
// several groups have the same line, `place` is in one of these groups. Some
// lines have no key in the policy, for example the Disallow of a group without
// rules. The place of these lines is the place of their User-agent.
Json annotate(const robots::Policy& policy, const robots::Site& site,
              const robots::Authority& authority,
              const robots::Variables& variables);

// Returns the lines as a text that is still a valid robots.txt:
//
//     Crawl-delay: 9  # policy.yaml:12:20; replaces policy.yaml:5:20
std::string annotated_text(const Json& lines);

}  // namespace robotsctl
