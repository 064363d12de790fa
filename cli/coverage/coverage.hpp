// Which lines of a policy decide about requests, and how many.
//
// A line is what its author wrote at one place (file, line, column): the rule
// of a template that a thousand sites use is one line, and so is one that comes
// to several rules (`{directory: /a}`, a path with variables). Only in a
// robots.txt that a policy has as one text each line of it counts by itself.
// What never decides, since another group's longer Crawl-delay counts in its
// place, is not among the lines.

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

// A crawler, by an address that is its own, such as that of its tally.
using CrawlerName = const std::string*;
using CrawlerHits = std::vector<std::pair<CrawlerName, std::uint64_t>>;

struct CoveredLine {
    robots::Place place;
    std::string text;         // "Disallow: /private/"; of several, one of them
    bool is_rule = false;     // no Crawl-delay, Request-rate or Visit-time
    bool has_others = false;  // it comes to other texts, too
    std::uint64_t requests = 0;
    std::unordered_map<CrawlerName, std::uint64_t> crawlers{};  // of them

    // Most requests first.
    CrawlerHits hits() const;
};

class Coverage {
  public:
    // Where a line is written, and its key (line_key) if one place may have
    // several lines: so they are in the order in which files have them.
    using Key =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;

    // Knows all lines of the policy, which outlives it.
    explicit Coverage(const robots::Policy& policy);
    Coverage(const Coverage&) = delete;
    Coverage& operator=(const Coverage&) = delete;

    // Counts a judged request of a crawler: for the rule that decided about its
    // path, and for each line about pace that it broke. Crawlers beyond the
    // first million pairs of a line and a crawler count without a name.
    void add(const robots::Verdict& verdict, CrawlerName crawler);
    // Counts a request about which that rule decided.
    void add(const robots::Rule& rule) { ++of_rules_.at(&rule)->requests; }

    const std::map<Key, CoveredLine>& lines() const { return lines_; }
    std::uint64_t judged() const { return judged_; }
    std::uint64_t without_rule() const { return without_rule_; }  // of them

  private:
    static constexpr std::size_t kMostPairs = 1000000;

    void read(const robots::Group& group, bool is_one_text);
    CoveredLine* line_at(const Key& key, const CoveredLine& line);
    void count(CoveredLine& line, CrawlerName crawler);

    std::map<Key, CoveredLine> lines_;
    std::unordered_map<const robots::Rule*, CoveredLine*> of_rules_;
    // Of Crawl-delay, Request-rate and Visit-time.
    std::unordered_map<const robots::Pace*, std::array<CoveredLine*, 3>>
        of_paces_;
    std::size_t pairs_ = 0;  // of a line and a crawler
    std::uint64_t judged_ = 0;
    std::uint64_t without_rule_ = 0;
};

// The rules of a policy that its own tests reach.
struct TestCoverage {
    std::size_t rules = 0;  // as Coverage counts lines, without those of pace
    std::size_t reached = 0;
    // [untested-rule] for each of the others, unless the policy ignores that.
    robots::Diagnostics untested;
};

// Of a policy that has loaded.
TestCoverage test_coverage(const robots::Loaded& loaded);

}  // namespace robotsctl
