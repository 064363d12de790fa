// A robots.txt document: what its text says, and its text (RFC 9309 2.1, 2.2).

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

// One Allow or Disallow line. `path` is as written; parsing drops lines whose
// path is empty, since they match nothing.
struct RuleLine {
    bool allow = false;
    std::string path;
    Place place;
    // Its author says that it is meant for longer paths, too: "/admins" for
    // "/admin".
    bool prefix_meant = false;

    // "Disallow: /private"
    std::string text() const {
        return (allow ? "Allow: " : "Disallow: ") + path;
    }
};

// A line that is neither a rule nor a User-agent: "Content-Signal", "...".
using OtherLine = std::pair<std::string, std::string>;

// Where a group's lines about its crawlers' pace were written: of each kind the
// first. Unknown if it has none of that kind.
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
    std::vector<OtherLine> other;       // License and the use of content
    Place place;
    // Has no rules: what a group in front of it says for some of its own
    // user_agents alone.
    bool is_part = false;
    bool is_private = false;  // it is enforced, but not published
};

struct RobotsTxt {
    std::vector<std::string> header;  // comment lines on top, without "#"
    std::vector<RobotsGroup> groups;
    // Sitemap, Host, Clean-param, ..., and in front of the groups a License
    // for all crawlers whose group has none (RSL 1.0).
    std::vector<OtherLine> other;
};

// Crawlers read no further than 500 KiB (RFC 9309 2.5).
constexpr std::size_t kMaxRobotsTxt = std::size_t{500} * 1024;

// The path that Google and readers like it also allow if a line allows `path`:
// "/a/$" for "/a/index.html"; nullopt for other paths. It is enforced so for
// everybody (Groups), since it can only open.
std::optional<std::string> implied_by_index(std::string_view path);

// Reads a robots.txt, and never refuses a text. A byte order mark is
// skipped; CR, LF and CRLF end lines; of a line, the first 16,663 octets count.
// Rules before any User-agent line are dropped. Places have line numbers;
// `file` goes into them.
//
// A list of User-agent lines ends at the first rule, and all of it shares the
// rules that follow (RFC 9309 2.2.1). Crawl-delay, Request-rate, Visit-time,
// Content-Signal, Content-Usage and License do not end the list, and are for
// the agents directly above alone:
//
//     User-agent: a          closed from /x, waits 5 s
//     Crawl-delay: 5
//     User-agent: b          both are closed from /x and wait 9 s
//     User-agent: c
//     Disallow: /x
//     Crawl-delay: 9
//
// That makes one group of a, b and c with the rule, and behind it two parts:
// one of a, and one of b and c.
RobotsTxt parse_robots_txt(std::string_view text,
                           Reading reading = Reading::lenient,
                           std::uint32_t file = 0);

// The same, of a text's lines as read_lines() gives them.
RobotsTxt parse_lines(const std::vector<ReadLine>& lines, Reading reading);

// The text of a document, in the form that most parsers read: one group after
// the other with an empty line between, a License for all in front of them,
// Crawl-delay after the rules and in
// seconds, and at least one Allow or Disallow line in each group. Lines end in
// LF. No line of the result can be longer than one line of the document, and no
// value can start a new line.
std::string render_robots_txt(const RobotsTxt& document);

// "2", "0.5": a Crawl-delay's seconds, which most parsers read as a number.
std::string seconds_text(Milliseconds delay);

// Gives all that is written in `document` the place of the text that it is in.
void move_to(const Place& place, RobotsTxt& document);

// Whether a User-agent line of the group has that token, in whatever case.
bool names(const RobotsGroup& group, std::string_view token);

// Lists of User-agent lines with lines about pace between them.

struct RobotsTxt;

// Whether a list of User-agent lines goes on after a line that is only for the
// agents above it, such as a Crawl-delay.
enum class Runs : bool {
    together,  // it goes on, as crawlers read it (RFC 9309 2.2.1)
    apart,     // it ends, as its author may have meant
};

// Reads leniently, as parse_robots_txt(); with Runs::together the result is the
// same.
RobotsTxt parse_runs(std::string_view text, Runs runs);

}  // namespace robots
