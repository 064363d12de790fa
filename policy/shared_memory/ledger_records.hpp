// The records of the compliance ledger (ledger.hpp) in shared memory.
//
// Sites and crawlers are stored as keys (Site::key, Crawler::key). Readers find
// the names in their current policy. Times are in milliseconds since the memory
// was made; 0 means never. Times of day are not stored, because they would be
// wrong after somebody sets the clock.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/crawlers/crawlers.hpp"
#include "policy/shared_memory/fetch_table.hpp"
#include "policy/shared_memory/interval_histogram.hpp"
#include "policy/shared_memory/record_table.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// What was done about a judged request (a request with a Verdict). `action` is
// what was done. `would` is what would have been done without the cap that the
// directive robots_enforce sets (Verdict::would).
struct Outcome {
    Action action = Action::pass;
    Action would = action;
};

// All possible outcomes. If an action is stricter than the cap of
// robots_enforce, the action becomes `log`. Each request is counted under
// exactly one outcome.
constexpr std::array<Outcome, 6> kOutcomes{{
    {Action::pass},
    {Action::log},
    {Action::throttle},
    {Action::reject},
    {Action::log, Action::throttle},
    {Action::log, Action::reject},
}};

// Returns the index of an outcome in kOutcomes.
constexpr std::size_t number_of(Outcome outcome) {
    constexpr std::size_t kBehindThrottle = 2;  // {log, throttle}
    const bool capped =
        outcome.action == Action::log && outcome.would > Action::log;
    return capped ? static_cast<std::size_t>(outcome.would) + kBehindThrottle
                  : static_cast<std::size_t>(outcome.action);
}

// Replaces Crawler::key for all crawlers that are not in the catalogue, because
// senders choose their names.
constexpr std::uint64_t kUnlistedCrawler = 0;

// Returns the index of the count for one violation and one outcome.
inline std::size_t slot_of(Violation violation, Outcome outcome) {
    return static_cast<std::size_t>(violation) * kOutcomes.size() +
           number_of(outcome);
}

// The HTTP statuses of answers to requests for robots.txt that are counted
// separately. 0 counts all other statuses.
constexpr std::array<std::uint16_t, 12> kAnswerStatuses{
    200, 206, 304, 400, 403, 404, 405, 412, 413, 416, 503, 0};

// The keys of records. They are computed from hashes that no client can choose.
inline std::uint64_t rotated(std::uint64_t key, int by) noexcept {
    return key << by | key >> (64 - by);
}
inline std::uint64_t pair_key(std::uint64_t site,
                              std::uint64_t crawler) noexcept {
    return site ^ rotated(crawler, 17);
}
inline std::uint64_t visit_key(std::uint64_t pair, Identity identity) noexcept {
    return pair ^ rotated(static_cast<std::uint64_t>(identity), 30);
}
// Returns the key of Visitor::crawler or Verdict::crawler.
inline std::uint64_t crawler_key(const Sighting& crawler) noexcept {
    return crawler.crawler != nullptr ? crawler.crawler->key : kUnlistedCrawler;
}
inline std::uint64_t line_record_key(std::uint64_t pair,
                                     std::uint64_t line) noexcept {
    return pair ^ rotated(line, 34);
}

// The counts of one crawler with one identity on one site.
class VisitRecord {
  public:
    std::uint64_t site() const { return load(site_); }
    std::uint64_t crawler() const { return load(crawler_); }
    Identity identity() const;

    // The number of judged requests with this violation and outcome.
    std::uint64_t requests(Violation violation, Outcome outcome) const;
    // The number of requests that have `violation`, but are counted under a
    // graver violation of the same request.
    std::uint64_t also(Violation violation) const;
    // The number of delayed requests, and the sum of their delays in
    // milliseconds.
    std::uint64_t delayed() const { return load(delayed_); }
    std::uint64_t delayed_for() const { return load(delayed_for_); }
    std::uint64_t sent() const { return load(sent_); }  // octets of answers
    // The time for which upstreams worked on the requests, in milliseconds.
    std::uint64_t upstream() const { return load(upstream_); }
    // The number of requests with this result of the signature check. `result`
    // must not be signature::Result::none.
    std::uint64_t signatures(signature::Result result) const;
    // Returns the word of a bucket of the intervals between requests
    // (interval_histogram.hpp).
    std::uint64_t intervals(std::size_t bucket) const;

    std::uint64_t fetches() const { return load(fetches_); }
    // The time of the last fetch of robots.txt, rounded down to seconds, and
    // the revision that was served.
    Milliseconds fetched() const;
    RevisionTag fetched_revision() const;

    Milliseconds first_seen() const;
    Milliseconds last_seen() const { return Milliseconds(seen()); }

    // RecordTable needs these two functions.
    std::uint64_t key() const;
    std::uint64_t seen() const;

  private:
    friend class Ledger;

    void name(std::uint64_t site, std::uint64_t crawler, Identity identity,
              Milliseconds now) noexcept;
    void count(std::size_t verdict, Milliseconds now) noexcept;
    void count_fetch(RevisionTag revision, Milliseconds now) noexcept;
    void count_signature(signature::Result result) noexcept;
    void count_also(Violation violation) noexcept;
    // The number of low bits of fetched_ that are the revision's tag.
    static constexpr int kTagBits = 24;
    static constexpr std::uint64_t kSecond = 1000;

    SharedWord asked_;  // time of the last judged request
    SharedWord site_;
    SharedWord crawler_;
    SharedWord first_;    // first_seen(); the two low bits are the identity
    SharedWord fetched_;  // in seconds; the low 24 bits are the revision tag
    SharedWord fetches_;
    SharedWord delayed_;
    SharedWord delayed_for_;
    SharedWord sent_;
    SharedWord upstream_;
    std::array<SharedWord, kViolations * kOutcomes.size()> requests_;
    std::array<SharedWord, kIntervalBuckets> intervals_;
    // 32 bits are enough: one crawler is unlikely to send four billion signed
    // requests to one site, or four billion requests that break two rules.
    using HalfWord = std::atomic<std::uint32_t>;
    static void count(HalfWord& word) noexcept;
    static constexpr std::size_t kSignatures = signature::kResults - 1;
    static constexpr std::size_t kBroken = kViolations - 1;  // without `none`
    std::array<HalfWord, kSignatures> signatures_;           // without `none`
    // also_ may have one element more than it needs, so that signatures_ and
    // also_ together fill whole 64-bit words.
    std::array<HalfWord, kBroken + (kSignatures + kBroken) % 2> also_;
};

// Counts a request and the interval since the previous request of this visit.
// Does not count the interval if another process has already counted a later
// request.
inline void VisitRecord::count(std::size_t verdict, Milliseconds now) noexcept {
    const std::uint64_t time = milliseconds_of(now);
    add(requests_[verdict], 1);
    const std::uint64_t before =
        asked_.exchange(time, std::memory_order_relaxed);
    if (before == 0 || before > time) {
        return;
    }
    const IntervalCount interval = count_of_interval(time - before);
    add(intervals_[interval.bucket], interval.weight);
}

// The stored time is at least one second, because 0 means never.
inline void VisitRecord::count_fetch(RevisionTag revision,
                                     Milliseconds now) noexcept {
    const std::uint64_t second =
        std::max<std::uint64_t>(milliseconds_of(now) / kSecond, 1);
    store(fetched_, second << kTagBits | revision);
    add(fetches_, 1);
}

// One line of a site's robots.txt, and the number of requests of one crawler
// about which this line decided.
class LineRecord {
  public:
    std::uint64_t site() const { return load(site_); }
    std::uint64_t crawler() const { return load(crawler_); }
    std::uint64_t line() const { return load(line_); }  // line_key
    std::uint64_t hits() const { return load(hits_); }
    Milliseconds last_seen() const { return Milliseconds(seen()); }

    std::uint64_t key() const;
    std::uint64_t seen() const { return load(last_); }

  private:
    friend class Ledger;

    void name(std::uint64_t site, std::uint64_t crawler,
              std::uint64_t line) noexcept;
    void count(Milliseconds now) noexcept {
        store(last_, milliseconds_of(now));
        add(hits_, 1);
    }
    SharedWord last_;
    SharedWord site_;
    SharedWord crawler_;
    SharedWord line_;
    SharedWord hits_;
};

// The current revision of a site's robots.txt, and the answers to requests for
// robots.txt.
class SiteRecord {
  public:
    std::uint64_t site() const { return load(site_); }
    // A hash of the name of the current revision (Ledger::revision_key), and
    // the time when this revision came into effect.
    std::uint64_t revision() const { return load(revision_); }
    Milliseconds since() const { return Milliseconds(load(since_)); }
    // The number of answers with the status kAnswerStatuses[status].
    std::uint64_t answers(std::size_t status) const {
        return load(answers_[status]);
    }

    std::uint64_t key() const { return site(); }
    std::uint64_t seen() const { return load(last_); }

  private:
    friend class Ledger;

    void count(std::size_t status, Milliseconds now) noexcept {
        store(last_, milliseconds_of(now));
        add(answers_[status], 1);
    }
    SharedWord last_;
    SharedWord site_;
    SharedWord revision_;
    SharedWord since_;
    std::array<SharedWord, kAnswerStatuses.size()> answers_;
};

}  // namespace robots
