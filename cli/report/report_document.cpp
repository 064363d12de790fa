#include <algorithm>

#include "cli/log/timestamp.hpp"
#include "cli/output/text.hpp"
#include "cli/replay/report.hpp"
#include "cli/report/report.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

std::string kept_text(const robots::Obedience& obedience) {
    return count_text(obedience.kept) + " of " + count_text(obedience.judged);
}

std::string copy_age_text(robots::Milliseconds time) {
    constexpr std::chrono::hours kDay{24};
    constexpr std::chrono::minutes kHour{60};
    return time >= 2 * kDay
               ? counted(static_cast<std::uint64_t>(time / kDay), "day")
           : time >= 2 * kHour
               ? counted(static_cast<std::uint64_t>(time / kHour), "hour")
               : seconds_text(robots::Milliseconds(
                     time / std::chrono::seconds(1) * 1000));
}

std::string identities_text(const CrawlerEvidence& each) {
    std::string out;
    for (std::size_t i = 0; i < each.identities.size(); ++i) {
        out += (i == 0 ? "" : ", ") + count_text(each.identities[i]) + ' ' +
               std::string(to_string(static_cast<robots::Identity>(i)));
    }
    constexpr std::array<const char*, kProofs.size()> kBy{
        " by signature", " by published addresses", " by reverse name"};
    std::string by;
    for (std::size_t i = 0; i < kBy.size(); ++i) {
        if (each.proofs[i] > 0) {
            by +=
                (by.empty() ? "" : ", ") + count_text(each.proofs[i]) + kBy[i];
        }
    }
    return by.empty() ? out : out + " (verified: " + by + ')';
}

std::string fetches_text(const CrawlerEvidence& each) {
    std::string out = "fetched " + counted(each.fetches, "time");
    if (each.failed_fetches > 0) {
        out += ", tried " + counted(each.failed_fetches, "more time");
    }
    if (each.fetches_by_impostors > 0) {
        out += ", by impostors " + counted(each.fetches_by_impostors, "time");
    }
    return out;
}

std::string hour_text(const Hour& hour) {
    return iso_text(std::chrono::hours(hour.number)) + ": " +
           count_text(hour.broken) + " of " +
           counted(hour.requests, "request") + " broke a rule";
}

std::string from_text(const FetchedRevision& reading) {
    const std::string out = joined(reading.from, [](const auto& sender) {
        return sender.first + " (" + count_text(sender.second) + ')';
    });
    return reading.from_others > 0
               ? out + ", others (" + count_text(reading.from_others) + ')'
               : out;
}

std::string grade_text(const Report& report, const CrawlerEvidence& each) {
    return std::string(words_of(each.grade(report.replay.counts.first)));
}

ReportDocument::Facts facts_of(const Report& report,
                               const CrawlerEvidence& each) {
    ReportDocument::Facts facts{
        {"Category", std::string(to_string(each.category))}};
    if (each.crawler != nullptr) {
        const robots::Crawler& crawler = *each.crawler;
        const std::string documented = documented_text(crawler);
        facts.emplace_back("Operator", crawler.operator_name.empty()
                                           ? "not known"
                                           : crawler.operator_name);
        facts.emplace_back("Contact",
                           crawler.docs.empty()
                               ? "not known"
                               : crawler.docs + " (the operator's page)");
        facts.emplace_back("Documented",
                           documented.empty() ? "not known" : documented);
    } else {
        facts.emplace_back("Operator",
                           "not known: the name is not in the catalogue");
    }
    if (each.last > robots::Milliseconds{0}) {
        facts.emplace_back("Requests", span_text(each.first, each.last));
    }
    facts.emplace_back("Identity", identities_text(each));
    facts.emplace_back("robots.txt", fetches_text(each));
    facts.emplace_back("Kept to it", kept_text(each.obedience) + ", " +
                                         share_text(each.obedience));
    facts.emplace_back("Grade", grade_text(report, each));
    const MeasuredCost cost = report.evidence.cost();
    if (const char* title = cost_title(cost)) {
        facts.emplace_back(title, cost_text(cost, each.cost));
    }
    if (each.worst.number >= 0) {
        facts.emplace_back("Worst hour", hour_text(each.worst));
    }
    if (each.not_judged > 0) {
        facts.emplace_back("Not judged",
                           counted(each.not_judged, "request") +
                               " that no rule for crawlers was applied to");
    }
    return facts;
}

void add_kinds(ReportDocument& out, const CrawlerEvidence& each) {
    ReportDocument::Rows rows;
    for (std::size_t i = 0; i < kRuleKinds.size(); ++i) {
        if (each.kinds[i].judged > 0) {
            rows.push_back({std::string(to_string(kRuleKinds[i])),
                            kept_text(each.kinds[i]),
                            share_text(each.kinds[i])});
        }
    }
    out.table(
        "Requests that each kind of rule binds",
        {{"Rule"}, {"Kept to it", kRight}, {"Share (95% confidence)", kRight}},
        rows);
}

void add_readings(ReportDocument& out, const CrawlerEvidence& each) {
    ReportDocument::Rows read;
    ReportDocument::Rows kept;
    for (const FetchedRevision& reading : each.readings) {
        if (reading.fetches > 0) {
            read.push_back({reading.site, reading.revision,
                            count_text(reading.fetches),
                            iso_text(reading.first), iso_text(reading.last),
                            from_text(reading)});
        }
        kept.push_back({reading.site, reading.revision,
                        kept_text(reading.before), share_text(reading.before),
                        kept_text(reading.after), share_text(reading.after),
                        copy_age_text(reading.oldest),
                        count_text(reading.over_a_day)});
    }
    out.table("Fetches of robots.txt",
              {{"Site", Align::left, true},
               {"Revision"},
               {"Fetches", kRight},
               {"First"},
               {"Last"},
               {"From", Align::left, true}},
              read);
    out.table(
        "Requests that kept to each revision, before and after the crawler "
        "read it, and how old its copy was",
        {{"Site", Align::left, true},
         {"Revision"},
         {"Before", kRight},
         {"Share", kRight},
         {"After", kRight},
         {"Share", kRight},
         {"Oldest copy", kRight},
         {"Over 24 h", kRight}},
        kept);
}

void add_case(ReportDocument& out, const Report& report,
              const CrawlerEvidence& each) {
    out.heading(each.token);
    out.facts(facts_of(report, each));
    add_kinds(out, each);
    add_readings(out, each);
    const std::string letter = letter_of(report, each);
    if (!letter.empty()) {
        out.letter(letter);
    }
}

std::string head_of(const Report& report) {
    const ReplayCounts& counts = report.replay.counts;
    std::string out = "Computed from the lines of " + listed(report.logs, 3) +
                      ": " + counted(report.lines.requests, "request");
    if (counts.requests > 0) {
        out += ", " + span_text(counts.first, counts.last);
    }
    out += ": " + count_text(counts.requests - counts.of_nobody) + " by " +
           counted(report.replay.tallies.size(), "crawler") + ", " +
           count_text(counts.of_nobody) + " by other clients.";
    if (counts.no_site > 0) {
        out += ' ' + counted(counts.no_site, "crawler request") +
               " for hosts without a site in the policy do not count.";
    }
    if (report.lines.unreadable > 0) {
        out += ' ' + counted(report.lines.unreadable, "line") +
               " could not be read.";
    }
    for (const std::string& note : notes_of(report)) {
        out += '\n' + note;
    }
    return out;
}

}  // namespace

ReportDocument document_of(const Report& report, std::size_t most,
                           std::size_t cases) {
    ReportDocument out(report.masks);
    out.paragraph(head_of(report));
    std::vector<const CrawlerEvidence*> all = report.evidence.crawlers();
    const std::size_t more =
        most > 0 && all.size() > most ? all.size() - most : 0;
    all.resize(all.size() - more);
    std::vector<Column> columns{{"Crawler", Align::left, true},
                                {"Judged", kRight},
                                {"Impostors", kRight},
                                {"robots.txt", kRight},
                                {"Kept to it", kRight},
                                {"Share (95% confidence)", kRight},
                                {"Grade"}};
    const MeasuredCost cost = report.evidence.cost();
    if (const char* title = cost_title(cost)) {
        columns.push_back({title, kRight});
    }
    ReportDocument::Rows rows;
    for (const CrawlerEvidence* each : all) {
        rows.push_back({each->token, count_text(each->counts.requests),
                        count_text(each->impostors.requests),
                        count_text(each->fetches), kept_text(each->obedience),
                        share_text(each->obedience), grade_text(report, *each),
                        cost_text(cost, each->cost)});
        rows.back().resize(columns.size());
    }
    out.table("Who keeps to the file", columns, rows);
    if (more > 0) {
        out.paragraph(counted(more, "more crawler") + "; --top 0 shows all");
    }
    all.resize(std::min(all.size(), cases));
    for (const CrawlerEvidence* each : all) {
        add_case(out, report, *each);
    }
    return out;
}

}  // namespace robotsctl
