// The form in which a robots.txt that was composed from a policy is published.

#pragma once

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

enum class Order : bool { for_first_match, as_written };

// Returns `document` in the form in which it is published. The form means the
// same (RFC 9309 2.2.1, 2.2.2), but more readers understand it:
//
// - Rules are in their normal form, in which requests are compared with them
//   (normalise_percent_encoding): `/~user/` for `/%7Euser/`. Google's parser
//   and others do not decode rules.
// - Some readers take the first rule that matches, instead of the longest. So
//   longer rules come first and, of equal length, Allow: these readers find the
//   same rule.
// - Some readers take the first group whose token is part of their name. So
//   Googlebot-Image comes before Googlebot, and "*" last. All other groups keep
//   their order. So do two groups if each has a token that is part of one of
//   the other's tokens.
//
// Order::as_written keeps the order of rules and groups.
RobotsTxt published_form(RobotsTxt document, Order order);

}  // namespace robots
