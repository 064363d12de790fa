// Fetches small public files over https, several at a time.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace robotsctl {

// What makes a request conditional (RFC 9110, 13.1): the ETag and the
// Last-Modified of the answer that is kept, as they came; empty: none.
struct Validators {
    std::string etag;
    std::string last_modified;
};

struct FetchRequest {
    std::string url;
    Validators kept;
    bool may_redirect = true;
};

struct FetchAnswer {
    std::string body;
    Validators validators;
    bool not_modified = false;
    std::string problem;  // not empty: why there is neither
};

struct FetchSettings {
    std::string ca_file;  // PEM; empty: the system's
    // False: no connection to an address that is not public, whatever DNS says
    // of a host. Where the environment names a proxy, that connects.
    bool allow_private = false;
    std::chrono::milliseconds timeout{10000};  // of each, redirects included
};

// Calls done(index, answer) for each request when it has ended, and idle() at
// least ten times a second meanwhile. Redirects are followed to the same host
// and port only, and only if the request says so.
void fetch_all(
    const std::vector<FetchRequest>& requests, const FetchSettings& settings,
    const std::function<void(std::size_t index, FetchAnswer answer)>& done,
    const std::function<void()>& idle);

}  // namespace robotsctl
