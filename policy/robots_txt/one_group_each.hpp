// A robots.txt in which each product token stands in one group.
//
// Where several groups name a crawler, it is held to all of them (RFC 9309
// 2.2.1). Many parsers read only one of them, so what is published names each
// token once.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_ONE_GROUP_EACH_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_ONE_GROUP_EACH_HPP

#include <optional>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Whether two groups of `document`, or one twice, name a token.
bool names_a_token_twice(const RobotsTxt& document);

// `document` with each token in one group, which says all that the groups
// naming it say:
//
//     [x, y] with /a, [x] with /b     ->     [x] with /a and /b, [y] with /a
//
// That is: all of their rules, the longest crawl-delay, all rates, windows,
// comments and other lines, in order and each once. Of Content-Signals that
// contradict each other the last counts. Tokens that come to the same share a
// group. Groups whose tokens stand in no other stay as they are, those without
// a token are left out, and groups stand where their first token first stood.
//
// nullopt where the groups together would be larger than 500 KiB: what many
// groups share is written once for each of them.
std::optional<RobotsTxt> one_group_each(const RobotsTxt& document);

}  // namespace robots

#endif
