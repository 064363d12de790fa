// An application's own robots.txt, which passes through nginx as it is
// (`robots_txt: {pass: true}`).

#ifndef ROBOTS_MODULE_HANDLERS_PASSED_HPP
#define ROBOTS_MODULE_HANDLERS_PASSED_HPP

#include "policy/site/policy.hpp"

namespace robots::nginx {

// Whether some site has such a robots.txt.
bool passes_any(const Policy& policy);

// Puts the header filter into its place that counts them, and takes down which
// crawlers were served one. Only where passes_any().
void add_passed_filter();

}  // namespace robots::nginx

#endif
