#include <optional>

#include "cli/judging/judging.hpp"
#include "cli/log/timestamp.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/report.hpp"
#include "policy/crawlers/identity.hpp"
#include "status/collection/rows.hpp"
#include "status/format/json.hpp"

namespace robotsctl {

namespace {

using robots::Violation;

Json outcome_json(const OutcomeCounts& outcome) {
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

Json tally_json(const robots::Policy& policy, const JudgedTally& tally,
                std::uint64_t requests) {
    Json broken;
    for (const Violation v :
         {Violation::disallow, Violation::crawl_delay, Violation::request_rate,
          Violation::visit_time, Violation::impostor, Violation::unverifiable,
          Violation::budget}) {
        broken[std::string(to_string(v))] = tally.broken(v);
    }
    Json caps = Json::array();
    for (const auto& [kind, capped] : tally.capped) {
        caps.push_back(
            {{"violation", to_string(kind.second)},
             {"action", to_string(capped.cap.most)},
             {"reason", to_string(kind.first)},
             {"text",
              cap_text(capped.cap, {tally.token, tally.category, nullptr},
                       kind.second)},
             {"requests", capped.requests}});
    }
    Json rules = Json::array();
    for (const RuleLineHits& rule : rules_of(policy, tally)) {
        rules.push_back({{"rule", rule.text},
                         {"place", rule.where},
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
            {"broken", broken},
            {"caps", caps},
            {"median_interval", optional_seconds(tally.intervals.median())},
            {"crawl_delay", optional_seconds(tally.most_delay)},
            {"least_crawl_delay", optional_seconds(tally.least_delay)},
            {"upstream_seconds", seconds_or_null(tally.cost.upstream,
                                                 tally.cost.with_upstream > 0)},
            {"request_seconds",
             seconds_or_null(tally.cost.took, tally.cost.with_took > 0)},
            {"rules", rules},
            {"unsafe", outcome_json(tally.unsafe)},
            {"as_written", outcome_json(tally.outcome(Way::as_written))},
            {"log", outcome_json(tally.outcome(Way::log))},
            {"throttle", outcome_json(tally.outcome(Way::throttle))},
            {"reject", outcome_json(tally.outcome(Way::reject))}};
}

}  // namespace

void print_line(const LogRecord& record, const robots::Verdict& verdict) {
    std::string line;
    JsonWriter json = json_line(line);
    json.name("log").text(record.file);
    json.name("line").number(record.line);
    json.name("arrived").real(seconds(record.arrival()));
    json.name("crawler").text(verdict.crawler.token);
    json.name("category").text(to_string(verdict.crawler.category));
    json.name("identity").text(to_string(verdict.identity));
    robots::status::put_group(json, verdict.group);
    json.name("rule").text_if_any(verdict.rule != nullptr ? verdict.rule->text()
                                                          : std::string());
    json.name("verdict").text(verdict_name(verdict));
    robots::status::put(json.name("violations"), verdict.violations);
    json.name("action").text(action_name(verdict));
    json.name("status").number_if_any(refusal_status(verdict));
    json.name("wait").real(seconds(verdict.wait));
    json.close_object();
    std::cout << line << '\n';
}

Json summary_json(const ReplayResult& replay, const LogCounts& counts) {
    const Bounds& bounds = replay.beyond;
    Json summary{
        {"summary", true},
        {"lines_read", counts.lines},
        {"requests", counts.requests},
        {"no_requests", counts.no_requests},
        {"unreadable", counts.unreadable},
        {"unreadable_lines", counts.samples},
        {"out_of_order", counts.backwards},
        {"crawlers", replay.tallies.size()},
        {"of_crawlers", replay.counts.requests - replay.counts.of_nobody},
        {"of_nobody", replay.counts.of_nobody},
        {"no_site", replay.counts.no_site},
        {"not_judged", replay.counts.not_judged},
        {"judgement_unknown", replay.counts.unknown},
        {"identity_unknown", replay.counts.unproven},
        {"cost_unknown", replay.counts.unpriced},
        {"late", replay.counts.late},
        {"from", nullptr},
        {"to", nullptr},
        {"beyond_bounds",
         {{"crawlers", bounds.crawlers},
          {"rules", bounds.rules},
          {"budgets", bounds.budgets}}}};
    if (replay.counts.requests > 0) {
        summary["from"] = iso_text(replay.counts.first);
        summary["to"] = iso_text(replay.counts.last);
    }
    return summary;
}

void print_json_report(const robots::Policy& policy, const ReplayResult& replay,
                       const LogCounts& counts) {
    for (const JudgedTally* tally : by_requests(replay)) {
        print(tally_json(policy, *tally, replay.counts.requests));
    }
    print(summary_json(replay, counts));
}

}  // namespace robotsctl
