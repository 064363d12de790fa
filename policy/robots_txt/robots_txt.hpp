// A robots.txt document: reads its text and writes it (RFC 9309 2.1, 2.2).

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/request_rate.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

// One Allow or Disallow line. `path` is as written; the parser drops lines
// whose path is empty, since they match nothing.
struct RuleLine {
    bool allow = false;
    std::string path;
    Place place;
    // The author says that the rule is also meant for longer paths: "/admins"
    // for "/admin".
    bool prefix_meant = false;

    // "Disallow: /private"
    std::string text() const {
        return (allow ? "Allow: " : "Disallow: ") + path;
    }
};

// A line that is neither a rule nor a User-agent: its field and its value.
using OtherLine = std::pair<std::string, std::string>;

// The places of a group's lines about pace: of each kind the first line. A
// place is unknown if the group has no line of that kind.
struct PacePlaces {
    Place crawl_delay;
    Place request_rates;
    Place visit_times;
};

// If several groups name a crawler, all of them bind it.
struct RobotsGroup {
    std::vector<std::string> user_agents;  // product tokens, or "*"
    std::vector<RuleLine> rules;
    std::optional<Milliseconds> crawl_delay;
    std::vector<RequestRate> request_rates;
    std::vector<DayWindow> visit_times;
    PacePlaces pace_places;
    std::vector<std::string> comments;  // put in front of the group
    std::vector<OtherLine> other;       // License, Content-Signal and -Usage
    Place place;
    // The group has no rules, and applies to some user_agents of a group in
    // front of it: it has the lines for these alone.
    bool is_part = false;
    bool is_private = false;  // it is enforced, but not published
};

struct RobotsTxt {
    std::vector<std::string> header;  // comment lines on top, without "#"
    std::vector<RobotsGroup> groups;
    // Sitemap, Host, Clean-param, ... A License is here if it is in front of
    // the groups: it is for all crawlers whose group has none (RSL 1.0).
    std::vector<OtherLine> other;
};

// Crawlers need not read more than 500 KiB (RFC 9309 2.5).
constexpr std::size_t kMaxRobotsTxt = std::size_t{500} * 1024;

// Returns the path that Google and similar crawlers also allow if a line allows
// `path`: "/a/$" for "/a/index.html"; nullopt for other paths. The path is
// allowed for all crawlers (Groups), since this closes nothing.
std::optional<std::string> implied_by_index(std::string_view path);

// Reads a robots.txt; no text is an error. A byte order mark is skipped; CR, LF
// and CRLF end lines; only the first 16,663 octets of a line are read. Rules
// before any User-agent line are dropped. Places have line numbers, and the
// number `file`.
//
// A list of User-agent lines ends at the first rule, and all agents of the list
// share the rules that follow (RFC 9309 2.2.1). Crawl-delay, Request-rate,
// Visit-time, Content-Signal, Content-Usage and License do not end the list,
// and apply only to the agents directly above them:
//
//     User-agent: a          closed from /x, waits 5 s
//     Crawl-delay: 5
//     User-agent: b          both are closed from /x and wait 9 s
//     User-agent: c
//     Disallow: /x
//     Crawl-delay: 9
//
// This gives one group of a, b and c with the rule, and behind it two parts
// (RobotsGroup::is_part): one of a, and one of b and c.
RobotsTxt parse_robots_txt(std::string_view text,
                           Reading reading = Reading::lenient,
                           std::uint32_t file = 0);

// Does the same for lines from read_lines().
RobotsTxt parse_lines(const std::vector<ReadLine>& lines, Reading reading);

// Returns the text of a document, in the form that most parsers read: the
// groups with an empty line between them, a License for all crawlers in front
// of them, Crawl-delay in seconds after the rules, and at least one Allow or
// Disallow line in each group. Lines end in LF. No line of the result can be
// longer than one line of the document, and no value can start a new line.
std::string render_robots_txt(const RobotsTxt& document);

// Returns the seconds of a Crawl-delay, as a number that most parsers read:
// "2", "0.5".
std::string seconds_text(Milliseconds delay);

// Sets the places of all that is written in `document` to `place`, where its
// text is.
void move_to(const Place& place, RobotsTxt& document);

// Whether a User-agent line of the group has that token, case-insensitively.
bool names(const RobotsGroup& group, std::string_view token);

// How to read a list of User-agent lines that has lines about pace in it.

struct RobotsTxt;

// Whether a list of User-agent lines continues after a line that applies only
// to the agents above it, such as a Crawl-delay.
enum class Runs : bool {
    together,  // it continues, as for crawlers (RFC 9309 2.2.1)
    apart,     // it ends, as its author may have meant
};

// Reads leniently. With Runs::together, the result is that of
// parse_robots_txt().
RobotsTxt parse_runs(std::string_view text, Runs runs);

}  // namespace robots
