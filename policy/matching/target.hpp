// The request target as rules see it (RFC 9112 3.2, RFC 9309 2.2.2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// Whether a server merges slashes when it maps a target to the path that it
// serves, as nginx's `merge_slashes` directive says.
enum class Slashes : bool { keep, merge };

// Returns path and query of `target` as sent: without the scheme and authority
// of an absolute form, without the fragment, and with "/" in front if that is
// missing. The result is a view into `target`, into a literal if the path is
// empty, or into `storage` if a "/" was put in front of a query.
std::string_view path_and_query(std::string_view target, std::string& storage);

// Whether a target, as it was sent, is already normal and resolved, as nearly
// all are: in origin form, with nothing to normalise, to resolve or to cut off.
// One pass, sixteen octets at a time. If it is false, the functions below may
// still leave the target unchanged: "//" in a query is harmless, and so is "~".
bool is_plain(std::string_view target);

// Returns the spelling with which rules are compared: path_and_query() with its
// percent-encoding normalised. "%2A" and "%24" become "*" and "$", since "%2A"
// in a rule means the octet "*".
std::string normalise_target(std::string_view target);

// Returns the target as the server resolves it: the path decoded, "//" merged
// (Slashes::merge), "/./" and "/../" removed, then encoded again; the query
// unchanged. Equal to normalise_target(target) if there is nothing to resolve.
std::string resolve_target(std::string_view target, Slashes slashes);

// Returns a decoded path, spelt as resolve_target() spells it.
std::string encode_path(std::string_view path);

// Whether resolve_target() may differ from normalise_target(): the path has
// "//", "/." or a percent-encoded octet. One pass, no allocation.
bool needs_resolving(std::string_view target);

}  // namespace robots
