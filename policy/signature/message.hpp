// A request, as far as a signature can cover it, and the text that is signed.

#ifndef ROBOTS_POLICY_SIGNATURE_MESSAGE_HPP
#define ROBOTS_POLICY_SIGNATURE_MESSAGE_HPP

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/signature/structured_fields.hpp"

namespace robots::signature {

// One line of a header. The name is in lower case.
struct Field {
    std::string_view name;
    std::string_view value;
};

// What a client sent. All are views.
struct Message {
    std::string_view method;     // "GET"
    std::string_view scheme;     // "https"
    std::string_view authority;  // as asked: "Example.com", "example.com:8443"
    std::string_view target;     // path and query as sent: "/a?b=c"
    std::vector<Field> fields;   // in their order
};

// Octets of the text that is signed at most: more than nginx takes as headers.
constexpr std::size_t kMaxBase = std::size_t{64} * 1024;

// All lines of a field, joined by commas (RFC 9421 2.1); nullopt if there is
// none.
std::optional<std::string> field_value(const Message& message,
                                       std::string_view name);

// The signature base (RFC 9421 2.5) of what `input`, a member of
// Signature-Input, covers: or what is wrong with it, as a clause.
//
// Of the derived components (RFC 9421 2.2) it knows @authority, @method, @path,
// @query, @query-param, @request-target, @scheme and @target-uri, of parameters
// (RFC 9421 2.1) `key` and `bs`. A signature that covers anything else cannot
// be checked.
struct Base {
    std::string text;
    std::string problem;  // not empty: "it covers `x`, which ..."
};
Base signature_base(const Message& message, const Member& input);

}  // namespace robots::signature

#endif
