#include "cli/replay/report.hpp"

#include <algorithm>
#include <iostream>
#include <vector>

#include "cli/log/timestamp.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/ranking.hpp"

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
    const std::uint64_t of_crawlers = replay.requests() - replay.of_nobody();
    std::cout << counted(counts.requests, "request");
    if (replay.requests() > 0) {
        std::cout << ", " << iso_text(replay.first()) << " to "
                  << iso_text(replay.last());
    }
    std::cout << ": " << count_text(of_crawlers) << " by "
              << counted(replay.tallies().size(), "crawler") << ", "
              << count_text(replay.of_nobody()) << " by other clients.\n";
    if (counts.no_requests > 0) {
        std::cout << counted(counts.no_requests, "line")
                  << " without an HTTP request.\n";
    }
    if (counts.unreadable > 0) {
        std::cout << counted(counts.unreadable, "unreadable line") << ".\n";
    }
    if (replay.no_site() > 0) {
        std::cout << counted(replay.no_site(), "crawler request")
                  << " for hosts without a site in the policy.\n";
    }
    if (replay.not_judged() > 0) {
        std::cout << counted(replay.not_judged(), "crawler request")
                  << " left out, because nginx did not judge them.\n";
    }
    if (replay.unknown() > 0) {
        std::cout << "The log does not show whether nginx judged "
                  << counted(replay.unknown(), "crawler request")
                  << "; they count as judged.\n";
    }
}

void print_violations(const std::vector<const Tally*>& tallies,
                      const Replay& replay) {
    constexpr auto kRight = Align::right;
    Table table({{"Crawler"},
                 {"Category"},
                 {"Requests", kRight},
                 {"Share", kRight},
                 {"robots.txt", kRight},
                 {"Disallowed", kRight},
                 {"Too early", kRight},
                 {"Over rate", kRight},
                 {"Off hours", kRight},
                 {"Median interval", kRight},
                 {"Crawl-delay", kRight}});
    for (const Tally* tally : tallies) {
        table.add({tally->token, std::string(to_string(tally->category)),
                   count_text(tally->requests),
                   percent_text(tally->requests, replay.requests()),
                   count_text(tally->robots_txt),
                   count_text(tally->broken(Violation::disallow)),
                   count_text(tally->broken(Violation::crawl_delay)),
                   count_text(tally->broken(Violation::request_rate)),
                   count_text(tally->broken(Violation::visit_time)),
                   interval_text(*tally), delay_text(*tally)});
    }
    std::cout << '\n' << table.text();
}

std::string in_words(const Outcome& outcome) {
    std::string out = count_text(outcome.passed) + " passed";
    if (outcome.delayed > 0) {
        out += ", " + count_text(outcome.delayed) + " delayed up to " +
               seconds_text(outcome.longest_delay);
    }
    if (outcome.refused > 0) {
        out += ", " + count_text(outcome.refused) + " refused";
    }
    return out;
}

void print_outcomes(const std::vector<const Tally*>& tallies) {
    Table table({{"Crawler"},
                 {"policy as written"},
                 {"log"},
                 {"throttle"},
                 {"reject"}});
    for (const Tally* tally : tallies) {
        if (tally->all_violations() > 0) {
            table.add({tally->token, in_words(tally->outcome(Way::as_written)),
                       count_text(tally->outcome(Way::log).logged) + " logged",
                       in_words(tally->outcome(Way::throttle)),
                       in_words(tally->outcome(Way::reject))});
        }
    }
    std::cout << '\n'
              << styled("What each action would have done", Look::bold) << '\n'
              << table.text();
}

// An API client or a webhook among crawlers is best found by these.
void print_unsafe(const std::vector<const Tally*>& tallies) {
    Table table({{"Crawler"},
                 {"Logged", Align::right},
                 {"Delayed", Align::right},
                 {"Refused", Align::right},
                 {"Example"}});
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

void print_rules(const robots::Policy& policy,
                 const std::vector<const Tally*>& tallies, std::size_t most) {
    Table table({{"Crawler"},
                 {"Requests", Align::right},
                 {"Rule"},
                 {"At"},
                 {"Example"}});
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
        if (std::any_of(tallies.begin(), tallies.end(), [](const Tally* t) {
                return t->all_violations() > 0;
            })) {
            print_outcomes(tallies);
        }
        print_unsafe(tallies);
        print_rules(policy, tallies, size.rules);
    }
    print_complaints(replay, counts);
}

}  // namespace robotsctl
