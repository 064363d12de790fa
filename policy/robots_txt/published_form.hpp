// The form in which a robots.txt that was composed from a policy is published.

#pragma once

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

enum class Order : bool { for_first_match, as_written };

// Returns `document` in the form in which it is published. For parsers that
// follow RFC 9309 (2.2.1, 2.2.2), the meaning stays the same. Many other
// parsers read this meaning only in the published form:
//
// - The percent-encoding of rules is normalised (normalise_percent_encoding),
//   as it is for matching: `/%7Euser/` becomes `/~user/`. Google's parser and
//   others do not decode rules.
// - Some parsers take the first rule that matches, instead of the longest. So
//   longer rules come first and, among equally long rules, Allow. With this
//   order, the first match is the longest match.
// - Some crawlers take the first group whose token is part of their name. So
//   Googlebot-Image comes before Googlebot, and "*" comes last. All other
//   groups keep their order. Two groups also keep their order if each has a
//   token that is part of a token of the other group.
//
// Order::as_written keeps the order of rules and groups.
RobotsTxt published_form(RobotsTxt document, Order order);

}  // namespace robots
