#include <algorithm>
#include <string>

#include "cli/log/timestamp.hpp"
#include "cli/output/json.hpp"
#include "cli/output/masking.hpp"
#include "cli/output/text.hpp"
#include "cli/report/report.hpp"
#include "policy/crawlers/identity.hpp"

namespace robotsctl {

namespace {

// Returns null if the time is 0, which means never.
Json time_json(robots::Milliseconds time) {
    return time == robots::Milliseconds{0} ? Json(nullptr)
                                           : Json(iso_text(time));
}

Json counts_json(const VerdictCounts& counts) {
    Json verdicts;
    Json broken;
    for (std::size_t i = 0; i < robots::kViolations; ++i) {
        verdicts[std::string(robots::kDirectives[i])] = counts.verdicts[i];
    }
    for (const robots::Violation kind : robots::kGravestFirst) {
        broken[std::string(to_string(kind))] =
            counts.broken[static_cast<std::size_t>(kind)];
    }
    return {{"requests", counts.requests},
            {"verdicts", verdicts},
            {"broken", broken}};
}

Json obedience_json(const robots::Obedience& obedience) {
    const robots::Share share = share_of(obedience);
    Json out{{"judged", obedience.judged}, {"kept", obedience.kept}};
    for (const auto& [name, value] :
         {std::pair("share", share.share), std::pair("low", share.low),
          std::pair("high", share.high)}) {
        out[name] = obedience.judged > 0 ? Json(value) : Json(nullptr);
    }
    return out;
}

Json reading_json(const FetchedRevision& reading) {
    Json from = Json::array();
    for (const auto& [address, fetches] : reading.from) {
        from.push_back({{"address", address}, {"fetches", fetches}});
    }
    return {{"site", reading.site},
            {"revision", json_or_null(reading.revision)},
            {"fetches", reading.fetches},
            {"first", time_json(reading.first)},
            {"last", time_json(reading.last)},
            {"from", from},
            {"from_others", reading.from_others},
            {"before", obedience_json(reading.before)},
            {"after", obedience_json(reading.after)},
            {"oldest_copy", seconds(reading.oldest)},
            {"over_a_day", reading.over_a_day}};
}

Json example_json(const Example& example) {
    return {{"time", iso_text(example.time)},
            {"address", json_or_null(example.address)},
            {"host", json_or_null(example.host)},
            {"request", example.request},
            {"status", json_or_null(example.status)},
            {"user_agent", example.user_agent},
            {"request_id", json_or_null(example.request_id)},
            {"violations", to_string(example.broken)},
            {"rule", json_or_null(example.line)},
            {"where", example.where}};
}

Json hour_json(const Hour& hour) {
    if (hour.number < 0) {
        return nullptr;
    }
    return {{"from", iso_text(std::chrono::hours(hour.number))},
            {"requests", hour.requests},
            {"broken", hour.broken}};
}

Json crawler_json(const Report& report, const CrawlerEvidence& each) {
    const robots::Crawler* crawler = each.crawler;
    Json identities;
    for (std::size_t i = 0; i < each.identities.size(); ++i) {
        identities[std::string(to_string(static_cast<robots::Identity>(i)))] =
            each.identities[i];
    }
    Json proofs;
    for (std::size_t i = 0; i < kProofs.size(); ++i) {
        proofs[kProofs[i]] = each.proofs[i];
    }
    Json rules;
    for (std::size_t i = 0; i < kRuleKinds.size(); ++i) {
        rules[std::string(to_string(kRuleKinds[i]))] =
            obedience_json(each.kinds[i]);
    }
    Json readings = Json::array();
    for (const FetchedRevision& reading : each.readings) {
        readings.push_back(reading_json(reading));
    }
    Json examples = Json::array();
    for (const Example* example : each.chosen_examples()) {
        examples.push_back(example_json(*example));
    }
    return {{"crawler", each.token},
            {"category", to_string(each.category)},
            {"operator",
             json_or_null(crawler != nullptr ? crawler->operator_name : "")},
            {"docs", json_or_null(crawler != nullptr ? crawler->docs : "")},
            {"listed", crawler != nullptr},
            {"documented",
             obeys_json(crawler != nullptr ? *crawler : robots::Crawler{})},
            {"first", time_json(each.first)},
            {"last", time_json(each.last)},
            {"counts", counts_json(each.counts)},
            {"impostors", counts_json(each.impostors)},
            {"not_judged", each.not_judged},
            {"upstream_seconds",
             seconds_or_null(each.cost.upstream, each.cost.with_upstream > 0)},
            {"request_seconds",
             seconds_or_null(each.cost.took, each.cost.with_took > 0)},
            {"identities", identities},
            {"verified_by", proofs},
            {"fetches",
             {{"requests", each.fetches},
              {"failed", each.failed_fetches},
              {"by_impostors", each.fetches_by_impostors}}},
            {"revisions", readings},
            {"obedience", obedience_json(each.obedience)},
            {"rules", rules},
            {"grade", to_string(each.grade(report.replay.counts.first))},
            {"worst_hour", hour_json(each.worst)},
            {"examples", examples},
            {"letter", json_or_null(letter_of(report, each))}};
}

void mask_texts(Json& value) {
    if (value.is_string()) {
        value = masked(value.get_ref<const std::string&>());
    } else if (value.is_structured()) {
        std::for_each(value.begin(), value.end(), mask_texts);
    }
}

}  // namespace

void print_json_report(const Report& report) {
    const auto print_line = [&report](Json value) {
        if (report.masks) {
            mask_texts(value);
        }
        print(value);
    };
    const ReplayCounts& counts = report.replay.counts;
    for (const CrawlerEvidence* each : report.evidence.crawlers()) {
        print_line(crawler_json(report, *each));
    }
    const LogContents& log = report.evidence.contents();
    print_line({{"summary", true},
                {"policy", report.policy_file},
                {"from", time_json(counts.first)},
                {"to", time_json(counts.last)},
                {"requests", report.lines.requests},
                {"no_requests", report.lines.no_requests},
                {"unreadable", report.lines.unreadable},
                {"of_crawlers", counts.requests - counts.of_nobody},
                {"of_nobody", counts.of_nobody},
                {"no_site", counts.no_site},
                {"judged", log.judged},
                {"verdicts_logged", log.verdicts},
                {"notes", notes_of(report)}});
}

}  // namespace robotsctl
