// What the status shows, as JSON and Prometheus text render it: one request's
// snapshot of the compliance ledger and of the latest activity, joined with the
// running policy.
//
// Plain values, nothing of nginx. Views point into the policy, which outlives
// every answer. Times are Unix seconds, 0 where something never happened or is
// not known. Durations are milliseconds. Every list is bounded; where it was
// cut, its Page says so.
//
// Crawlers that only the shape of their header gives away are counted together
// as kUnlisted, and a crawler or a site that the policy no longer has is kGone.
// What a client chose is only in a RecentViolation and in a Name. Names of
// sites, tokens, paths and lines are the policy author's text, to be escaped
// like any other.

#ifndef ROBOTS_STATUS_MODEL_MODEL_HPP
#define ROBOTS_STATUS_MODEL_MODEL_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/signature/web_bot_auth.hpp"
#include "policy/state/series.hpp"
#include "policy/verdict/cap.hpp"
#include "status/model/fleet.hpp"
#include "status/model/requests.hpp"

namespace robots::status::model {

using Seconds = std::int64_t;    // Unix time
using Duration = std::uint64_t;  // milliseconds

constexpr std::string_view kUnlisted = "(unlisted)";
constexpr std::string_view kGone = "(gone)";
// All that is beyond a limit, summed up.
constexpr std::string_view kOther = "(other)";

constexpr std::size_t kIdentities = 3;  // by Identity

// Signed requests, by signature::Result; of `none` there are none.
using SignatureCounts = std::array<Count, signature::kResults>;

// The part of a longer list that is shown: entries first to first + shown of
// total, counted from 0.
struct Page {
    std::size_t first = 0;
    std::size_t shown = 0;
    std::size_t total = 0;
};

// Requests that were delayed until they were due, and for how long together.
struct Delayed {
    Count requests = 0;
    Duration time = 0;
};

// What a crawler fetched of robots.txt.
struct Fetches {
    Count count = 0;
    Seconds last = 0;  // 0: never fetched
    // The revision of the last: its name where that is still known, else empty.
    std::string_view revision;
    std::uint32_t tag = 0;  // 24 bits that tell a site's revisions apart
    bool current = false;   // the last fetch got what is served now
};

// Times between one request and the next, on one site: how many fell into
// [from, to). `to` is 0 in the last bucket, which has no end.
struct IntervalBucket {
    Duration from = 0;
    Duration to = 0;
    Count count = 0;
};

struct Intervals {
    std::vector<IntervalBucket> buckets;  // all of them, ascending; or none
    std::optional<Duration> median;       // estimated; nullopt: no interval yet
};

// One line of robots.txt that decided about requests.
struct Line {
    // "Disallow: /private/", "Crawl-delay: 2"; kGone where the policy no longer
    // has it.
    std::string text;
    std::string place;  // "policy.yaml:12:7", or empty
    std::string_view site;
    std::string_view crawler;
    bool violation = false;  // false: an Allow line, which permitted
    Count hits = 0;
    Seconds last = 0;
};

// What a group does about each violation now, by Violation.
using Actions = std::array<Action, kViolations>;

// Where less is done about this crawler than its group says.
struct CapRow {
    CappedKind kind;
    std::string text;  // "only logged: Googlebot documents that ..."
};

// Requests of the last hour, day and 7 days, by Treatment.
constexpr std::size_t kRanges = 3;
using Recent = std::array<std::array<Count, kTreatments>, kRanges>;

// A crawler, over all sites.
struct CrawlerRow {
    std::string_view token;          // or kUnlisted, kGone
    std::string_view category;       // "search", ...
    std::string_view operator_name;  // or empty
    std::string_view docs;           // URL of the operator's page, or empty
    bool listed = false;             // has a page of its own: ?crawler=token
    Requests requests;
    Requests impostors;            // of them, those by impostors
    std::optional<Recent> recent;  // nullopt: there was no room for series
    SignatureCounts signatures{};
    std::array<Count, kIdentities> by_identity{};  // requests, by Identity
    Delayed delayed;
    Count octets = 0;  // sent to it
    Fetches fetches;
    Seconds first_seen = 0;
    Seconds last_seen = 0;
    std::size_t sites = 0;
    // The site that it visits most, its intervals there, and the group that
    // applies to it (empty: none), with its crawl-delay.
    std::string_view busiest_site;
    std::string_view group;
    std::optional<Actions> actions;
    std::vector<CapRow> caps;
    std::optional<Duration> median;
    std::optional<Duration> crawl_delay;
};

// A site, over all crawlers.
struct SiteRow {
    std::string_view name;  // or kGone
    bool listed = false;    // has a page of its own: ?site=name
    std::string_view revision;
    Seconds effective_since = 0;  // of the revision
    bool suspended = false;       // robots.txt answers 503
    Requests requests;
    Requests impostors;
    std::optional<Recent> recent;
    Delayed delayed;
    Count octets = 0;      // sent to crawlers
    Count robots_txt = 0;  // answers to requests for robots.txt, of anybody
    std::size_t crawlers = 0;
    Seconds last_seen = 0;
    // What it does about a crawler without a group of its own; nullopt: such a
    // crawler may fetch everything.
    std::optional<Actions> actions;
};

// One crawler with one identity on one site: an entry of the ledger.
struct Visit {
    std::string_view site;
    std::string_view crawler;
    std::string_view category;
    std::string_view identity;  // "verified", "unverifiable", "impostor"
    bool site_listed = false;
    bool crawler_listed = false;
    Requests requests;
    Delayed delayed;
    Count octets = 0;  // sent
    SignatureCounts signatures{};
    Fetches fetches;
    Intervals intervals;  // buckets only on a crawler's page
    // Of the group that applies to it now.
    std::string_view group;  // "GPTBot", "*"; empty: none applies
    std::optional<Actions> actions;
    std::vector<CapRow> caps;
    std::optional<Duration> crawl_delay;
    Seconds first_seen = 0;
    Seconds last_seen = 0;
};

// Requests by what became of them: value i is of the `period` that starts at
// `start` + i * period; the last one is not over yet.
struct Series {
    Seconds start = 0;
    Seconds period = 0;
    std::array<std::vector<Count>, kTreatments> counts;  // by Treatment
};

// One violation. Host, path and the name of an unlisted crawler are the
// client's, cut to a length.
struct RecentViolation {
    Count number = 0;  // from 1, in the order in which they came
    Seconds time = 0;
    std::string crawler;  // its token; of an unlisted one, what it calls itself
    bool crawler_listed = false;
    std::string_view identity;
    std::string address;  // "192.0.2.7", or "192.0.2.0/24" if they are masked
    std::string_view site;
    bool site_listed = false;
    std::string host;
    std::string path;
    bool path_cut = false;
    std::string line;   // "Disallow: /x"; kGone, or empty: no line decided
    std::string place;  // "policy.yaml:12:7", or empty
    std::string_view verdict;
    robots::Violations violations;  // all, that of `verdict` included
    std::string_view action;
    std::string_view would;
    std::string_view signature;  // "invalid", ...; empty: it had none
    std::uint16_t status = 0;    // 0: it was not refused
    std::string request_id;
};

// An unlisted crawler by what it calls itself.
struct Name {
    std::string name;
    Count requests = 0;
    Count violations = 0;
    std::string_view site;  // of its last request
    // Of the group that applies to it there now.
    std::string_view group;  // empty: none applies
    std::optional<Actions> actions;
    Seconds first_seen = 0;
    Seconds last_seen = 0;
};

// How full a table of the zone is.
struct Table {
    std::string_view name;  // "visits", "lines", "sites", "series", "names"
    std::size_t entries = 0;
    std::size_t capacity = 0;
    Count evicted = 0;  // since the zone was made
    std::size_t octets = 0;
};

struct Zone {
    std::size_t octets = 0;
    Seconds created = 0;
    std::vector<Table> tables;
    Count budgets_evicted = 0;
    std::size_t budgets_capacity = 0;
};

// Delays that are over. Bucket i counts those of at most
// limit[i] ms, not those of the buckets before; the last one has no limit (0).
struct Waits {
    std::vector<Duration> limit;
    std::vector<Count> count;
    Delayed all;
};

struct Totals {
    Requests requests;
    Requests impostors;
    Count robots_txt = 0;  // requests for robots.txt answered
    Delayed delayed;
    Count octets = 0;  // sent to crawlers
    std::size_t delayed_now = 0;
    Waits waits;
    SignatureCounts signatures{};
};

// Which servers with "robots on" have "robots_enforce log".
enum class LogOnly : std::uint8_t { none, some, all };

// What is true of every view.
struct Server {
    std::string_view version;  // of this module
    std::string_view policy_file;
    Seconds policy_modified = 0;
    Seconds policy_loaded = 0;  // when it was put to use
    // Whether its files have changed since; nullopt: the worker may not look.
    std::optional<bool> policy_stale;
    Seconds reload_failed = 0;  // the last one since; 0: none did
    bool last_good_in_use = false;
    LogOnly log_only = LogOnly::none;
    Seconds now = 0;
    Seconds counting_since = 0;
    std::size_t sites = 0;       // of the policy
    std::size_t crawlers = 0;    // of the policy, the catalogue included
    std::optional<Fleet> fleet;  // nullopt without robots_fleet
};

struct Overview {
    Server server;
    Totals totals;
    std::vector<Series> series;        // the shortest period first
    std::vector<CrawlerRow> crawlers;  // the most requests first
    Page crawlers_page;
    std::vector<SiteRow> sites;  // the most requests first
    Page sites_page;
    std::vector<Line> lines;  // the most broken ones of all
    std::vector<Name> names;  // the most requests first
    Zone zone;
};

// A part of the sites.
struct SiteList {
    Server server;
    std::vector<SiteRow> sites;  // the most requests first
    Page page;
};

// The last violations, the latest first.
struct Violations {
    Server server;
    Count total = 0;           // since counting began
    std::size_t capacity = 0;  // how many are kept
    std::vector<RecentViolation> rows;
};

// One rule of a group, as a crawler's page lists it.
struct RuleLine {
    std::string text;   // "Allow: /a", "Crawl-delay: 2"
    std::string place;  // "policy.yaml:12:7", or empty
    Count hits = 0;     // of this crawler on this site
};

// The rules for a crawler on one site, and what it did there.
struct CrawlerOnSite {
    Visit visit;
    std::string_view revision;  // of the site's robots.txt
    std::vector<RuleLine> rules;
    Page rules_page;
};

struct CrawlerPage {
    Server server;
    CrawlerRow crawler;
    Intervals intervals;               // on all sites together
    std::vector<Series> series;        // empty: there was no room for them
    std::vector<CrawlerOnSite> sites;  // the most requests first
    Page sites_page;
    std::vector<Line> broken;  // the most often first
    std::vector<RecentViolation> violations;
};

enum class LineKind : std::uint8_t {
    blank,
    comment,
    user_agent,
    allow,
    disallow,
    other,  // Crawl-delay, Sitemap, ...
};

// One line of a robots.txt as it is served.
struct TextLine {
    std::size_t number = 0;  // from 1
    LineKind kind = LineKind::blank;
    std::string_view text;  // into SitePage::text, without the line break
    std::string place;      // "policy.yaml:12:7", or empty
    // Requests that the line decided about; nullopt for lines that decide
    // nothing.
    std::optional<Count> hits;
};

// Answers to requests for robots.txt, by status.
struct Answers {
    std::uint16_t status = 0;  // 0: any other
    Count count = 0;
};

struct SitePage {
    Server server;
    SiteRow site;
    std::string place;             // "policy.yaml:30:5" of the site, or empty
    std::vector<Answers> answers;  // those that were given
    std::vector<Series> series;    // empty: there was no room for them
    std::vector<RecentViolation> violations;
    // Kept at one place in memory, since lines point into it.
    std::string text;
    std::vector<TextLine> lines;
    Page lines_page;
    std::vector<Visit> visits;  // the most requests first
    Page visits_page;

    SitePage() = default;
    SitePage(const SitePage&) = delete;
    SitePage& operator=(const SitePage&) = delete;
    ~SitePage() = default;
};

}  // namespace robots::status::model

#endif
