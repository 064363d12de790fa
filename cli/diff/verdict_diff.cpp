#include "cli/diff/policy_diff.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "cli/judging/judging.hpp"
#include "cli/judging/tally.hpp"
#include "cli/log/arrival_queue.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/verdict/verdict.hpp"

namespace robotsctl {

namespace {

// A limit for the memory, because clients choose the names of crawlers.
constexpr std::size_t kMaxChanges = 100000;

// One of the two policies, and its own budgets.
struct Side {
    Side(const robots::Policy& which, const std::optional<robots::Url>& url)
        : policy(which),
          sites(which, url),
          headers(remember_headers(which.crawlers())) {}

    robots::Sighting crawler_of(const LogRecord& record) {
        return robotsctl::crawler_of(record, policy.crawlers(), headers, sites);
    }

    // Returns "allow", or violation and action ("disallow, reject"); empty if
    // nginx did not judge the request. Sets `crawler` to the name of the
    // crawler.
    std::string verdict(const LogRecord& record, std::string& crawler) {
        const robots::Sighting sighting = crawler_of(record);
        const robots::Site* site = sighting ? sites.find(record) : nullptr;
        const std::string address = robots::address_from(record.address);
        robots::Request request = request_of(record, address);
        if (site != nullptr) {
            request.has_fetched =
                fetches.has_fetched(*site, sighting, request, record.arrival());
        }
        if (record.judged == Judged::no) {
            return {};
        }
        const robots::Verdict verdict =
            judge.judge(policy, site, sighting, request, record);
        if (sighting) {
            crawler.assign(sighting.token);
        }
        std::string out(to_string(verdict.violation));
        if (verdict.violation != robots::Violation::none) {
            out += ", ";
            out += to_string(verdict.action);
        }
        return out;
    }

    const robots::Policy& policy;
    SiteOfLine sites;
    robots::HeaderMemory headers;
    LogFetches fetches;
    LogJudge judge;
};

// The key is the crawler, the old verdict and the new verdict.
using Changes =
    std::map<std::tuple<std::string, std::string, std::string>, RuleHits>;

void compare_verdicts(const LogRecord& record, Side& before, Side& after,
                      Changes& changes) {
    std::string crawler;
    const std::string was = before.verdict(record, crawler);
    const std::string is = after.verdict(record, crawler);
    if (was == is) {
        return;
    }
    std::tuple key{crawler, was, is};
    if (changes.size() >= kMaxChanges && changes.count(key) == 0) {
        std::get<0>(key) = kOthers;
    }
    RuleHits& hits = changes[key];
    if (hits.requests++ == 0) {
        hits.example = example_of(record.target);
    }
}

}  // namespace

VerdictDiff diff_verdicts(const robots::Policy& before,
                          const robots::Policy& after,
                          const std::optional<robots::Url>& url,
                          LogMerge& log) {
    Side old_side(before, url);
    Side new_side(after, url);
    ArrivalQueue queue;
    Changes changes;
    const auto compare_arrived = [&] {
        while (const LogRecord* record = queue.pop()) {
            compare_verdicts(*record, old_side, new_side, changes);
        }
    };
    VerdictDiff out;
    while (const LogRecord* record = log.next()) {
        ++out.requests;
        old_side.sites.check_host(*record, log);
        new_side.sites.check_host(*record, log);
        // Requests of browsers are left out, because neither policy judges
        // them.
        if (old_side.crawler_of(*record) || new_side.crawler_of(*record)) {
            queue.push(*record);
            compare_arrived();
        }
    }
    queue.finish();
    compare_arrived();
    for (const auto& [key, hits] : changes) {
        const auto& [crawler, was, is] = key;
        out.different += hits.requests;
        out.changes.push_back({crawler, was, is, hits.requests, hits.example});
    }
    std::stable_sort(out.changes.begin(), out.changes.end(),
                     [](const VerdictChange& a, const VerdictChange& b) {
                         return a.requests > b.requests;
                     });
    return out;
}

}  // namespace robotsctl
