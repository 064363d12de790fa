// Normalises request targets, so that they can be compared with rules (RFC 9112
// 3.2, RFC 9309 2.2.2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// Whether the server replaces "//" by "/" in the path of a target (nginx's
// directive `merge_slashes`).
enum class Slashes : bool { keep, merge };

// Returns the path and query of `target` as the client sent them. Removes the
// scheme and authority of a target in absolute form, and removes a fragment.
// Adds a missing "/" at the start. The result is a view into `target`, into
// `storage`, or of a string literal.
std::string_view path_and_query(std::string_view target, std::string& storage);

// A quick check that is true for nearly all targets. True means that
// normalise_target() and resolve_target() return `target` unchanged. False
// means that they may change `target`. For example, "~" makes the check false,
// but is not changed. Takes one pass over `target`, sixteen octets at a time.
bool is_plain(std::string_view target);

// Returns the text with which rules are compared: path_and_query() with its
// percent-encoding normalised. "%2A" and "%24" become "*" and "$", because a
// rule with "%2A" matches a literal "*".
std::string normalise_target(std::string_view target);

// Returns the target as the server resolves it. The path is decoded, "//"
// becomes "/" (with Slashes::merge), "/./" and "/../" are removed, and the path
// is encoded again. The query is only normalised. If needs_resolving(target) is
// false, the result equals normalise_target(target).
std::string resolve_target(std::string_view target, Slashes slashes);

// Percent-encodes a decoded `path` in the way in which resolve_target() does.
std::string encode_path(std::string_view path);

// Whether the result of resolve_target() may differ from normalise_target(),
// because the path contains "//", "/." or "%". Does not allocate.
bool needs_resolving(std::string_view target);

}  // namespace robots
