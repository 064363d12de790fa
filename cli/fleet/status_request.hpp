// Asks a node's status page for its JSON.

#ifndef ROBOTS_CLI_FLEET_STATUS_REQUEST_HPP
#define ROBOTS_CLI_FLEET_STATUS_REQUEST_HPP

#include <chrono>
#include <cstddef>
#include <string>

namespace robotsctl {

struct StatusRequest {
    static constexpr std::size_t kMostOctets = std::size_t{2} << 20;

    std::string url;      // of a location with robots_status; http or https
    std::string ca_file;  // empty: the system's authorities
    std::chrono::milliseconds timeout{5000};
};

// The answer's body, or in `problem` why there is none.
struct StatusAnswer {
    std::string body;
    std::string problem;
};

// Follows no redirect: the answer must be the node's own.
StatusAnswer ask_status(const StatusRequest& request);

}  // namespace robotsctl

#endif
