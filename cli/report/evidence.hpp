// What a log shows about each crawler: whether it read robots.txt, what it did
// before and after, and who it was.

#pragma once

#include <array>
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

// The kinds of rules that a robots.txt has.
constexpr std::array<robots::Violation, 4> kRuleKinds{
    robots::Violation::disallow, robots::Violation::crawl_delay,
    robots::Violation::request_rate, robots::Violation::visit_time};

// What proves a crawler.
enum class Proof : std::size_t { signature, ranges, reverse_name };
constexpr std::array<const char*, 3> kProofs{"signature", "ranges",
                                             "reverse_name"};

// Judged requests as the ledger of the module counts them, those of impostors
// included.
struct VerdictCounts {
    std::uint64_t requests = 0;
    std::array<std::uint64_t, robots::kViolations> verdicts{};
    std::array<std::uint64_t, robots::kViolations> broken{};

    void add(robots::Violation violation, const robots::Violations& all);
};

// A request that broke a rule. Texts are cut, and hold any octets.
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
    std::string line;  // "Disallow: /private/"; empty: not known
};

// How a crawler read one revision of a site's robots.txt, and kept to it.
struct Reading {
    std::string site;
    std::string revision;
    std::uint64_t fetches = 0;  // that got the file, or heard it is unchanged
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};
    std::map<std::string, std::uint64_t> from;  // addresses, kMostAddresses
    std::uint64_t from_others = 0;
    // Requests while this revision was in effect, by whether it had read it.
    robots::Obedience before;
    robots::Obedience after;
    // The oldest that its copy of the site's robots.txt was then.
    robots::Milliseconds oldest{0};
    std::uint64_t over_a_day = 0;  // RFC 9309 2.4: not to be used any more

    static constexpr std::size_t kMostAddresses = 5;
};

// The hour in which a crawler broke most rules.
struct Hour {
    std::int64_t number = -1;  // since 1970; -1: none
    std::uint64_t requests = 0;
    std::uint64_t broken = 0;
};

// Of one crawler. What impostors sent is in counts and `impostors` only.
struct CrawlerEvidence {
    std::string token;
    robots::Category category = robots::Category::other;
    const robots::Crawler* crawler = nullptr;  // nullptr: no entry has it
    std::uint64_t not_judged = 0;              // robots.txt aside
    Cost cost;
    VerdictCounts counts;
    VerdictCounts impostors;
    std::array<std::uint64_t, 3> identities{};  // of the judged, by Identity
    std::array<std::uint64_t, kProofs.size()> proofs{};  // of the verified
    robots::Obedience obedience;
    // By kRuleKinds: of the requests that lines of that kind bind.
    std::array<robots::Obedience, kRuleKinds.size()> kinds;
    std::uint64_t fetches = 0;         // that got the file
    std::uint64_t failed_fetches = 0;  // HEAD included
    std::uint64_t fetches_by_impostors = 0;
    std::vector<Reading> readings;
    Hour worst;
    Hour hour;  // that it is in
    std::array<std::vector<Example>, kRuleKinds.size()> examples;
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};

    robots::Grade grade() const {
        return robots::grade_of(obedience, fetches > 0);
    }
    // At most kMostExamples, of each kind alike, in order.
    std::vector<const Example*> chosen_examples() const;

    static constexpr std::size_t kMostExamples = 10;
};

// What the lines of the log have, of crawlers' requests.
struct LogContents {
    std::uint64_t judged = 0;    // requests
    std::uint64_t verdicts = 0;  // of these: with the module's own verdict
    bool status = false;
    bool identity = false;
    bool revision = false;
    bool took = false;
};

// Memory is bounded whatever a log holds: crawlers without an entry in the
// catalogue beyond the first kMostUnlisted count as kOthers together, and so do
// a crawler's sites and revisions beyond kMostOfListed or kMostOfUnlisted.
class Evidence {
  public:
    static constexpr std::size_t kMostUnlisted = 2000;
    static constexpr std::size_t kMostOfListed = 64;
    static constexpr std::size_t kMostOfUnlisted = 4;

    // `sites` outlives it. Only the crawler of `token` counts; empty: all.
    // `masks`: addresses that fetch robots.txt are told apart as masked() only.
    Evidence(SiteOfLine& sites, robots::Slashes slashes, std::string_view token,
             bool masks);

    // Takes a request as Watch of a replay for evidence gets it.
    void take(const LogRecord& record, const robots::Verdict& verdict);

    // Those with the most judged requests first.
    std::vector<const CrawlerEvidence*> crawlers() const;
    const LogContents& contents() const { return contents_; }
    const Cost& cost() const { return cost_; }  // of all

  private:
    CrawlerEvidence& of(const robots::Sighting& crawler);
    void note_fetch(CrawlerEvidence& each, const robots::Site& site,
                    const LogRecord& record, robots::Identity identity) const;
    void note_request(CrawlerEvidence& each, const robots::Site& site,
                      const LogRecord& record, const robots::Verdict& verdict);

    SiteOfLine& sites_;
    robots::Slashes slashes_;
    std::string only_;  // folded
    bool masks_;
    LogContents contents_;
    Cost cost_;
    std::size_t unlisted_ = 0;
    std::unordered_map<std::string, CrawlerEvidence> crawlers_;  // folded
};

}  // namespace robotsctl
