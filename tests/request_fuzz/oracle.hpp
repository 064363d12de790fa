// What the fuzzer's policy says about a request: a second opinion, written
// without the module's code. It goes by what nginx made of the request.

#pragma once

#include <string>
#include <string_view>

#include "tests/request_fuzz/cases.hpp"

namespace request_fuzz {

// The policy that it knows.
extern const std::string_view kPolicy;

// What nginx logs of a request.
struct Logged {
    std::string id;
    int status = 0;
    std::string uri;      // $uri
    std::string args;     // $args
    std::string host;     // $host
    std::string target;   // $request_uri
    std::string site;     // $robots_site
    std::string verdict;  // $robots_verdict
    std::string line;     // all of it
};

// What is wrong with a logged request; empty: nothing.
std::string complaint(const Asked& asked, const Logged& logged);

// What the location of `robots_refusal` answers with.
constexpr int kElsewhere = 406;

// Whether it was refused, by the module or by that location.
bool is_refusal(int status, const Asked& asked);

}  // namespace request_fuzz
