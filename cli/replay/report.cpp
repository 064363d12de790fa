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

std::string tenths_text(robots::Milliseconds time) {
    return seconds_text(robots::Milliseconds((time.count() + 50) / 100 * 100));
}

std::string interval_text(const JudgedTally& tally) {
    const auto median = tally.intervals.median();
    // Print tenths only, because the histogram is not more precise.
    return median ? tenths_text(*median) : "-";
}

MeasuredCost cost_of(const ReplayResult& replay) {
    MeasuredCost all;
    for (const auto& [name, tally] : replay.tallies) {
        all += tally.cost;
    }
    return all;
}

std::string delay_text(const JudgedTally& tally) {
    if (!tally.most_delay) {
        return "-";
    }
    const std::string most = seconds_text(*tally.most_delay);
    return tally.least_delay == tally.most_delay
               ? most
               : seconds_text(*tally.least_delay) + " - " + most;
}

void print_violations(const std::vector<const JudgedTally*>& tallies,
                      const ReplayResult& replay) {
    struct Kind {
        Violation violation;
        const char* title;
        bool always;  // false: shown only if not 0
    };
    std::vector<Kind> kinds;
    for (const Kind& kind :
         {Kind{Violation::disallow, "Disallowed", true},
          Kind{Violation::crawl_delay, "Too early", true},
          Kind{Violation::request_rate, "Over rate", false},
          Kind{Violation::visit_time, "Off hours", false},
          Kind{Violation::budget, "Over budget", false},
          Kind{Violation::unverifiable, "Not proven", false}}) {
        if (kind.always ||
            std::any_of(tallies.begin(), tallies.end(),
                        [&kind](const JudgedTally* tally) {
                            return tally->broken(kind.violation) > 0;
                        })) {
            kinds.push_back(kind);
        }
    }
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
    const MeasuredCost all = cost_of(replay);
    if (const char* title = cost_title(all)) {
        columns.push_back({title, kRight});
    }
    const std::size_t width = columns.size();
    Table table(std::move(columns));
    for (const JudgedTally* tally : tallies) {
        std::vector<std::string> row{
            tally->token, std::string(to_string(tally->category)),
            count_text(tally->requests),
            percent_text(tally->requests, replay.counts.requests),
            count_text(tally->robots_txt)};
        for (const Kind& kind : kinds) {
            row.push_back(count_text(tally->broken(kind.violation)));
        }
        row.push_back(interval_text(*tally));
        row.push_back(delay_text(*tally));
        row.push_back(cost_text(all, tally->cost));
        row.resize(width);
        table.add(row);
    }
    std::cout << '\n' << table.text();
}

void print_outcomes(const std::vector<const JudgedTally*>& tallies) {
    Table table({{"Crawler", Align::left, true},
                 {"Action"},
                 {"Passed", kRight},
                 {"Logged", kRight},
                 {"Delayed", kRight},
                 {"up to", kRight},
                 {"Refused", kRight}});
    for (const JudgedTally* tally : tallies) {
        if (!tally->broke_rules()) {
            continue;
        }
        for (const auto& [way, name] :
             {std::pair(Way::as_written, "as written"),
              std::pair(Way::log, "log"), std::pair(Way::throttle, "throttle"),
              std::pair(Way::reject, "reject")}) {
            const OutcomeCounts& outcome = tally->outcome(way);
            table.add({way == Way::as_written ? tally->token : "", name,
                       count_text(outcome.passed), count_text(outcome.logged),
                       count_text(outcome.delayed),
                       outcome.delayed > 0 ? seconds_text(outcome.longest_delay)
                                           : "-",
                       count_text(outcome.refused)});
        }
    }
    print_titled("What each action would have done", table);
}

// Prints requests that change data. They are the best sign that a "crawler" is
// really an API client or a webhook.
void print_unsafe(const std::vector<const JudgedTally*>& tallies) {
    Table table({{"Crawler", Align::left, true},
                 {"Logged", kRight},
                 {"Delayed", kRight},
                 {"Refused", kRight},
                 {"Example", Align::left, true}});
    for (const JudgedTally* tally : tallies) {
        if (!tally->unsafe_example.empty()) {
            table.add({tally->token, count_text(tally->unsafe.logged),
                       count_text(tally->unsafe.delayed),
                       count_text(tally->unsafe.refused),
                       tally->unsafe_example});
        }
    }
    print_titled(
        "Requests that send data (POST, PUT, PATCH, DELETE), by the policy as "
        "written",
        table);
}

// Prints where the module does less than the policy as written says.
void print_capped(const std::vector<const JudgedTally*>& tallies) {
    Table table({{"Requests", kRight}, {"Why", Align::left, true}});
    for (const JudgedTally* tally : tallies) {
        for (const auto& [kind, capped] : tally->capped) {
            table.add(
                {count_text(capped.requests),
                 cap_text(capped.cap, {tally->token, tally->category, nullptr},
                          kind.second)});
        }
    }
    print_titled("Not enforced as written", table);
}

void print_rules(const robots::Policy& policy,
                 const std::vector<const JudgedTally*>& tallies,
                 std::size_t most) {
    Table table({{"Crawler", Align::left, true},
                 {"Requests", kRight},
                 {"Rule", Align::left, true},
                 {"At"},
                 {"Example", Align::left, true}});
    for (const JudgedTally* tally : tallies) {
        std::vector<RuleLineHits> rules = rules_of(policy, *tally);
        if (most > 0 && rules.size() > most) {
            rules.resize(most);
        }
        for (const RuleLineHits& rule : rules) {
            table.add({tally->token, count_text(rule.hits.requests), rule.text,
                       rule.where, rule.hits.example});
        }
    }
    print_titled("Rules hit most often", table);
}

// Joins values that have one line each in robots.txt: "1/5, 10/60".
template <class Value>
std::string values_text(const std::vector<Value>& values) {
    return joined(values, [](const Value& value) { return value.text(); });
}

// Returns the line of `pace` that `violation` is about, and its place.
std::pair<std::string, robots::Place> pace_line(const robots::Pace& pace,
                                                Violation violation) {
    switch (violation) {
        case Violation::request_rate:
            return {"Request-rate: " + values_text(pace.request_rates),
                    pace.places.request_rates};
        case Violation::visit_time:
            return {"Visit-time: " + values_text(pace.visit_times),
                    pace.places.visit_times};
        default:
            return {"Crawl-delay: " + robots::seconds_text(*pace.crawl_delay),
                    pace.places.crawl_delay};
    }
}

}  // namespace

void print_head(const ReplayResult& replay, const LogCounts& counts) {
    const std::uint64_t of_crawlers =
        replay.counts.requests - replay.counts.of_nobody;
    std::cout << counted(counts.requests, "request");
    if (replay.counts.requests > 0) {
        std::cout << ", " << iso_text(replay.counts.first) << " to "
                  << iso_text(replay.counts.last);
    }
    std::cout << ": " << count_text(of_crawlers) << " by "
              << counted(replay.tallies.size(), "crawler") << ", "
              << count_text(replay.counts.of_nobody) << " by other clients.\n";
    const auto say = [](std::uint64_t count, const char* before,
                        const char* what, const char* behind) {
        if (count > 0) {
            std::cout << before << counted(count, what) << behind << ".\n";
        }
    };
    const ReplayCounts& all = replay.counts;
    say(counts.no_requests, "", "line", " without an HTTP request");
    say(counts.unreadable, "", "unreadable line", "");
    say(all.no_site, "", "crawler request",
        " for hosts without a site in the policy");
    say(all.not_judged, "", "crawler request",
        " left out, because nginx did not judge them");
    say(all.unknown, "The log does not show whether nginx judged ",
        "crawler request", "; they count as judged");
    say(all.unproven, "The log does not show who sent ", "crawler request",
        "; they count as unverifiable");
    say(all.unpriced, "", "crawler request",
        " cost budgets of `upstream_time` nothing, because the log has no "
        "$upstream_response_time");
    const std::string note = cost_note(cost_of(replay));
    std::cout << note << (note.empty() ? "" : "\n");
}

void print_complaints(const ReplayResult& replay, const LogCounts& counts) {
    for (const std::string& sample : counts.samples) {
        complain("unreadable line " + sample);
    }
    if (counts.backwards > 0) {
        complain(counted(counts.backwards, "line") +
                 " out of order by more than a minute: figures that depend on "
                 "time are unreliable (name concatenated logs as separate "
                 "files)");
    }
    const Bounds& bounds = replay.beyond;
    if (bounds.crawlers + bounds.rules + bounds.budgets > 0) {
        complain(
            "memory limits reached: " + counted(bounds.crawlers, "request") +
            " of crawlers beyond the first 10,000 counted as " + kOthers +
            ", " + counted(bounds.rules, "request") + " not counted by rule, " +
            counted(bounds.budgets, "budget") + " dropped too early");
    }
}

void print_report(const robots::Policy& policy, const ReplayResult& replay,
                  const LogCounts& counts, const ReportSize& size) {
    print_head(replay, counts);
    std::vector<const JudgedTally*> tallies = by_requests(replay);
    const std::size_t all = tallies.size();
    if (size.crawlers > 0 && all > size.crawlers) {
        tallies.resize(size.crawlers);
    }
    if (!tallies.empty()) {
        print_violations(tallies, replay);
        print_more(all, tallies.size(), "more crawler");
        print_outcomes(tallies);
        print_unsafe(tallies);
        print_capped(tallies);
        print_rules(policy, tallies, size.rules);
    }
    print_complaints(replay, counts);
}

const char* cost_title(const MeasuredCost& all) {
    return all.with_upstream > 0 ? "Upstream"
           : all.with_took > 0   ? "Took"
                                 : nullptr;
}

std::string cost_text(const MeasuredCost& all, const MeasuredCost& one) {
    return tenths_text(all.with_upstream > 0 ? one.upstream : one.took);
}

std::string cost_note(const MeasuredCost& all) {
    if (all.with_upstream == all.requests) {
        return {};
    }
    if (all.with_upstream > 0) {
        return count_text(all.requests - all.with_upstream) + " of " +
               counted(all.requests, "judged request") +
               " have no $upstream_response_time in the log; they count as 0.";
    }
    return all.with_took > 0
               ? "The log has no $upstream_response_time. Instead, \"Took\" is "
                 "$request_time, with all delays and slow clients."
               : "The log has neither $upstream_response_time nor "
                 "$request_time, so it does not show what requests cost.";
}

std::vector<const JudgedTally*> by_requests(const ReplayResult& replay) {
    std::vector<const JudgedTally*> out;
    for (const auto& [name, tally] : replay.tallies) {
        out.push_back(&tally);
    }
    std::sort(out.begin(), out.end(),
              [](const JudgedTally* a, const JudgedTally* b) {
                  return a->requests != b->requests ? a->requests > b->requests
                                                    : a->token < b->token;
              });
    return out;
}

std::vector<RuleLineHits> rules_of(const robots::Policy& policy,
                                   const JudgedTally& tally) {
    // The key is the place of a line and its text.
    std::map<std::pair<std::string, std::string>, RuleHits> merged;
    const auto add = [&](const robots::Place& place, const std::string& text,
                         const RuleHits& hits) {
        RuleHits& all = merged[{policy.where(place), text}];
        all.requests += hits.requests;
        all.example = hits.example;
    };
    for (const auto& [rule, hits] : tally.rules) {
        add(rule->place, rule->text(), hits);
    }
    for (const auto& [key, hits] : tally.paces) {
        const auto [text, place] = pace_line(*key.first, key.second);
        add(place, text, hits);
    }
    for (const auto& [budget, hits] : tally.budgets) {
        add(budget->place, budget->text(), hits);
    }
    std::vector<RuleLineHits> out;
    out.reserve(merged.size());
    for (const auto& [line, hits] : merged) {
        out.push_back({line.second, line.first, hits});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const RuleLineHits& a, const RuleLineHits& b) {
                         return a.hits.requests > b.hits.requests;
                     });
    return out;
}

}  // namespace robotsctl
