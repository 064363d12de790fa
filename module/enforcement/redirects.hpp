// Redirects cost a crawler nothing: what one was charged is given back before
// it is sent, so that the request which follows it finds the budget as it was.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REDIRECTS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REDIRECTS_HPP

#include "policy/site/policy.hpp"

namespace robots::nginx {

// Whether requests to any site may be charged.
bool charges_anybody(const Policy& policy);

// Puts the filter that gives back in front of nginx's header filters.
void add_redirect_filter() noexcept;

}  // namespace robots::nginx

#endif
