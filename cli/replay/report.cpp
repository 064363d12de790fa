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
    const std::uint64_t crawlers = replay.requests() - replay.of_nobody();
    std::cout << counted(counts.requests, "request");
    if (replay.requests() > 0) {
        std::cout << " from " << iso_text(replay.first()) << " to "
                  << iso_text(replay.last());
    }
    std::cout << ": " << count_text(crawlers) << " of "
              << counted(replay.tallies().size(), "crawler") << ", "
              << count_text(replay.of_nobody()) << " of no crawler.\n";
    if (counts.no_requests > 0) {
        std::cout << counted(counts.no_requests, "line")
                  << " with no HTTP request in it.\n";
    }
    if (counts.unreadable > 0) {
        std::cout << counted(counts.unreadable, "line")
                  << " could not be read.\n";
    }
    if (replay.no_site() > 0) {
        std::cout << counted(replay.no_site(), "request")
                  << " of crawlers for hosts that no site of the policy is "
                     "for.\n";
    }
    if (replay.not_judged() > 0) {
        std::cout << counted(replay.not_judged(), "request")
                  << " of crawlers that nginx answered without judging them "
                     "are left out.\n";
    }
    if (replay.unknown() > 0) {
        std::cout << "For " << counted(replay.unknown(), "request")
                  << " of crawlers, the log does not show whether nginx judged "
                     "them; all count as judged.\n";
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
                 {"Interval", kRight},
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
    std::string out = count_text(outcome.passed) + " pass";
    if (outcome.held > 0) {
        out += ", " + count_text(outcome.held) + " held up to " +
               seconds_text(outcome.held_longest);
    }
    if (outcome.refused > 0) {
        out += ", " + count_text(outcome.refused) + " refused";
    }
    return out;
}

void print_outcomes(const std::vector<const Tally*>& tallies) {
    Table table({{"Crawler"},
                 {"log: lines", Align::right},
                 {"Policy as written"},
                 {"throttle"},
                 {"reject"}});
    for (const Tally* tally : tallies) {
        if (tally->all_violations() > 0) {
            table.add({tally->token,
                       count_text(tally->outcome(Way::log).logged),
                       in_words(tally->outcome(Way::as_written)),
                       in_words(tally->outcome(Way::throttle)),
                       in_words(tally->outcome(Way::reject))});
        }
    }
    std::cout << '\n'
              << styled("What each action would have done", Look::bold) << '\n'
              << table.text();
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
                  << styled("Rules hit most", Look::bold) << '\n'
                  << table.text();
    }
}

}  // namespace

void print_complaints(const Replay& replay, const LogCounts& counts) {
    for (const std::string& sample : counts.samples) {
        complain("can't be read: " + sample);
    }
    if (counts.backwards > 0) {
        std::cerr << "robotsctl: " << counted(counts.backwards, "line")
                  << " more than a minute older than one before; what depends "
                     "on the time is not to be relied on (name logs that were "
                     "put together one by one)\n";
    }
    const Bounds bounds = replay.bounds();
    if (bounds.crawlers + bounds.rules + bounds.budgets > 0) {
        std::cerr << "robotsctl: memory is bounded: "
                  << counted(bounds.crawlers, "request")
                  << " of crawlers beyond the first 10,000 names are counted "
                     "as (others), "
                  << counted(bounds.rules, "request")
                  << " have no count by rule, and "
                  << counted(bounds.budgets, "budget") << " went early\n";
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
            std::cout << "and " << counted(all - tallies.size(), "crawler")
                      << " more; --top 0 shows all\n";
        }
        if (std::any_of(tallies.begin(), tallies.end(), [](const Tally* t) {
                return t->all_violations() > 0;
            })) {
            print_outcomes(tallies);
        }
        print_rules(policy, tallies, size.rules);
    }
    print_complaints(replay, counts);
}

}  // namespace robotsctl
