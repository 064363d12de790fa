// The data that the views of the status show: counts of requests, how full the
// shared memory (`robots_zone`) is, and the state of this nginx.
//
// The structs do not depend on nginx. Their string_views point into the policy,
// which must outlive every answer. Times are Unix seconds, 0 if something never
// happened or is not known. Durations are milliseconds.
//
// Crawlers that are known only by the shape of their header are counted
// together as kUnlisted. A crawler or a site that the policy no longer has is
// kGone. Names of sites, tokens, paths and lines are texts of the policy's
// author, and must be escaped like any other text.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/fleet/crawler_counts.hpp"
#include "policy/fleet/heartbeat.hpp"
#include "policy/shared_memory/ledger_records.hpp"
#include "policy/shared_memory/series.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots::status::model {

// Counts of judged requests, by violation and by action.

using Count = std::uint64_t;

// Judged requests. Each has one verdict and one outcome; the outcome of a
// request that passed is Action::pass.
struct Requests {
    // by[violation][outcome]; outcomes are in the order of kOutcomes. The
    // violation of requests that broke no rule is Violation::none.
    std::array<std::array<Count, kOutcomes.size()>, kViolations> by{};

    // also[violation]: requests with this violation and a more serious one. In
    // `by`, these requests are counted only under the more serious violation.
    std::array<Count, kViolations> also{};

    Requests& operator+=(const Requests& other) {
        for (std::size_t i = 0; i < by.size(); ++i) {
            for (std::size_t j = 0; j < by[i].size(); ++j) {
                by[i][j] += other.by[i][j];
            }
            also[i] += other.also[i];
        }
        return *this;
    }

    Count total() const {
        return sum([](Violation, Outcome) { return true; });
    }
    Count violations() const {  // all requests that broke something
        return total() - of(Violation::none);
    }
    Count of(Violation violation) const {
        return sum([=](Violation each, Outcome) { return each == violation; });
    }
    Count broke(Violation violation) const {  // in `by` or in `also`
        return of(violation) + also[static_cast<std::size_t>(violation)];
    }
    Count of(Action action) const {  // by the action that was done
        return sum(
            [=](Violation, Outcome each) { return each.action == action; });
    }
    Count would(Action action) const {  // without the cap of robots_enforce
        return sum(
            [=](Violation, Outcome each) { return each.would == action; });
    }

  private:
    template <typename Counts>
    Count sum(Counts counts) const {
        Count sum = 0;
        for (std::size_t i = 0; i < by.size(); ++i) {
            for (std::size_t j = 0; j < by[i].size(); ++j) {
                sum += counts(static_cast<Violation>(i), kOutcomes[j])
                           ? by[i][j]
                           : 0;
            }
        }
        return sum;
    }
};

// The status of the fleet to which this nginx belongs (robots_fleet).

// How the fleet decided requests that need a budget. Fleet::results has the
// order of this list.
constexpr std::array<std::string_view, 5> kFleetResults{
    "shared", "known_here", "timeout", "error", "open_circuit"};

struct FleetServer {
    std::string url;
    bool is_up = false;
    std::int64_t last_answer = 0;  // Unix time; 0: never
};

using Microseconds = std::uint64_t;

// A histogram of durations. Bucket i counts durations of at most limit[i] that
// are not in an earlier bucket; the last bucket has no limit (0).
struct Histogram {
    std::vector<Microseconds> limit;
    std::vector<Count> count;
    Microseconds sum = 0;  // of all durations
};

struct Fleet {
    std::string node;           // this nginx's name
    std::string_view fallback;  // "local", "divide"
    std::uint64_t timeout = 0;  // maximum wait of a request, in ms
    std::vector<FleetServer> servers;
    std::uint64_t nodes_alive = 0;
    std::vector<FleetNode> nodes;         // in the order of their names
    std::vector<CrawlerCounts> crawlers;  // of all nodes, busiest first
    std::array<std::uint64_t, kFleetResults.size()> results{};
    Histogram latencies;  // how long servers took to answer
};

using Seconds = std::int64_t;    // Unix time
using Duration = std::uint64_t;  // milliseconds

constexpr std::string_view kUnlisted = "(unlisted)";
constexpr std::string_view kGone = "(gone)";
// The name of the row for all crawlers or sites that have no row of their own.
// The number of rows is limited.
constexpr std::string_view kOther = "(other)";

constexpr std::size_t kIdentities = 3;  // number of values of Identity

// Signed requests, by signature::Result. The count for `none` is 0.
using SignatureCounts = std::array<Count, signature::kResults>;

// Requests that were delayed because they came too early, and the sum of the
// delays.
struct Delayed {
    Count requests = 0;
    Duration time = 0;
};

// A violation for which the action against a crawler is capped (cap_for()): the
// action is less strict than in the crawler's group. `text` says why.
struct CapRow {
    CappedKind kind;
    std::string text;  // "only logged: Googlebot documents that ..."
};

// How full a table of the zone is.
struct TableFill {
    std::string_view name;  // "visits", "lines", "sites", "series", "names"
    std::size_t entries = 0;
    std::size_t capacity = 0;
    Count evicted = 0;  // since the zone was made
    std::size_t octets = 0;
};

struct Zone {
    std::size_t octets = 0;
    Seconds created = 0;
    std::vector<TableFill> tables;
    Count budgets_evicted = 0;
    std::size_t budgets_capacity = 0;
};

struct Totals {
    Requests requests;
    Requests impostors;
    Count robots_txt = 0;  // answered requests for robots.txt
    Delayed delayed;
    Count octets = 0;  // sent to crawlers
    Duration upstream = 0;
    std::size_t delayed_now = 0;
    Histogram waits;  // delays that are over
    SignatureCounts signatures{};
};

// Whether none, some or all of the locations with "robots on" have
// "robots_enforce log".
enum class LogOnly : std::uint8_t { none, some, all };

// The data that every view shows.
struct Server {
    std::string_view version;  // of this module
    std::string_view policy_file;
    Seconds policy_modified = 0;
    Seconds policy_loaded = 0;  // when the policy came into effect
    // Whether the policy's files have changed since policy_loaded; nullopt if
    // the worker has no permission to read them.
    std::optional<bool> policy_stale;
    Seconds reload_failed = 0;  // last failure since policy_loaded; 0: none
    bool last_good_in_use = false;
    std::size_t kept_files = 0;  // files with errors and `on_error: keep`
    LogOnly log_only = LogOnly::none;
    Seconds now = 0;
    Seconds counting_since = 0;
    std::size_t sites = 0;       // of the policy
    std::size_t crawlers = 0;    // of the policy, including the catalogue
    std::optional<Fleet> fleet;  // nullopt without robots_fleet
};

}  // namespace robots::status::model
