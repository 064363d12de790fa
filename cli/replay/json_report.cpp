#include <optional>

#include "cli/log/timestamp.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/ranking.hpp"
#include "cli/replay/report.hpp"

namespace robotsctl {

namespace {

using robots::Violation;

Json outcome_json(const Outcome& outcome) {
    return {{"passed", outcome.passed},
            {"logged", outcome.logged},
            {"delayed", outcome.delayed},
            {"delayed_seconds", seconds(outcome.delay)},
            {"longest_delay", seconds(outcome.longest_delay)},
            {"refused", outcome.refused}};
}

Json optional_seconds(const std::optional<robots::Milliseconds>& time) {
    return time ? Json(seconds(*time)) : Json(nullptr);
}

Json tally_json(const robots::Policy& policy, const Tally& tally,
                std::uint64_t requests) {
    Json violations;
    for (const Violation v :
         {Violation::disallow, Violation::crawl_delay, Violation::request_rate,
          Violation::visit_time, Violation::impostor}) {
        violations[std::string(to_string(v))] = tally.broken(v);
    }
    Json capped = Json::array();
    for (const auto& [kind, capped_so] : tally.capped) {
        capped.push_back({{"violation", to_string(kind.second)},
                          {"reason", to_string(kind.first)},
                          {"action", action_text(capped_so.cap.most)},
                          {"requests", capped_so.requests}});
    }
    Json rules = Json::array();
    for (const RuleLine& rule : rules_of(policy, tally)) {
        rules.push_back({{"rule", rule.text},
                         {"rule_at", rule.where},
                         {"requests", rule.hits.requests},
                         {"example", rule.hits.example}});
    }
    return {{"crawler", tally.token},
            {"category", to_string(tally.category)},
            {"requests", tally.requests},
            {"share", static_cast<double>(tally.requests) /
                          static_cast<double>(requests)},
            {"robots_txt", tally.robots_txt},
            {"judged", tally.judged},
            {"not_judged", tally.not_judged},
            {"violations", violations},
            {"capped", capped},
            {"median_interval", optional_seconds(tally.intervals.median())},
            {"crawl_delay", optional_seconds(tally.most_delay)},
            {"least_crawl_delay", optional_seconds(tally.least_delay)},
            {"rules", rules},
            {"unsafe", outcome_json(tally.unsafe)},
            {"as_written", outcome_json(tally.outcome(Way::as_written))},
            {"log", outcome_json(tally.outcome(Way::log))},
            {"throttle", outcome_json(tally.outcome(Way::throttle))},
            {"reject", outcome_json(tally.outcome(Way::reject))}};
}

}  // namespace

void print_json_report(const robots::Policy& policy, const Replay& replay,
                       const LogCounts& counts) {
    for (const Tally* tally : by_requests(replay)) {
        print(tally_json(policy, *tally, replay.requests()));
    }
    const Bounds bounds = replay.bounds();
    Json summary{{"summary", true},
                 {"lines", counts.lines},
                 {"requests", counts.requests},
                 {"no_requests", counts.no_requests},
                 {"unreadable", counts.unreadable},
                 {"unreadable_lines", counts.samples},
                 {"out_of_order", counts.backwards},
                 {"crawlers", replay.tallies().size()},
                 {"of_crawlers", replay.requests() - replay.of_nobody()},
                 {"of_nobody", replay.of_nobody()},
                 {"no_site", replay.no_site()},
                 {"not_judged", replay.not_judged()},
                 {"judgement_unknown", replay.unknown()},
                 {"late", replay.late()},
                 {"from", nullptr},
                 {"to", nullptr},
                 {"beyond_bounds",
                  {{"crawlers", bounds.crawlers},
                   {"rules", bounds.rules},
                   {"budgets", bounds.budgets}}}};
    if (replay.requests() > 0) {
        summary["from"] = iso_text(replay.first());
        summary["to"] = iso_text(replay.last());
    }
    print(summary);
}

}  // namespace robotsctl
