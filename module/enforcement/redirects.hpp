// Redirects cost a crawler nothing: before a redirect is sent, the crawler gets
// its charge back. So the request that follows finds the budget unchanged.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REDIRECTS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REDIRECTS_HPP

#include "policy/site/policy.hpp"

namespace robots::nginx {

// Whether requests to any site may be charged.
bool charges_anybody(const Policy& policy);

// Adds the filter that gives charges back, before nginx's header filters.
void add_redirect_filter() noexcept;

}  // namespace robots::nginx

#endif
