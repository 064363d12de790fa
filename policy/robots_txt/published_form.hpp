// The form in which a robots.txt that was composed of a policy is published.

#pragma once

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

enum class Order : bool { for_first_match, as_written };

// `document` in the form in which it is published. It means the same (RFC 9309
// 2.2.1, 2.2.2), and most readers understand it:
//
// - Rules are in their normal form, in which requests are compared with them
//   (normalise_percent_encoding): `/~user/` for `/%7Euser/`. Google's parser
//   and others do not decode what a rule has encoded.
// - Readers that take the first rule that matches, instead of the longest, find
//   the same one: longer rules come first, and of one length Allow does.
// - Readers that take the first group whose token is part of their name find
//   their own: Googlebot-Image comes before Googlebot, and "*" last. All other
//   groups keep their order. So do two groups if each has a token that is part
//   of one of the other's.
//
// Order::as_written keeps the order of rules and groups.
RobotsTxt published_form(RobotsTxt document, Order order);

}  // namespace robots
