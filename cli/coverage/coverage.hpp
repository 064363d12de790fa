// Counts how many requests each line of a policy decides about. A rule decides
// about the requests whose path it allows or disallows; a Crawl-delay,
// Request-rate or Visit-time about those that break it.
//
// A line is what the policy's author wrote at one place (file, line, column): a
// rule of a template that a thousand sites use is one line, and an entry that
// produces several rules (`{directory: /a}`, a path with variables) is one
// line, too. If a policy gives a robots.txt as one text, each line of the text
// counts by itself. A Crawl-delay is not listed if the longer one of another
// group is always used instead.

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

// Identifies a crawler by the address of the string with its name, for example
// the one in its tally.
using CrawlerName = const std::string*;
using CrawlerHits = std::vector<std::pair<CrawlerName, std::uint64_t>>;

struct CoveredLine {
    robots::Place place;
    std::string text;         // "Disallow: /private/"; see has_others
    bool is_rule = false;     // not a Crawl-delay, Request-rate or Visit-time
    bool has_others = false;  // the line has several texts
    std::uint64_t requests = 0;
    // The requests of each crawler.
    std::unordered_map<CrawlerName, std::uint64_t> crawlers{};

    // The crawlers with the most requests come first.
    CrawlerHits hits() const;
};

class Coverage {
  public:
    // The place of a line (file, line, column), so that lines are sorted as in
    // the files; then line_key() if lines may share a place, or 0.
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;

    // Collects all lines of the policy, which must outlive this object.
    explicit Coverage(const robots::Policy& policy);
    Coverage(const Coverage&) = delete;
    Coverage& operator=(const Coverage&) = delete;

    // Counts a judged request of a crawler: for the rule that decided about its
    // path, and for each line about pace that it broke. After a million pairs
    // of a line and a crawler, requests of new pairs are counted for the line,
    // but not for the crawler.
    void add(const robots::Verdict& verdict, CrawlerName crawler);
    // Counts a request about which `rule` decided.
    void add(const robots::Rule& rule) { ++of_rules_.at(&rule)->requests; }

    const std::map<Key, CoveredLine>& lines() const { return lines_; }
    std::uint64_t judged() const { return judged_; }
    // Judged requests whose path no rule allowed or disallowed.
    std::uint64_t without_rule() const { return without_rule_; }

  private:
    static constexpr std::size_t kMostPairs = 1000000;

    void read(const robots::Group& group, bool is_one_text);
    CoveredLine* line_at(const Key& key, const CoveredLine& line);
    void count(CoveredLine& line, CrawlerName crawler);

    std::map<Key, CoveredLine> lines_;
    std::unordered_map<const robots::Rule*, CoveredLine*> of_rules_;
    // The lines of each pace: Crawl-delay, Request-rate and Visit-time.
    std::unordered_map<const robots::Pace*, std::array<CoveredLine*, 3>>
        of_paces_;
    std::size_t pairs_ = 0;  // pairs of a line and a crawler
    std::uint64_t judged_ = 0;
    std::uint64_t without_rule_ = 0;
};

// Counts the rules of a policy, and those that its own tests reach.
struct TestCoverage {
    std::size_t rules = 0;  // lines of rules, as Coverage counts them
    std::size_t reached = 0;
    // The finding [untested-rule] for each rule that no test reaches; empty if
    // the policy ignores this finding.
    robots::Diagnostics untested;
};

// `loaded` must have a policy.
TestCoverage test_coverage(const robots::Loaded& loaded);

}  // namespace robotsctl
