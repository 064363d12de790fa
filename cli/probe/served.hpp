// Sends requests for robots.txt and pages to a server, and returns the answers.

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
    nothing,       // no usable answer came; `problem` says why
    no_time,       // AskSettings::end came first; `problem` says so
    cut_short,     // the connection broke; `problem` has libcurl's text
    too_long,      // the answer has more than kMostServed octets
    not_readable,  // its Content-Encoding cannot be decoded
};

struct Served {
    Ended ended = Ended::nothing;
    std::string problem;
    long status = 0;
    // Names in lower case, and values as received.
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;      // decoded
    std::string redirect;  // the absolute URL redirected to, or empty

    // Returns the first value of a header, or "".
    std::string_view header(std::string_view name) const;
};

constexpr std::size_t kMostServed = std::size_t{1} << 20;

struct AskSettings {
    std::string ca_file;     // trusted certificates (PEM); empty: the system's
    std::string connect_to;  // "192.0.2.1:8443"; empty: by URL and DNS
    bool only_public = true;
    std::chrono::milliseconds timeout{10000};     // for one answer
    std::chrono::steady_clock::time_point end{};  // deadline for all answers
};

// Asks for URLs of one origin one after the other, over one connection if the
// server keeps it open. Does not follow redirects. If an answer ends as
// `nothing` or `no_time`, the other URLs are not asked for, and their `problem`
// is empty.
std::vector<Served> ask(const std::vector<std::string>& urls,
                        const std::string& user_agent,
                        const AskSettings& settings);

}  // namespace robotsctl
