// Prints the output of `robotsctl replay --coverage`.

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

// Returns "GPTBot 1,200, CCBot 7, 3 more crawlers".
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

// Returns the requests of each crawler. The requests of crawlers for which no
// memory is left are counted together as kOthers.
CrawlerHits hits_of(const CoveredLine& line) {
    static const std::string kName = kOthers;
    CrawlerHits hits = line.hits();
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
        [](const auto& line) { return line.second.requests == 0; }));
}

void print_tables(const robots::Policy& policy, const Coverage& coverage) {
    std::vector<const CoveredLine*> order;
    Table idle({{"Rule", Align::left, true}, {"At"}});
    for (const auto& [key, line] : coverage.lines()) {
        if (line.requests > 0) {
            order.push_back(&line);
        } else {
            idle.add({rule_text(line), policy.where(line.place)});
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const CoveredLine* a, const CoveredLine* b) {
                         return a->requests > b->requests;
                     });
    Table table({{"Requests", kRight},
                 {"Rule", Align::left, true},
                 {"At"},
                 {"Of", Align::left, true}});
    for (const CoveredLine* line : order) {
        table.add({count_text(line->requests), rule_text(*line),
                   policy.where(line->place), hits_text(hits_of(*line))});
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
    for (const auto& [key, line] : coverage.lines()) {
        Json of = Json::array();
        for (const auto& [crawler, requests] : hits_of(line)) {
            of.push_back({{"crawler", *crawler}, {"requests", requests}});
        }
        print({{"rule", line.text},
               {"has_others", line.has_others},
               {"place", policy.where(line.place)},
               {"requests", line.requests},
               {"crawlers", std::move(of)}});
    }
    Json summary = summary_json(replay, counts);
    summary["judged"] = coverage.judged();
    summary["without_rule"] = coverage.without_rule();
    summary["rules"] = coverage.lines().size();
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
