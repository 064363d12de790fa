// What `robotsctl replay --coverage` prints.

#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/output/json.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/report.hpp"

namespace robotsctl {

namespace {

std::string rule_text(const CoveredLine& line) {
    return line.text + (line.has_others ? ", ..." : "");
}

// "GPTBot 1,200, CCBot 7, 3 more crawlers"
std::string hits_text(const CrawlerHits& hits) {
    constexpr std::size_t kShown = 3;
    const std::size_t shown = std::min(kShown, hits.size());
    std::string out;
    for (std::size_t i = 0; i < shown; ++i) {
        out += (i > 0 ? ", " : "") + *hits[i].first + ' ' +
               count_text(hits[i].second);
    }
    return hits.size() == shown
               ? out
               : out + ", " + counted(hits.size() - shown, "more crawler");
}

// Those beyond the limit have no name.
CrawlerHits with_others(CrawlerHits hits, const CoveredLine& line) {
    static const std::string kName = kOthers;
    std::uint64_t others = line.requests;
    for (const auto& [crawler, requests] : hits) {
        others -= requests;
    }
    if (others > 0) {
        hits.emplace_back(&kName, others);
    }
    return hits;
}

std::size_t idle_lines(const Coverage& coverage) {
    const auto& lines = coverage.lines();
    return static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(),
        [](const CoveredLine& line) { return line.requests == 0; }));
}

void print_tables(const robots::Policy& policy, const Coverage& coverage) {
    const auto& lines = coverage.lines();
    const std::vector<CrawlerHits> crawlers = coverage.crawlers();
    std::vector<std::size_t> order;
    Table idle({{"Rule", Align::left, true}, {"At"}});
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].requests > 0) {
            order.push_back(i);
        } else {
            idle.add({rule_text(lines[i]), policy.where(lines[i].place)});
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [&lines](std::size_t a, std::size_t b) {
                         return lines[a].requests > lines[b].requests;
                     });
    Table table({{"Requests", Align::right},
                 {"Rule", Align::left, true},
                 {"At"},
                 {"Of", Align::left, true}});
    for (const std::size_t i : order) {
        table.add({count_text(lines[i].requests), rule_text(lines[i]),
                   policy.where(lines[i].place),
                   hits_text(with_others(crawlers[i], lines[i]))});
    }
    print_titled("Rules that decided", table);
    print_titled("Rules that decided about no request", idle);
}

void print_coverage_text(const robots::Policy& policy,
                         const ReplayResult& replay, const LogCounts& counts,
                         const Coverage& coverage) {
    print_head(replay, counts);
    const std::size_t idle = idle_lines(coverage);
    std::cout << count_text(coverage.lines().size() - idle) << " of "
              << counted(coverage.lines().size(), "rule") << " decided about "
              << counted(coverage.judged(), "judged request")
              << "; no rule matches the path of "
              << count_text(coverage.without_rule()) << ".\n";
    print_tables(policy, coverage);
    print_complaints(replay, counts);
}

void print_coverage_json(const robots::Policy& policy,
                         const ReplayResult& replay, const LogCounts& counts,
                         const Coverage& coverage) {
    const auto& lines = coverage.lines();
    std::vector<CrawlerHits> crawlers = coverage.crawlers();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        Json of = Json::array();
        for (const auto& [crawler, requests] :
             with_others(std::move(crawlers[i]), lines[i])) {
            of.push_back({{"crawler", *crawler}, {"requests", requests}});
        }
        print({{"rule", lines[i].text},
               {"has_others", lines[i].has_others},
               {"place", policy.where(lines[i].place)},
               {"requests", lines[i].requests},
               {"crawlers", std::move(of)}});
    }
    Json summary = summary_json(replay, counts);
    summary["judged"] = coverage.judged();
    summary["without_rule"] = coverage.without_rule();
    summary["rules"] = lines.size();
    summary["rules_without_requests"] = idle_lines(coverage);
    print(summary);
}

}  // namespace

void print_coverage(const robots::Policy& policy, const ReplayResult& replay,
                    const LogCounts& counts, const Coverage& coverage,
                    bool json) {
    (json ? print_coverage_json : print_coverage_text)(policy, replay, counts,
                                                       coverage);
}

}  // namespace robotsctl
