// A request, as far as a signature can cover it, and the text that is signed.

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

// The parameters of a query, as signatures cover them.

// The most parameters of a query. Of a query with more, none can be covered.
constexpr std::size_t kMaxQueryParams = 256;

// A query, read once however many of its parameters are covered.
class QueryParams {
  public:
    // `query` has its "?", and outlives this.
    explicit QueryParams(std::string_view query);

    // The value of the parameter whose encoded name is `name` ("fa%C3%A7ade"),
    // in the one encoding of RFC 9421 2.2.8. nullopt: the query has no such
    // parameter, or several.
    std::optional<std::string> find(std::string_view name) const;

  private:
    // Their names in that encoding, their values as they were sent.
    std::vector<std::pair<std::string, std::string_view>> all_;
};

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

// The most lines of headers; a message with more is not read.
constexpr std::size_t kMaxFields = 256;

// The most octets of the text that is signed, and of the fields and the query
// that are parsed for all signatures of a message.
constexpr std::size_t kMaxBase = std::size_t{8} * 1024;

// Reads a message for its signatures: each field, and the query, is parsed once
// however often they cover it. Refers to the message.
class MessageReader {
  public:
    explicit MessageReader(const Message& message) : message_(message) {}

    const Message& message() const { return message_; }

    // All lines of a field, joined by commas (RFC 9421 2.1), cut somewhere
    // behind kMaxBase octets; nullopt if there is none.
    std::optional<std::string> field(std::string_view name) const;

    // A field as a dictionary; nullptr if it is not one, or is larger than may
    // be parsed.
    const Dictionary* dictionary(std::string_view name);

    // A parameter of the query (QueryParams::find).
    std::optional<std::string> query_param(std::string_view name);

    // Octets that were parsed: the work that was done.
    std::size_t parsed() const { return parsed_; }

  private:
    bool may_parse(std::size_t octets);

    const Message& message_;
    std::map<std::string, std::optional<Dictionary>, std::less<>> dictionaries_;
    std::optional<QueryParams> query_;
    std::size_t parsed_ = 0;
};

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
Base signature_base(MessageReader& reader, const Member& input);

}  // namespace robots::signature
