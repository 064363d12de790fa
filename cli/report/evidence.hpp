// Collects what a log shows about each crawler: whether it read robots.txt,
// what it did before and after, and whether its identity was verified.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/judging/tally.hpp"
#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/obedience.hpp"
#include "policy/verdict/verdict.hpp"

namespace robotsctl {

// The violations of lines that a robots.txt can have.
constexpr std::array<robots::Violation, 4> kRuleKinds{
    robots::Violation::disallow, robots::Violation::crawl_delay,
    robots::Violation::request_rate, robots::Violation::visit_time};

// What proves the identity of a crawler.
enum class Proof : std::size_t { signature, ranges, reverse_name };
constexpr std::array<const char*, 3> kProofs{"signature", "ranges",
                                             "reverse_name"};

// Counts of judged requests: `verdicts` has each request once, by its gravest
// violation; `broken` has it once for each of its violations.
struct VerdictCounts {
    std::uint64_t requests = 0;
    std::array<std::uint64_t, robots::kViolations> verdicts{};
    std::array<std::uint64_t, robots::kViolations> broken{};

    void add(robots::Violation violation, const robots::Violations& all);
};

// A request that broke a rule. The texts are cut, and may contain any octets.
struct Example {
    robots::Milliseconds time{0};
    std::string address;
    std::string host;
    std::string request;  // "GET /private"
    std::string status;
    std::string user_agent;
    std::string request_id;
    std::string where;  // "access.log:17"
    robots::Violations broken;
    // The line that was broken, for example "Disallow: /private/". If the value
    // is unknown, only the field name, for example "Crawl-delay". Empty if
    // neither is known.
    std::string line;
};

// One revision of a site's robots.txt that a crawler fetched: when the crawler
// fetched it, and how the crawler obeyed it.
struct FetchedRevision {
    std::string site;
    std::string revision;
    std::uint64_t fetches = 0;  // fetches answered with the file or with 304
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};
    std::map<std::string, std::uint64_t> from;  // fetches by address (limited)
    std::uint64_t from_others = 0;
    // The obedience of the crawler's requests while this revision was in
    // effect, before and after the crawler fetched the revision.
    robots::Obedience before;
    robots::Obedience after;
    // The greatest age that the crawler's copy of the robots.txt had when a
    // request came.
    robots::Milliseconds oldest{0};
    // Requests with a copy older than 24 hours (RFC 9309 2.4).
    std::uint64_t over_a_day = 0;

    static constexpr std::size_t kMostAddresses = 5;
};

// The requests of a crawler in one hour.
struct Hour {
    std::int64_t number = -1;  // hours since 1970; -1: none
    std::uint64_t requests = 0;
    std::uint64_t broken = 0;
};

// The evidence about one crawler. Of the members below, requests of impostors
// count only in those from `not_judged` to `identities`, and in
// `fetches_by_impostors`.
struct CrawlerEvidence {
    std::string token;
    robots::Category category = robots::Category::other;
    const robots::Crawler* crawler = nullptr;  // nullptr if it is not listed
    std::uint64_t not_judged = 0;              // except fetches of robots.txt
    MeasuredCost cost;
    VerdictCounts counts;
    VerdictCounts impostors;
    std::array<std::uint64_t, 3> identities{};           // requests by Identity
    std::array<std::uint64_t, kProofs.size()> proofs{};  // verified, by Proof
    robots::Obedience obedience;
    // For each of kRuleKinds: the requests to which lines of this kind apply,
    // and how many of these requests obeyed the lines.
    std::array<robots::Obedience, kRuleKinds.size()> kinds;
    std::uint64_t fetches = 0;         // fetches that got the file
    std::uint64_t failed_fetches = 0;  // HEAD included
    std::uint64_t fetches_by_impostors = 0;
    std::vector<FetchedRevision> readings;
    Hour worst;  // the hour with the most requests that broke a rule
    Hour hour;   // the current hour
    std::array<std::vector<Example>, kRuleKinds.size()> examples;
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};

    // `begin` is the time of the first request in the log. In the first 24
    // hours, the crawler may use a copy of robots.txt that it fetched before
    // `begin` (RFC 9309 2.4).
    robots::Grade grade(robots::Milliseconds begin) const {
        return robots::grade_of(
            obedience, fetches > 0 || last - begin < std::chrono::hours(24));
    }
    // Returns at most kMostExamples examples, in the order of time. The
    // examples are taken evenly from all kRuleKinds.
    std::vector<const Example*> chosen_examples() const;

    static constexpr std::size_t kMostExamples = 10;
};

// Which values the log has for the requests of crawlers.
struct LogContents {
    std::uint64_t judged = 0;    // judged requests
    std::uint64_t verdicts = 0;  // judged requests with a logged verdict
    bool status = false;
    bool identity = false;
    bool revision = false;
    bool took = false;
};

// Limits the memory for any log. At most kMostUnlisted crawlers without an
// entry in the catalogue have their own evidence; further crawlers are counted
// together as kOthers. At most kMostOfListed or kMostOfUnlisted revisions of a
// crawler have their own FetchedRevision; further revisions share one
// FetchedRevision.
class Evidence {
  public:
    static constexpr std::size_t kMostUnlisted = 2000;
    static constexpr std::size_t kMostOfListed = 64;
    static constexpr std::size_t kMostOfUnlisted = 4;

    // `sites` must outlive this object. Counts only the crawler with this
    // token, or all crawlers if `token` is empty. If `masks` is true, the
    // addresses from which robots.txt is fetched are masked() before they are
    // kept and counted.
    Evidence(SiteOfLine& sites, robots::Slashes slashes, std::string_view token,
             bool masks);

    // Counts a request. Must be the Watch of a replay for Purpose::evidence.
    void take(const LogRecord& record, const robots::Verdict& verdict);

    // The crawlers, those with the most judged requests first.
    std::vector<const CrawlerEvidence*> crawlers() const;
    const LogContents& contents() const { return contents_; }
    const MeasuredCost& cost() const { return cost_; }  // of all crawlers

  private:
    CrawlerEvidence& of(const robots::Sighting& crawler);
    void note_fetch(CrawlerEvidence& each, const robots::Site& site,
                    const LogRecord& record, robots::Identity identity) const;
    void note_request(CrawlerEvidence& each, const robots::Site& site,
                      const LogRecord& record, const robots::Verdict& verdict);

    SiteOfLine& sites_;
    robots::Slashes slashes_;
    std::string only_;  // token in lower case; see `token` above
    bool masks_;
    LogContents contents_;
    MeasuredCost cost_;
    std::size_t unlisted_ = 0;
    std::unordered_map<std::string, CrawlerEvidence> crawlers_;  // folded
};

}  // namespace robotsctl
