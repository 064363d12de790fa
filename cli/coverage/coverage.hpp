// Counts how many requests each line of a policy decides about. A rule decides
// about the requests whose path it allows or disallows. A Crawl-delay,
// Request-rate or Visit-time decides about the requests that break it.
//
// A line is what the policy's author wrote at one place (file, line, column).
// For example, a rule of a template that a thousand sites use is one line. An
// entry that produces several rules (`{directory: /a}`, a path with variables)
// is also one line. If a policy contains a robots.txt as one text, each line of
// this text counts separately. A Crawl-delay is not listed if a longer
// Crawl-delay of another group always applies instead.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/loader/build/load.hpp"
#include "policy/matching/rule.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/verdict.hpp"

namespace robotsctl {

// Identifies a crawler by the address of the string that has its name, for
// example the string in the crawler's JudgedTally.
using CrawlerName = const std::string*;
using CrawlerHits = std::vector<std::pair<CrawlerName, std::uint64_t>>;

struct CoveredLine {
    robots::Place place;
    std::string text;         // "Disallow: /private/"; see has_others
    bool is_rule = false;     // false: Crawl-delay, Request-rate, Visit-time
    bool has_others = false;  // the line has several texts
    std::uint64_t requests = 0;
    // The number of requests of each crawler.
    std::unordered_map<CrawlerName, std::uint64_t> crawlers{};

    // Returns the pairs in `crawlers`, those with the most requests first.
    CrawlerHits hits() const;
};

class Coverage {
  public:
    // The file, line and column of a line, so that lines sort as in the files.
    // The fourth number is line_key() if several lines may have the same place,
    // otherwise 0.
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;

    // Collects all lines of the policy, which must outlive this object.
    explicit Coverage(const robots::Policy& policy);
    Coverage(const Coverage&) = delete;
    Coverage& operator=(const Coverage&) = delete;

    // Counts a judged request of a crawler: for the rule that decided about its
    // path, and for each line about pace that the request broke. At most a
    // million pairs of a line and a crawler are kept. Requests of further pairs
    // count for the line, but not for the crawler.
    void add(const robots::Verdict& verdict, CrawlerName crawler);
    // Counts a request that `rule` allowed or disallowed.
    void add(const robots::Rule& rule) { ++of_rules_.at(&rule)->requests; }

    const std::map<Key, CoveredLine>& lines() const { return lines_; }
    std::uint64_t judged() const { return judged_; }
    // The number of judged requests with a path that no rule allowed or
    // disallowed.
    std::uint64_t without_rule() const { return without_rule_; }

  private:
    static constexpr std::size_t kMostPairs = 1000000;

    void read(const robots::Group& group, bool is_one_text);
    CoveredLine* line_at(const Key& key, const CoveredLine& line);
    void count(CoveredLine& line, CrawlerName crawler);

    std::map<Key, CoveredLine> lines_;
    std::unordered_map<const robots::Rule*, CoveredLine*> of_rules_;
    // For each Pace, its lines: Crawl-delay, Request-rate and Visit-time.
    std::unordered_map<const robots::Pace*, std::array<CoveredLine*, 3>>
        of_paces_;
    std::size_t pairs_ = 0;  // pairs of a line and a crawler
    std::uint64_t judged_ = 0;
    std::uint64_t without_rule_ = 0;
};

// How many rules a policy has, and how many of them its own tests reach.
struct TestCoverage {
    std::size_t rules = 0;  // lines of rules, as Coverage counts them
    std::size_t reached = 0;
    // The finding [untested-rule] for each rule that no test reaches; empty if
    // the policy ignores this finding.
    robots::Diagnostics untested;
};

// `loaded.policy` must not be nullptr.
TestCoverage test_coverage(const robots::Loaded& loaded);

}  // namespace robotsctl
