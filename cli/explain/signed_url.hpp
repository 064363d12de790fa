// The signature of a request that explain is asked about.

#ifndef ROBOTS_CLI_EXPLAIN_SIGNED_URL_HPP
#define ROBOTS_CLI_EXPLAIN_SIGNED_URL_HPP

#include <string>
#include <vector>

#include "policy/signature/web_bot_auth.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

struct Header {
    std::string name;  // in lower case
    std::string value;
};

// Whether `text` is "Name: value".
bool is_header(const std::string& text);

// Texts that are.
std::vector<Header> headers_of(const std::vector<std::string>& texts);

// A request as its client sends it. A missing Host header is that of the URL.
struct SignedRequest {
    const robots::Url& url;
    std::string method;
    std::vector<Header> headers;
};

// What nginx would find of the request's signature at `now`, if it verified any
// number of them.
robots::signature::Finding check_signature(
    const SignedRequest& request, const robots::signature::KeyRing& keys,
    bool test_keys, robots::Utc now);

}  // namespace robotsctl

#endif
