// What a server answers to one who asks for its robots.txt and its pages.

#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robotsctl {

// How an answer ended.
enum class Ended {
    whole,
    nothing,       // there is none, or it is of no use: `problem` says why
    cut_short,     // the connection ended first; `problem` has libcurl's words
    too_long,      // it goes on behind kMostServed octets
    not_readable,  // its Content-Encoding cannot be undone
};

struct Served {
    Ended ended = Ended::nothing;
    std::string problem;
    long status = 0;
    // Names in lower case, and values as they came.
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;      // decoded
    std::string redirect;  // where to, as an absolute URL; empty: nowhere

    // The first value of a header, or "".
    std::string_view header(std::string_view name) const;
};

constexpr std::size_t kMostServed = std::size_t{1} << 20;

struct AskSettings {
    std::string ca_file;     // PEM; empty: the system's
    std::string connect_to;  // "192.0.2.1:8443"; empty: as the URL and DNS say
    bool only_public = true;
    std::chrono::milliseconds timeout{10000};     // of one answer
    std::chrono::steady_clock::time_point end{};  // of all answers
};

// Asks for URLs of one origin, one after the other, and over one connection if
// the server keeps it. Follows no redirect.
std::vector<Served> ask(const std::vector<std::string>& urls,
                        const std::string& user_agent,
                        const AskSettings& settings);

}  // namespace robotsctl
