// Lists of User-agent lines with lines about pace between them.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_RUNS_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_RUNS_HPP

#include <string_view>

namespace robots {

struct RobotsTxt;

// What becomes of a list of agents at a User-agent line behind a line for the
// agents above it alone, such as a Crawl-delay.
enum class Runs : bool {
    together,  // it goes on, as crawlers read it (RFC 9309 2.2.1)
    apart,     // it ends, as its author may have meant
};

// As parse_robots_txt() reads, leniently; with Runs::together it is the same.
RobotsTxt parse_runs(std::string_view text, Runs runs);

}  // namespace robots

#endif
