// The parts of a request that a signature can cover, and the text that is
// signed.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/signature/structured_fields.hpp"

namespace robots::signature {

// Maximum parameters of a query. If a query has more, QueryParams::find()
// returns nullopt for all of them.
constexpr std::size_t kMaxQueryParams = 256;

// The parameters of a query. The constructor parses the query, so find() need
// not parse the query again.
class QueryParams {
  public:
    // `query` must start with "?", and outlive this object.
    explicit QueryParams(std::string_view query);

    // Returns the value of the parameter whose encoded name is `name`
    // ("fa%C3%A7ade"), in the encoding of RFC 9421 2.2.8. Returns nullopt if
    // the query has no parameter of that name, or several.
    std::optional<std::string> find(std::string_view name) const;

  private:
    // Names in the encoding of RFC 9421 2.2.8, and values as they were sent.
    std::vector<std::pair<std::string, std::string_view>> all_;
};

// One line of a header. The name is in lower case.
struct Field {
    std::string_view name;
    std::string_view value;
};

// A request as the client sent it. All members are views.
struct Message {
    std::string_view method;     // "GET"
    std::string_view scheme;     // "https"
    std::string_view authority;  // as sent: "Example.com", "example.com:8443"
    std::string_view target;     // path and query as sent: "/a?b=c"
    std::vector<Field> fields;   // in the order of the request
};

// Maximum header lines. The signatures of a message with more lines are not
// read.
constexpr std::size_t kMaxFields = 256;

// Maximum octets of a signature base. Also the maximum octets that a
// MessageReader parses of one message: its fields and its query together.
constexpr std::size_t kMaxBase = std::size_t{8} * 1024;

// Reads the parts of a message that its signatures cover. Each field, and the
// query, is parsed only once, even if several signatures cover it. The message
// must outlive the reader.
class MessageReader {
  public:
    explicit MessageReader(const Message& message) : message_(message) {}

    const Message& message() const { return message_; }

    // Returns all lines of a field, joined by commas (RFC 9421 2.1) and cut at
    // some point behind kMaxBase octets. Returns nullopt if the field is
    // missing.
    std::optional<std::string> field(std::string_view name) const;

    // Returns a field as a dictionary. Returns nullptr if the field is not a
    // dictionary, or parsed() would exceed kMaxBase.
    const Dictionary* dictionary(std::string_view name);

    // Returns the value of a parameter of the query (QueryParams::find).
    std::optional<std::string> query_param(std::string_view name);

    // Returns how many octets were parsed so far.
    std::size_t parsed() const { return parsed_; }

  private:
    bool may_parse(std::size_t octets);

    const Message& message_;
    std::map<std::string, std::optional<Dictionary>, std::less<>> dictionaries_;
    std::optional<QueryParams> query_;
    std::size_t parsed_ = 0;
};

// The result of signature_base(): the signature base (RFC 9421 2.5) for
// `input`, a member of Signature-Input, or the reason why the signature base
// cannot be made.
//
// The supported derived components (RFC 9421 2.2) are @authority, @method,
// @path, @query, @query-param, @request-target, @scheme and @target-uri; the
// supported parameters (RFC 9421 2.1) are `key` and `bs`. A signature that
// covers anything else cannot be checked.
struct Base {
    std::string text;
    std::string problem;  // not empty: "it covers `x`, which ..."
};
Base signature_base(MessageReader& reader, const Member& input);

}  // namespace robots::signature
