// The request target as rules see it (RFC 9112 3.2, RFC 9309 2.2.2).

#pragma once

#include <string>
#include <string_view>

namespace robots {

// How a server turns a target into the path it serves; nginx's
// `merge_slashes` directive.
enum class Slashes : bool { keep, merge };

// Path and query of `target` as sent: the scheme and authority of an absolute
// form and the fragment cut off, "/" put in front where it is missing. A view
// into `target`, or into a literal if the path is empty; `storage` is used
// only if a "/" must be put in front of a query.
std::string_view path_and_query(std::string_view target, std::string& storage);

// Whether a target is in every spelling what it is as it was sent, as nearly
// all are: in origin form, normal, with nothing to resolve or to cut off. One
// pass, sixteen octets at a time. Where it is false, the functions below tell
// what is left to do, which may be nothing: "//" in a query is harmless, and so
// is "~".
bool is_plain(std::string_view target);

// The spelling that rules are matched against: path_and_query with its
// percent-encoding normalised. "*" and "$" stand for themselves however they
// were spelled, since "%2A" in a rule names the same octet.
std::string normalise_target(std::string_view target);

// The target as the server resolves it: path decoded, "//" merged, "/./" and
// "/../" removed, then encoded again, query kept. Equal to
// normalise_target(target) if there is nothing to resolve.
std::string resolve_target(std::string_view target, Slashes slashes);

// Whether resolve_target may differ from normalise_target: "//", "/." or a
// percent-encoded octet in the path. One pass, no allocation.
bool needs_resolving(std::string_view target);

}  // namespace robots
