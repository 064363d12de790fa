// Checks the signature of a request that a person describes by its URL, method
// and headers.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/site/host.hpp"

namespace robots {

struct Header {
    std::string name;  // in lower case
    std::string value;
};

// Whether `text` is "Name: value".
bool is_header(std::string_view text);

// Parses `texts`, for each of which is_header() must be true.
std::vector<Header> headers_of(const std::vector<std::string>& texts);

// Parses pasted headers, one on each line. Ignores blanks around a line and
// empty lines. Returns nullopt if a line is not a header.
std::optional<std::vector<Header>> headers_from(std::string_view lines);

// A request as its client sends it. If `headers` has no Host, the host of `url`
// is used.
struct SignedRequest {
    const Url& url;
    std::string method;
    std::vector<Header> headers;
};

// Returns what nginx would find about the signature of `request` at `now`.
// nginx also limits how many signatures it verifies; this function does not.
// Throws std::bad_alloc.
signature::CheckedSignature check_signature(const SignedRequest& request,
                                            const signature::KeyRing& keys,
                                            bool test_keys, Utc now);

}  // namespace robots
