#include "cli/replay/report.hpp"

#include <algorithm>
#include <iostream>
#include <map>
#include <utility>

#include "cli/log/timestamp.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"

namespace robotsctl {

namespace {

using robots::Violation;

std::string interval_text(const Tally& tally) {
    const auto median = tally.intervals.median();
    if (!median) {
        return "-";
    }
    // No more digits than the histogram has.
    const auto tenths = (median->count() + 50) / 100 * 100;
    return seconds_text(robots::Milliseconds(tenths));
}

std::string delay_text(const Tally& tally) {
    if (!tally.most_delay) {
        return "-";
    }
    const std::string most = seconds_text(*tally.most_delay);
    return tally.least_delay == tally.most_delay
               ? most
               : seconds_text(*tally.least_delay) + " - " + most;
}

void print_head(const Replay& replay, const LogCounts& counts) {
    const std::uint64_t of_crawlers =
        replay.counts().requests - replay.counts().of_nobody;
    std::cout << counted(counts.requests, "request");
    if (replay.counts().requests > 0) {
        std::cout << ", " << iso_text(replay.counts().first) << " to "
                  << iso_text(replay.counts().last);
    }
    std::cout << ": " << count_text(of_crawlers) << " by "
              << counted(replay.tallies().size(), "crawler") << ", "
              << count_text(replay.counts().of_nobody)
              << " by other clients.\n";
    if (counts.no_requests > 0) {
        std::cout << counted(counts.no_requests, "line")
                  << " without an HTTP request.\n";
    }
    if (counts.unreadable > 0) {
        std::cout << counted(counts.unreadable, "unreadable line") << ".\n";
    }
    if (replay.counts().no_site > 0) {
        std::cout << counted(replay.counts().no_site, "crawler request")
                  << " for hosts without a site in the policy.\n";
    }
    if (replay.counts().not_judged > 0) {
        std::cout << counted(replay.counts().not_judged, "crawler request")
                  << " left out, because nginx did not judge them.\n";
    }
    if (replay.counts().unknown > 0) {
        std::cout << "The log does not show whether nginx judged "
                  << counted(replay.counts().unknown, "crawler request")
                  << "; they count as judged.\n";
    }
}

void print_violations(const std::vector<const Tally*>& tallies,
                      const Replay& replay) {
    constexpr auto kRight = Align::right;
    struct Kind {
        Violation violation;
        const char* title;
        bool always;  // else only if somebody broke it
    };
    std::vector<Kind> kinds{{Violation::disallow, "Disallowed", true},
                            {Violation::crawl_delay, "Too early", true},
                            {Violation::request_rate, "Over rate", false},
                            {Violation::visit_time, "Off hours", false}};
    kinds.erase(std::remove_if(
                    kinds.begin(), kinds.end(),
                    [&](const Kind& kind) {
                        return !kind.always &&
                               std::all_of(tallies.begin(), tallies.end(),
                                           [&](const Tally* tally) {
                                               return tally->broken(
                                                          kind.violation) == 0;
                                           });
                    }),
                kinds.end());
    std::vector<Column> columns{{"Crawler", Align::left, true},
                                {"Category"},
                                {"Requests", kRight},
                                {"Share", kRight},
                                {"robots.txt", kRight}};
    for (const Kind& kind : kinds) {
        columns.push_back({kind.title, kRight});
    }
    columns.push_back({"Interval", kRight});
    columns.push_back({"Crawl-delay", kRight});
    Table table(std::move(columns));
    for (const Tally* tally : tallies) {
        std::vector<std::string> row{
            tally->token, std::string(to_string(tally->category)),
            count_text(tally->requests),
            percent_text(tally->requests, replay.counts().requests),
            count_text(tally->robots_txt)};
        for (const Kind& kind : kinds) {
            row.push_back(count_text(tally->broken(kind.violation)));
        }
        row.push_back(interval_text(*tally));
        row.push_back(delay_text(*tally));
        table.add(row);
    }
    std::cout << '\n' << table.text();
}

void print_outcomes(const std::vector<const Tally*>& tallies) {
    constexpr auto kRight = Align::right;
    Table table({{"Crawler", Align::left, true},
                 {"Action"},
                 {"Passed", kRight},
                 {"Logged", kRight},
                 {"Delayed", kRight},
                 {"up to", kRight},
                 {"Refused", kRight}});
    for (const Tally* tally : tallies) {
        if (!tally->broke_rules()) {
            continue;
        }
        for (const auto& [way, name] :
             {std::pair(Way::as_written, "as written"),
              std::pair(Way::log, "log"), std::pair(Way::throttle, "throttle"),
              std::pair(Way::reject, "reject")}) {
            const Outcome& outcome = tally->outcome(way);
            table.add({way == Way::as_written ? tally->token : "", name,
                       count_text(outcome.passed), count_text(outcome.logged),
                       count_text(outcome.delayed),
                       outcome.delayed > 0 ? seconds_text(outcome.longest_delay)
                                           : "-",
                       count_text(outcome.refused)});
        }
    }
    std::cout << '\n'
              << styled("What each action would have done", Look::bold) << '\n'
              << table.text();
}

// An API client or a webhook among crawlers is best found by these.
void print_unsafe(const std::vector<const Tally*>& tallies) {
    Table table({{"Crawler", Align::left, true},
                 {"Logged", Align::right},
                 {"Delayed", Align::right},
                 {"Refused", Align::right},
                 {"Example", Align::left, true}});
    for (const Tally* tally : tallies) {
        if (!tally->unsafe_example.empty()) {
            table.add({tally->token, count_text(tally->unsafe.logged),
                       count_text(tally->unsafe.delayed),
                       count_text(tally->unsafe.refused),
                       tally->unsafe_example});
        }
    }
    if (!table.empty()) {
        std::cout << '\n'
                  << styled(
                         "Requests that send data (POST, PUT, PATCH, "
                         "DELETE), by the policy as written",
                         Look::bold)
                  << '\n'
                  << table.text();
    }
}

// Where the policy as written does less than it says.
void print_capped(const std::vector<const Tally*>& tallies) {
    Table table({{"Requests", Align::right}, {"Why", Align::left, true}});
    for (const Tally* tally : tallies) {
        for (const auto& [kind, capped] : tally->capped) {
            table.add(
                {count_text(capped.requests),
                 cap_text(capped.cap, {tally->token, tally->category, nullptr},
                          kind.second)});
        }
    }
    if (!table.empty()) {
        std::cout << '\n'
                  << styled("Not enforced as written", Look::bold) << '\n'
                  << table.text();
    }
}

void print_rules(const robots::Policy& policy,
                 const std::vector<const Tally*>& tallies, std::size_t most) {
    Table table({{"Crawler", Align::left, true},
                 {"Requests", Align::right},
                 {"Rule", Align::left, true},
                 {"At"},
                 {"Example", Align::left, true}});
    for (const Tally* tally : tallies) {
        std::vector<RuleLine> rules = rules_of(policy, *tally);
        if (most > 0 && rules.size() > most) {
            rules.resize(most);
        }
        for (const RuleLine& rule : rules) {
            table.add({tally->token, count_text(rule.hits.requests), rule.text,
                       rule.where, rule.hits.example});
        }
    }
    if (!table.empty()) {
        std::cout << '\n'
                  << styled("Rules hit most often", Look::bold) << '\n'
                  << table.text();
    }
}

// Several values as they are on several lines: "Request-rate: 1/5, 10/60".
template <class Value>
std::string line_of(const char* field, const std::vector<Value>& values) {
    std::string out;
    for (const Value& value : values) {
        out += (out.empty() ? field + std::string(": ") : ", ") + value.text();
    }
    return out;
}

RuleLine line_of(const robots::Policy& policy, const robots::Pace& pace,
                 robots::Violation violation) {
    switch (violation) {
        case robots::Violation::request_rate:
            return {line_of("Request-rate", pace.request_rates),
                    policy.where(pace.places.request_rates),
                    {}};
        case robots::Violation::visit_time:
            return {line_of("Visit-time", pace.visit_times),
                    policy.where(pace.places.visit_times),
                    {}};
        default:
            return {"Crawl-delay: " + robots::seconds_text(*pace.crawl_delay),
                    policy.where(pace.places.crawl_delay),
                    {}};
    }
}

}  // namespace

void print_complaints(const Replay& replay, const LogCounts& counts) {
    for (const std::string& sample : counts.samples) {
        complain("unreadable line " + sample);
    }
    if (counts.backwards > 0) {
        complain(counted(counts.backwards, "line") +
                 " out of order by more than a minute: figures that depend on "
                 "time are unreliable (name concatenated logs as separate "
                 "files)");
    }
    const Bounds bounds = replay.bounds();
    if (bounds.crawlers + bounds.rules + bounds.budgets > 0) {
        complain(
            "memory limits reached: " + counted(bounds.crawlers, "request") +
            " of crawlers beyond the first 10,000 counted as " + kOthers +
            ", " + counted(bounds.rules, "request") + " not counted by rule, " +
            counted(bounds.budgets, "budget") + " dropped too early");
    }
}

void print_report(const robots::Policy& policy, const Replay& replay,
                  const LogCounts& counts, const ReportSize& size) {
    print_head(replay, counts);
    std::vector<const Tally*> tallies = by_requests(replay);
    const std::size_t all = tallies.size();
    if (size.crawlers > 0 && all > size.crawlers) {
        tallies.resize(size.crawlers);
    }
    if (!tallies.empty()) {
        print_violations(tallies, replay);
        if (all > tallies.size()) {
            std::cout << counted(all - tallies.size(), "more crawler")
                      << "; --top 0 shows all\n";
        }
        if (std::any_of(tallies.begin(), tallies.end(),
                        [](const Tally* t) { return t->broke_rules(); })) {
            print_outcomes(tallies);
        }
        print_unsafe(tallies);
        print_capped(tallies);
        print_rules(policy, tallies, size.rules);
    }
    print_complaints(replay, counts);
}

std::vector<const Tally*> by_requests(const Replay& replay) {
    std::vector<const Tally*> out;
    for (const auto& tally : replay.tallies()) {
        out.push_back(tally.get());
    }
    std::sort(out.begin(), out.end(), [](const Tally* a, const Tally* b) {
        return a->requests != b->requests ? a->requests > b->requests
                                          : a->token < b->token;
    });
    return out;
}

std::vector<RuleLine> rules_of(const robots::Policy& policy,
                               const Tally& tally) {
    std::map<std::pair<std::string, std::string>, RuleHits> merged;
    for (const auto& [rule, hits] : tally.rules) {
        RuleHits& all = merged[{policy.where(rule->place), rule->text()}];
        all.requests += hits.requests;
        all.example = hits.example;
    }
    for (const auto& [key, hits] : tally.paces) {
        const RuleLine line = line_of(policy, *key.first, key.second);
        RuleHits& all = merged[{line.where, line.text}];
        all.requests += hits.requests;
        all.example = hits.example;
    }
    std::vector<RuleLine> out;
    out.reserve(merged.size());
    for (auto& [name, hits] : merged) {
        out.push_back({name.second, name.first, std::move(hits)});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const RuleLine& a, const RuleLine& b) {
                         return a.hits.requests > b.hits.requests;
                     });
    return out;
}

}  // namespace robotsctl
