// The request target in the form in which rules are compared with it (RFC 9112
// 3.2, RFC 9309 2.2.2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// Whether a server merges slashes when it maps a target to the path that it
// serves, as nginx's `merge_slashes` directive says.
enum class Slashes : bool { keep, merge };

// Returns the path and query of `target` as sent: without the scheme and
// authority of an absolute form, without a fragment, and with "/" in front if
// it is missing. The result is a view into `target`, a literal, or `storage`.
std::string_view path_and_query(std::string_view target, std::string& storage);

// A quick check that is true for nearly all targets. If it is true,
// normalise_target() and resolve_target() return the target as it was sent. If
// it is false, they may still do so: "//" in a query and "~" change nothing.
// Takes one pass over the target, sixteen octets at a time.
bool is_plain(std::string_view target);

// Returns the text with which rules are compared: path_and_query() with its
// percent-encoding normalised. "%2A" and "%24" become "*" and "$", since "%2A"
// in a rule means the octet "*".
std::string normalise_target(std::string_view target);

// Returns the target as the server resolves it: the path decoded, "//" merged
// (Slashes::merge), "/./" and "/../" removed, then encoded again; the query
// unchanged. Equal to normalise_target(target) if there is nothing to resolve.
std::string resolve_target(std::string_view target, Slashes slashes);

// Returns a decoded path with the percent-encoding that resolve_target() uses.
std::string encode_path(std::string_view path);

// Whether resolve_target() may differ from normalise_target(): the path has
// "//", "/." or a percent-encoded octet. Does not allocate.
bool needs_resolving(std::string_view target);

}  // namespace robots
