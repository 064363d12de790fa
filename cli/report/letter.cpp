// Writes the sentences of a report, for example the letters to operators.

#include <algorithm>
#include <cmath>
#include <utility>

#include "cli/log/timestamp.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/report.hpp"
#include "cli/report/report.hpp"

namespace robotsctl {

namespace {

using robots::Obeys;
using robots::Violation;

const char* broken_text(Violation kind) {
    switch (kind) {
        case Violation::disallow:
            return " asked for a path that it disallows";
        case Violation::crawl_delay:
            return " came before its Crawl-delay was over";
        case Violation::request_rate:
            return " came above its Request-rate";
        default:
            return " came outside of its Visit-time";
    }
}

std::string sites_of(const CrawlerEvidence& each) {
    std::vector<std::string> names;
    for (const FetchedRevision& reading : each.readings) {
        // "default" is only the policy's name for the site of all other hosts.
        const std::string name =
            reading.site == "default" ? "our site" : reading.site;
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(name);
        }
    }
    return listed(std::move(names), 5);
}

std::string reads_text(const CrawlerEvidence& each) {
    if (each.fetches == 0) {
        return " It did not fetch robots.txt in that time.";
    }
    robots::Milliseconds last{0};
    robots::Obedience after;
    for (const FetchedRevision& reading : each.readings) {
        last = std::max(last, reading.last);
        after += reading.after;
    }
    return " It fetched robots.txt " + counted(each.fetches, "time") +
           ", last at " + iso_text(last) + ". Of the " +
           counted(after.judged, "request") +
           " that it sent after it had read the file that was in effect, " +
           count_text(after.judged - after.kept) + " broke it.";
}

std::string identity_text(const CrawlerEvidence& each) {
    const auto verified =
        each.identities[static_cast<std::size_t>(robots::Identity::verified)];
    std::string out =
        verified == 0
            ? "Nothing in our log proves that these requests are yours; please "
              "compare the addresses."
            : count_text(verified) +
                  " of the requests come provably from you, by their "
                  "signature, your published addresses or your reverse names.";
    if (each.impostors.requests > 0) {
        out += ' ' + counted(each.impostors.requests, "request") +
               " with your crawler's name from other addresses are not "
               "counted.";
    }
    return out;
}

// Returns an example as one line:
// "2026-11-21T08:30:04Z 192.0.2.7 a.example GET /b 200 [Crawl-delay: 4] ...".
std::string example_line(const Example& example) {
    std::string out = "  " + iso_text(example.time);
    const std::string broke =
        example.line.empty() ? to_string(example.broken) : example.line;
    for (const std::string& part :
         {example.address, example.host, example.request, example.status,
          '[' + broke + ']', example.user_agent, example.request_id,
          '(' + example.where + ')'}) {
        out += part.empty() ? "" : ' ' + part;
    }
    return out + '\n';
}

std::string broken_list(const CrawlerEvidence& each) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < kRuleKinds.size(); ++i) {
        const auto broken = each.kinds[i].judged - each.kinds[i].kept;
        if (broken > 0) {
            parts.push_back(count_text(broken) + broken_text(kRuleKinds[i]));
        }
    }
    return listed(std::move(parts), kRuleKinds.size());
}

}  // namespace

std::string span_text(robots::Milliseconds first, robots::Milliseconds last) {
    return iso_text(first) + " to " + iso_text(last);
}

std::string share_text(const robots::Obedience& obedience) {
    if (obedience.judged == 0) {
        return "-";
    }
    constexpr double kParts = 1000;
    const robots::Share share = share_of(obedience);
    const auto percent = [](double part) {
        return percent_text(
            static_cast<std::uint64_t>(std::lround(part * kParts)),
            static_cast<std::uint64_t>(kParts));
    };
    return percent(share.share) + " (" + percent(share.low) + " to " +
           percent(share.high) + ')';
}

std::vector<std::string> notes_of(const Report& report) {
    const LogContents& log = report.evidence.contents();
    if (log.judged == 0) {
        return {};
    }
    std::vector<std::string> notes;
    const std::string simulated =
        "judged here by " + report.policy_file +
        " as it is now: a simulation, which knows nothing of older robots.txt";
    notes.push_back(
        log.verdicts == log.judged
            ? "The verdicts are those that nginx logged ($robots_verdict)."
        : log.verdicts == 0
            ? "The log has no verdicts of nginx ($robots_verdict). The "
              "requests are " +
                  simulated + '.'
            : count_text(log.verdicts) + " of " +
                  counted(log.judged, "request") +
                  " have the verdict that nginx logged; the others are " +
                  simulated + '.');
    if (!log.status) {
        notes.emplace_back(
            "The log has no status: each request for robots.txt counts as one "
            "that got it.");
    }
    if (!log.revision) {
        notes.emplace_back(
            "The log has no $robots_revision: all fetches count as fetches of "
            "today's robots.txt.");
    }
    if (!log.identity) {
        notes.emplace_back(
            "The log has no $robots_identity: only lists of addresses in the "
            "policy say who sent a request.");
    }
    if (!log.took) {
        notes.emplace_back(
            "The log has no $request_time: a request counts as if it came when "
            "it ended.");
    }
    const std::string cost = cost_note(report.evidence.cost());
    if (!cost.empty()) {
        notes.push_back(cost);
    }
    return notes;
}

std::string documented_text(const robots::Crawler& crawler) {
    std::vector<std::string> obeyed;
    std::vector<std::string> ignored;
    for (const auto& [value, name] :
         {std::pair(crawler.wildcard, "groups for `*`"),
          std::pair(crawler.crawl_delay, "Crawl-delay"),
          std::pair(crawler.request_rate, "Request-rate"),
          std::pair(crawler.visit_time, "Visit-time")}) {
        if (value != Obeys::undocumented) {
            (value == Obeys::yes ? obeyed : ignored).emplace_back(name);
        }
    }
    std::string out =
        obeyed.empty() ? "" : "obeys " + listed(obeyed, obeyed.size());
    if (!ignored.empty()) {
        out += (out.empty() ? "ignores " : "; ignores ") +
               listed(ignored, ignored.size());
    }
    return out;
}

std::string letter_of(const Report& report, const CrawlerEvidence& each) {
    if (each.obedience.kept == each.obedience.judged) {
        return {};
    }
    std::string who = "the operator of " + each.token;
    std::string documented;
    if (each.crawler != nullptr) {
        const robots::Crawler& crawler = *each.crawler;
        who = crawler.operator_name.empty() ? who : crawler.operator_name;
        const std::string obeys = documented_text(crawler);
        documented = crawler.docs.empty()
                         ? ""
                         : " You document the crawler at " + crawler.docs + '.';
        documented +=
            obeys.empty() ? "" : " As far as we know it " + obeys + '.';
    }
    const bool is_logged = report.evidence.contents().verdicts > 0;
    std::string out =
        "To " + who + ":\nFrom " + span_text(each.first, each.last) + ", " +
        counted(each.obedience.judged, "request") + " of " + each.token +
        " to " + sites_of(each) + " came under our robots.txt. " +
        count_text(each.obedience.judged - each.obedience.kept) +
        " of them did not keep to it: " + broken_list(each) + '.' +
        reads_text(each) + '\n' + identity_text(each) + documented +
        (is_logged ? ""
                   : " We found this by comparing our access log with our "
                     "robots.txt.") +
        "\nAre these requests yours? If so, please make the crawler keep to "
        "our robots.txt. Some examples, with their times in UTC:\n";
    for (const Example* example : each.chosen_examples()) {
        out += example_line(*example);
    }
    return out;
}

}  // namespace robotsctl
