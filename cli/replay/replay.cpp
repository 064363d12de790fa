#include "cli/replay/replay.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "cli/judging/judging.hpp"
#include "cli/log/arrival_queue.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/as_if.hpp"
#include "policy/base/ascii.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

using robots::Milliseconds;

// Limits for the memory, because clients choose the names of crawlers.
constexpr std::size_t kMaxTallies = 10000;
constexpr std::size_t kMaxRules = 100000;

// Returns whether `crawler`, which the request mentions, really sent the
// request, according to the address lists in the policy of today. A list that
// was written long after the request cannot show that the client was an
// impostor.
robots::Identity listed_identity(const robots::Crawler& crawler,
                                 const robots::Request& request) {
    const auto settled = robots::settled_identity(
        crawler, request.address, request.utc, robots::Resolver::none);
    const bool in_time = std::all_of(
        crawler.ranges.begin(), crawler.ranges.end(),
        [&request](const robots::PublishedRanges& list) {
            return list.written <= request.utc + robots::kFreshRanges;
        });
    return settled && (in_time || *settled != robots::Identity::impostor)
               ? *settled
               : robots::Identity::unverifiable;
}

class Replay {
  public:
    Replay(const robots::Policy& policy, SiteOfLine& sites,
           robots::Slashes slashes, const Watch& watch, Purpose purpose,
           Coverage* coverage)
        : policy_(policy),
          sites_(sites),
          slashes_(slashes),
          watch_(watch),
          purpose_(purpose),
          coverage_(coverage),
          headers_(remember_headers(policy.crawlers())) {}

    // Adds one request. Requests must be added in the order of LogRecord::time.
    void take(const LogRecord& record) {
        result_.counts.last = record.time;
        if (result_.counts.requests == 0) {
            result_.counts.first = record.time;
        }
        ++result_.counts.requests;
        if (!crawler_of(record, policy_.crawlers(), headers_, sites_)) {
            ++result_.counts.of_nobody;
            return;
        }
        queue_.push(record);
        take_arrived();
    }

    // Counts the requests that still wait in the queue, and returns the result.
    ReplayResult finish() {
        queue_.finish();
        take_arrived();
        result_.counts.late = queue_.late();
        result_.beyond.budgets += fetches_.lost();
        for (const LogJudge& judge : judges_) {
            result_.beyond.budgets += judge.lost();
            result_.counts.unpriced =
                std::max(result_.counts.unpriced, judge.unpriced());
        }
        return std::move(result_);
    }

  private:
    // A crawler's request that the queue has returned.
    struct Arrival {
        const robots::Site& site;
        robots::Sighting crawler;
        robots::Request request;
        const LogRecord& record;
        Milliseconds now;
    };

    void take_arrived() {
        while (const LogRecord* record = queue_.pop()) {
            count_arrived(*record);
        }
    }

    void count_arrived(const LogRecord& record) {
        const robots::Sighting crawler =
            crawler_of(record, policy_.crawlers(), headers_, sites_);
        JudgedTally& tally = tally_of(crawler);
        ++tally.requests;
        result_.beyond.crawlers += tally.token == kOthers ? 1 : 0;
        const std::string address = robots::address_from(record.address);
        robots::Request request = request_of(record, address, slashes_);
        if (record.identity.empty() && crawler.crawler != nullptr) {
            request.identity = listed_identity(*crawler.crawler, request);
        }
        robots::Verdict verdict;
        verdict.crawler = crawler;
        verdict.identity = request.identity;
        if (const robots::Site* site = sites_.find(record)) {
            Arrival arrival{*site, crawler, request, record, record.arrival()};
            arrival.request.has_fetched = fetches_.has_fetched(
                *site, crawler, arrival.request, arrival.now);
            if (record.judged == Judged::no) {
                leave_out(tally, request);
            } else {
                verdict = count(tally, arrival);
                if (verdict.judged) {
                    tally.cost.add(record);
                }
                result_.counts.unknown +=
                    verdict.judged && record.judged == Judged::unknown ? 1 : 0;
                result_.counts.unproven +=
                    record.identity.empty() &&
                            verdict.violations.contains(
                                robots::Violation::unverifiable)
                        ? 1
                        : 0;
            }
        } else {
            ++result_.counts.no_site;
        }
        if (watch_) {
            watch_(record, verdict);
        }
    }

    // Returns the tally of a crawler. If the crawler has no tally yet, and
    // there are already kMaxTallies, returns the tally that is named kOthers.
    JudgedTally& tally_of(const robots::Sighting& crawler) {
        std::string name = robots::fold(crawler.token);
        const auto known = result_.tallies.find(name);
        if (known != result_.tallies.end()) {
            return known->second;
        }
        std::string token(crawler.token);
        if (result_.tallies.size() >= kMaxTallies) {
            token = name = kOthers;
        }
        const auto [at, is_new] = result_.tallies.try_emplace(std::move(name));
        if (is_new) {
            at->second.token = std::move(token);
            at->second.category = crawler.category;
        }
        return at->second;
    }

    // Counts a request that nginx answered without judging it, such as one for
    // robots.txt.
    void leave_out(JudgedTally& tally, const robots::Request& request) {
        if (is_robots_txt(request)) {
            ++tally.robots_txt;
            return;
        }
        ++tally.not_judged;
        ++result_.counts.not_judged;
    }

    robots::Verdict count(JudgedTally& tally, const Arrival& arrival) {
        if (coverage_ != nullptr) {
            return cover(tally, arrival);
        }
        const robots::Request& request = arrival.request;
        const robots::Verdict written =
            judge(Way::as_written, arrival.site, arrival);
        if (!written.judged) {
            tally.robots_txt += is_robots_txt(request) ? 1 : 0;
            return written;
        }
        ++tally.judged;
        tally.outcome(Way::as_written).add(written);
        if (request.method == robots::Method::unsafe &&
            written.violation != robots::Violation::none) {
            tally.unsafe.add(written);
            if (tally.unsafe_example.empty()) {
                tally.unsafe_example = example_of(request.target);
            }
        }
        tally.add_capped(written, request);
        count_interval(tally, arrival);
        if (written.rule != nullptr && !written.rule->allow) {
            count_hit(tally.rules, written.rule, request.target);
        }
        if (written.group != nullptr && written.group->pace->crawl_delay) {
            tally.note_delay(*written.group->pace->crawl_delay);
        }
        if (purpose_ == Purpose::evidence) {
            return written;
        }
        for (AsIf& as_if : as_if_) {
            const robots::Verdict verdict =
                judge(as_if.way(), as_if.of(arrival.site), arrival);
            tally.outcome(as_if.way()).add(verdict);
            if (as_if.way() == Way::log) {
                tally.add_violations(verdict.violations);
                count_pace(tally, verdict, request.target);
            }
        }
        return written;
    }

    robots::Verdict cover(const JudgedTally& tally, const Arrival& arrival) {
        AsIf& logged = as_if_.front();
        const robots::Verdict verdict =
            judge(logged.way(), logged.of(arrival.site), arrival);
        if (verdict.judged) {
            coverage_->add(verdict, &tally.token);
        }
        return verdict;
    }

    robots::Verdict judge(Way way, const robots::Site& site,
                          const Arrival& arrival) {
        return judges_[static_cast<std::size_t>(way)].judge(
            policy_, &site, arrival.crawler, arrival.request, arrival.record);
    }

    void count_interval(JudgedTally& tally, const Arrival& arrival) {
        const std::uint64_t key = XXH3_64bits_withSeed(
            tally.token.data(), tally.token.size(), arrival.site.key);
        const Milliseconds before = last_seen_.get(key);
        if (before != Milliseconds{0} && arrival.now >= before) {
            tally.intervals.add(arrival.now - before);
        }
        if (last_seen_.put(key, arrival.now) != Milliseconds{0}) {
            ++result_.beyond.budgets;
        }
    }

    // Counts a request for each crawl-delay, rate or window that disallows it.
    void count_pace(JudgedTally& tally, const robots::Verdict& verdict,
                    std::string_view target) {
        for (const robots::Violation each :
             {robots::Violation::crawl_delay, robots::Violation::request_rate,
              robots::Violation::visit_time}) {
            if (verdict.violations.contains(each)) {
                count_hit(tally.paces, {&*verdict.group->pace, each}, target);
            }
        }
        if (verdict.budget != nullptr) {
            count_hit(tally.budgets, verdict.budget, target);
        }
    }

    // Counts a request for `key`, which is a rule, a pace or a budget.
    template <class Hits>
    void count_hit(Hits& hits, const typename Hits::key_type& key,
                   std::string_view target) {
        const auto it = hits.find(key);
        if (it != hits.end()) {
            ++it->second.requests;
            return;
        }
        if (rules_ == kMaxRules) {
            ++result_.beyond.rules;
            return;
        }
        ++rules_;
        hits.emplace(key, RuleHits{1, example_of(target)});
    }

    const robots::Policy& policy_;
    SiteOfLine& sites_;
    robots::Slashes slashes_;  // must match nginx's merge_slashes
    const Watch& watch_;
    Purpose purpose_;
    Coverage* coverage_;  // nullptr: count in tallies
    ArrivalQueue queue_;
    robots::HeaderMemory headers_;
    std::array<AsIf, kWays - 1> as_if_{AsIf(Way::log), AsIf(Way::throttle),
                                       AsIf(Way::reject)};
    std::array<LogJudge, kWays> judges_;
    BoundedTable last_seen_;
    LogFetches fetches_;
    ReplayResult result_;
    std::size_t rules_ = 0;  // rules that have a count
};

}  // namespace

ReplayResult replay_log(const robots::Policy& policy, SiteOfLine& sites,
                        robots::Slashes slashes, const Watch& watch,
                        LogMerge& log, Purpose purpose, Coverage* coverage) {
    Replay replay(policy, sites, slashes, watch, purpose, coverage);
    while (const LogRecord* record = log.next()) {
        sites.check_host(*record, log);
        replay.take(*record);
    }
    for (const std::string& problem : log.counts().problems) {
        complain(problem);
    }
    return replay.finish();
}

void check_readable(const LogCounts& counts) {
    if (counts.unreadable > 0 && counts.requests == 0) {
        throw Unusable(
            "no line is in the combined format or JSON; name the log_format "
            "of nginx's configuration with --log-format or --log-format-from");
    }
    if (!counts.problems.empty()) {
        throw Unusable();
    }
}

}  // namespace robotsctl
