// What a fetch is asked for, and what it answers.

#ifndef ROBOTS_CLI_IDENTITY_FETCH_SETTINGS_HPP
#define ROBOTS_CLI_IDENTITY_FETCH_SETTINGS_HPP

#include <chrono>
#include <cstddef>
#include <string>

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
    std::size_t most_octets = std::size_t{2} * 1024 * 1024;
    std::size_t at_once = 8;
};

}  // namespace robotsctl

#endif
