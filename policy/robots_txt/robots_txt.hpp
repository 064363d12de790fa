// A robots.txt document: reads and writes its text (RFC 9309 2.1, 2.2).

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

// One Allow or Disallow line. `path` is as written. The parser drops rules with
// an empty path, since they match nothing.
struct RuleLine {
    bool allow = false;
    std::string path;
    Place place;
    // Whether the policy says that the rule is also meant for longer names:
    // "/admin" also for "/admins". Then lint does not warn of longer names.
    bool prefix_meant = false;

    // Returns "Disallow: /private".
    std::string text() const {
        return (allow ? "Allow: " : "Disallow: ") + path;
    }
};

// A line of another field, for example License: its field and its value.
using OtherLine = std::pair<std::string, std::string>;

// The places of a group's first Crawl-delay, Request-rate and Visit-time line.
// The place of a missing line is unknown.
struct PacePlaces {
    Place crawl_delay;
    Place request_rates;
    Place visit_times;
};

// One group. If several groups name a crawler, all of them apply to it.
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
    // Whether the group is a part of an earlier group. A part has no rules,
    // but has the pace and other lines that apply to only some user_agents of
    // the earlier group.
    bool is_part = false;
    bool is_private = false;  // the group is enforced, but not published
    // Whether the Content-Signals, or the Content-Usages, come from the
    // settings of the whole site. If another group for the same crawler has its
    // own lines of this kind, those lines count instead.
    bool has_site_signals = false;
    bool has_site_usage = false;
};

struct RobotsTxt {
    std::vector<std::string> header;  // comment lines on top, without "#"
    std::vector<RobotsGroup> groups;
    // Lines that belong to no group: Sitemap, Host, Clean-param, ... Also a
    // License in front of all groups: it applies to all crawlers whose group
    // has no License (RSL 1.0).
    std::vector<OtherLine> other;
};

// Crawlers need not read more than 500 KiB (RFC 9309 2.5).
constexpr std::size_t kMaxRobotsTxt = std::size_t{500} * 1024;

// Returns "/a/$" for "/a/index.html", and nullopt for other files. Google and
// similar crawlers read an Allow for an index file also as an Allow for its
// folder. The class Groups does this for all crawlers, since an additional
// Allow closes nothing.
std::optional<std::string> implied_by_index(std::string_view path);

// Reads a robots.txt. Any text can be read: lines without a meaning are
// skipped. A byte order mark is skipped. A line ends with CR, LF or CRLF. Only
// the first 16,663 octets of a line are read. Rules before any User-agent line
// are dropped. `file` becomes Place::file.
//
// A list of User-agent lines ends at the first rule, and all agents of the list
// share the rules that follow (RFC 9309 2.2.1). Crawl-delay, Request-rate,
// Visit-time, Content-Signal, Content-Usage and License do not end the list.
// Each of these lines applies only to the agents directly above it:
//
//     User-agent: a          closed from /x, waits 5 s
//     Crawl-delay: 5
//     User-agent: b          both are closed from /x and wait 9 s
//     User-agent: c
//     Disallow: /x
//     Crawl-delay: 9
//
// The result is one group of a, b and c with the rule, followed by two groups
// with the delays (RobotsGroup::is_part): one of a, and one of b and c.
RobotsTxt parse_robots_txt(std::string_view text,
                           Reading reading = Reading::lenient,
                           std::uint32_t file = 0);

// Parses lines that read_lines() has read from a text.
RobotsTxt parse_lines(const std::vector<ReadLine>& lines, Reading reading);

// Returns the text of a document, in the form that most parsers read: an empty
// line between groups, a License for all crawlers in front of the groups,
// Crawl-delay in seconds after the rules, and at least one Allow or Disallow
// line in each group. Lines end in LF. A CR or LF in a value becomes a blank,
// so a value cannot start a new line. A group without a token is left out.
std::string render_robots_txt(const RobotsTxt& document);

// Returns the seconds of a Crawl-delay, as a number that most parsers read:
// "2", "0.5".
std::string seconds_text(Milliseconds delay);

// Sets the places of all groups and lines of `document` to `place`. Needed for
// a robots.txt that is written inside a policy.
void move_to(const Place& place, RobotsTxt& document);

// Whether a User-agent line of `group` has the token `token`. Case-insensitive.
bool names(const RobotsGroup& group, std::string_view token);

struct RobotsTxt;

// Whether a list of User-agent lines continues after a line that applies only
// to the agents above it, such as a Crawl-delay.
enum class Runs : bool {
    together,  // the list continues, as crawlers read it (RFC 9309 2.2.1)
    apart,     // the list ends, as its author may have meant
};

// Reads `text` leniently. Runs::together gives what parse_robots_txt() gives.
RobotsTxt parse_runs(std::string_view text, Runs runs);

}  // namespace robots
