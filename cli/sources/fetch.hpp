// Fetches small public files over https, several at a time.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace robotsctl {

// The values that make a request conditional (RFC 9110, 13.1): the ETag and
// Last-Modified of the kept copy, as received. A value is empty if the copy has
// none.
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
    std::string problem;  // not empty: why the fetch failed
};

struct FetchSettings {
    std::string ca_file;  // trusted certificates (PEM); empty: the system's
    // If false, connections to addresses that are not public are refused,
    // unless the environment names a proxy.
    bool allow_private = false;
    std::chrono::milliseconds timeout{10000};  // per file, redirects included
};

// Sends all `requests`. Calls done(index, answer) when a request has ended.
// While requests run, calls idle() at least ten times a second. Redirects are
// followed only to the same host and port, and only if the request has
// may_redirect.
void fetch_all(
    const std::vector<FetchRequest>& requests, const FetchSettings& settings,
    const std::function<void(std::size_t index, FetchAnswer answer)>& done,
    const std::function<void()>& idle);

}  // namespace robotsctl
