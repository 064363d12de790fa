// Merges the groups of a robots.txt so that each product token is in one group.
//
// If several groups name a crawler, all of them apply to it (RFC 9309 2.2.1).
// But many parsers read only one of these groups. So a published robots.txt
// contains each token only once.

#pragma once

#include <optional>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Returns `document` with each token in one group. That group has the lines of
// all groups that name the token:
//
//     [x, y] with /a, [x] with /b     ->     [x] with /a and /b, [y] with /a
//
// - All rules, rates, windows, comments and other lines are kept in order, each
//   line once. Of several crawl-delays, the longest is kept. Content-Signal and
//   Content-Usage lines are merged by path (UseOfContent); these lines of the
//   whole site are left out if a group for the token has its own lines.
// - Tokens with the same lines share a group.
// - A group whose tokens are in no other group stays as it is.
// - A group without a token is left out.
// - Groups are in the order in which their first tokens appear.
//
// Returns nullopt if the merged groups would be larger than 500 KiB, or larger
// than 16 times 500 KiB before groups with the same lines are joined. The
// merged groups can be much larger than `document`, because shared lines are
// copied into each group.
std::optional<RobotsTxt> one_group_each(const RobotsTxt& document);

}  // namespace robots
