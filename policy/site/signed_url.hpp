// The signature of a request that somebody describes, instead of sending it.

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

// Such texts.
std::vector<Header> headers_of(const std::vector<std::string>& texts);

// Headers, one a line, as somebody pasted them: blanks around a line and empty
// lines do no harm. nullopt: a line is no header.
std::optional<std::vector<Header>> headers_from(std::string_view lines);

// A request as its client sends it. A missing Host header is that of the URL.
struct SignedRequest {
    const Url& url;
    std::string method;
    std::vector<Header> headers;
};

// What nginx would find of the request's signature at `now`, if it verified any
// number of them. Throws std::bad_alloc.
signature::Finding check_signature(const SignedRequest& request,
                                   const signature::KeyRing& keys,
                                   bool test_keys, Utc now);

}  // namespace robots
