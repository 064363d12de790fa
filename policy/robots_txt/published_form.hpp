// The form in which a robots.txt that was composed of a policy is published.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_PUBLISHED_FORM_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_PUBLISHED_FORM_HPP

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

enum class Order : bool { for_first_match, as_written };

// `document` as it is published. It says the same (RFC 9309 2.2.1, 2.2.2), in
// the form in which most readers understand it:
//
// - Rules are in their normal form, in which requests are compared with them
//   (normalise_percent_encoding): `/~user/` for `/%7Euser/`. Google's parser
//   and others do not decode what a rule has encoded.
// - Readers that take the first rule that matches, instead of the longest, find
//   the same one: longer rules come first, and of one length Allow does.
// - Readers that take the first group whose token is part of their name find
//   their own: Googlebot-Image comes before Googlebot, and "*" last. Groups
//   stay as they are written otherwise, and where each has tokens that are part
//   of the other's.
//
// Order::as_written keeps the order of rules and groups.
RobotsTxt published_form(RobotsTxt document, Order order);

}  // namespace robots

#endif
