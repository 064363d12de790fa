#include "status/format/json_rows.hpp"

#include "status/format/fleet_json.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "policy/crawlers/identity.hpp"
#include "policy/loader/enforce_keys.hpp"

namespace robots::status {

namespace {

constexpr std::array<Action, 4> kActions{Action::off, Action::log,
                                         Action::throttle, Action::reject};

std::string_view name_of(model::LogOnly log_only) {
    static constexpr std::array<std::string_view, 3> kNames{"none", "some",
                                                            "all"};
    return kNames[static_cast<std::size_t>(log_only)];
}

std::string_view name_of(model::LineKind kind) {
    static constexpr std::array<std::string_view, 6> kNames{
        "blank", "comment", "user_agent", "allow", "disallow", "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace

void put(Json& json, const model::Requests& requests) {
    json.open_object();
    json.name("total").number(requests.total());
    json.name("verdicts").open_object();
    for (std::size_t i = 0; i < kViolations; ++i) {
        const auto verdict = static_cast<Violation>(i);
        json.name(to_string(verdict)).number(requests.of(verdict));
    }
    json.close_object();
    json.name("violations").open_object();
    for (const Violation each : kGravestFirst) {
        json.name(to_string(each)).number(requests.broke(each));
    }
    json.close_object();
    json.name("actions").open_object();
    for (const Action action : kActions) {
        json.name(action_text(action)).number(requests.of(action));
    }
    json.close_object();
    json.name("would").open_object();
    for (const Action action : kActions) {
        json.name(action_text(action)).number(requests.would(action));
    }
    json.close_object();
    json.close_object();
}

void put(Json& json, const Violations& violations) {
    json.open_array();
    for (const Violation each : kGravestFirst) {
        if (violations.contains(each)) {
            json.text(to_string(each));
        }
    }
    json.close_array();
}

void put(Json& json, const model::SignatureCounts& signatures) {
    json.open_object();
    for (std::size_t i = 1; i < signatures.size(); ++i) {
        json.name(to_string(static_cast<signature::Result>(i)))
            .number(signatures[i]);
    }
    json.close_object();
}

void put_if_any(Json& json, const model::SignatureCounts& signatures) {
    if (std::any_of(signatures.begin(), signatures.end(),
                    [](model::Count count) { return count != 0; })) {
        put(json, signatures);
    } else {
        json.null();
    }
}

void put(Json& json, const model::Delayed& delayed) {
    json.open_object();
    json.name("requests").number(delayed.requests);
    json.name("seconds").seconds(delayed.time);
    json.close_object();
}

void put(Json& json, const model::Fetches& fetches) {
    json.open_object();
    json.name("count").number(fetches.count);
    json.name("last").time(fetches.last);
    json.name("revision").text_if_any(fetches.revision);
    json.name("current");
    if (fetches.last != 0) {
        json.truth(fetches.current);
    } else {
        json.null();
    }
    json.close_object();
}

void put(Json& json, const model::Server& server) {
    json.open_object();
    json.name("version").text(server.version);
    json.name("time").time(server.now);
    json.name("counting_since").time(server.counting_since);
    json.name("policy").open_object();
    json.name("file").text(server.policy_file);
    json.name("modified").time(server.policy_modified);
    json.name("loaded").time(server.policy_loaded);
    json.name("stale");
    if (server.policy_stale) {
        json.truth(*server.policy_stale);
    } else {
        json.null();
    }
    json.name("last_reload_successful").truth(server.reload_failed == 0);
    json.name("last_good_in_use").truth(server.last_good_in_use);
    json.name("sites").number(server.sites);
    json.name("crawlers").number(server.crawlers);
    json.close_object();
    json.name("log_only").text(name_of(server.log_only));
    if (server.fleet) {
        put(json.name("fleet"), *server.fleet);
    }
    json.close_object();
}

void put(Json& json, const std::optional<model::Recent>& recent) {
    static constexpr std::array<std::string_view, model::kRanges> kNames{
        "1h", "24h", "7d"};
    if (!recent) {
        json.null();
        return;
    }
    json.open_object();
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        json.name(kNames[i]).open_object();
        for (std::size_t j = 0; j < kTreatments; ++j) {
            json.name(to_string(static_cast<Treatment>(j)))
                .number((*recent)[i][j]);
        }
        json.close_object();
    }
    json.close_object();
}

void put(Json& json, const model::CrawlerRow& row) {
    json.open_object();
    json.name("crawler").text(row.token);
    json.name("category").text(row.category);
    json.name("operator").text_if_any(row.operator_name);
    json.name("docs").text_if_any(row.docs);
    json.name("listed").truth(row.listed);
    put(json.name("requests"), row.requests);
    put(json.name("impostors"), row.impostors);
    put(json.name("recent"), row.recent);
    json.name("identities").open_object();
    for (std::size_t i = 0; i < model::kIdentities; ++i) {
        json.name(to_string(static_cast<Identity>(i)))
            .number(row.by_identity[i]);
    }
    json.close_object();
    put_if_any(json.name("signatures"), row.signatures);
    put(json.name("delayed"), row.delayed);
    json.name("bytes").number(row.octets);
    put(json.name("robots_txt"), row.fetches);
    json.name("first_seen").time(row.first_seen);
    json.name("last_seen").time(row.last_seen);
    json.name("sites").number(row.sites);
    json.name("busiest_site").text_if_any(row.busiest_site);
    json.name("group").text_if_any(row.group);
    put(json.name("enforcement"), row.actions);
    put(json.name("caps"), row.caps);
    json.name("median_interval").seconds(row.median);
    json.name("crawl_delay").seconds(row.crawl_delay);
    json.close_object();
}

void put(Json& json, const model::SiteRow& row) {
    json.open_object();
    json.name("site").text(row.name);
    json.name("listed").truth(row.listed);
    json.name("revision").text_if_any(row.revision);
    json.name("effective_since").time(row.effective_since);
    json.name("suspended").truth(row.suspended);
    put(json.name("requests"), row.requests);
    put(json.name("impostors"), row.impostors);
    put(json.name("recent"), row.recent);
    put(json.name("delayed"), row.delayed);
    json.name("bytes").number(row.octets);
    json.name("robots_txt").number(row.robots_txt);
    json.name("crawlers").number(row.crawlers);
    json.name("last_seen").time(row.last_seen);
    put(json.name("enforcement"), row.actions);
    json.close_object();
}

void put(Json& json, const model::Line& line) {
    json.open_object();
    json.name("line").text(line.text);
    json.name("place").text_if_any(line.place);
    json.name("site").text(line.site);
    json.name("crawler").text(line.crawler);
    json.name("hits").number(line.hits);
    json.name("last").time(line.last);
    json.close_object();
}

void put(Json& json, const std::optional<model::Actions>& actions) {
    if (!actions) {
        json.null();
        return;
    }
    json.open_object();
    for (std::size_t i = 1; i < kViolations; ++i) {
        json.name(enforce_key(static_cast<Violation>(i)))
            .text(to_string((*actions)[i]));
    }
    json.close_object();
}

void put(Json& json, const std::vector<model::CapRow>& caps) {
    json.open_array();
    for (const model::CapRow& row : caps) {
        json.open_object();
        json.name("violation").text(to_string(row.kind.violation));
        json.name("action").text(action_text(row.kind.cap.most));
        json.name("reason").text(to_string(row.kind.cap.reason));
        json.name("text").text(row.text);
        json.close_object();
    }
    json.close_array();
}

void put(Json& json, const model::RecentViolation& violation) {
    json.open_object();
    json.name("number").number(violation.number);
    json.name("time").time(violation.time);
    json.name("crawler").text(violation.crawler);
    json.name("listed").truth(violation.crawler_listed);
    json.name("identity").text(violation.identity);
    json.name("address").text_if_any(violation.address);
    json.name("site").text(violation.site);
    json.name("host").text(violation.host);
    json.name("path").text(violation.path);
    json.name("path_cut").truth(violation.path_cut);
    json.name("line").text_if_any(violation.line);
    json.name("place").text_if_any(violation.place);
    json.name("verdict").text(violation.verdict);
    put(json.name("violations"), violation.violations);
    json.name("action").text(violation.action);
    json.name("would").text(violation.would);
    json.name("signature").text_if_any(violation.signature);
    json.name("status");
    if (violation.status != 0) {
        json.number(violation.status);
    } else {
        json.null();
    }
    json.name("request_id").text_if_any(violation.request_id);
    json.close_object();
}

void put(Json& json, const model::Name& name) {
    json.open_object();
    json.name("name").text(name.name);
    json.name("requests").number(name.requests);
    json.name("violations").number(name.violations);
    json.name("site").text(name.site);
    json.name("group").text_if_any(name.group);
    put(json.name("enforcement"), name.actions);
    json.name("first_seen").time(name.first_seen);
    json.name("last_seen").time(name.last_seen);
    json.close_object();
}

void put(Json& json, const model::RuleLine& rule) {
    json.open_object();
    json.name("line").text(rule.text);
    json.name("place").text_if_any(rule.place);
    json.name("hits").number(rule.hits);
    json.close_object();
}

void put(Json& json, const model::IntervalBucket& bucket) {
    json.open_object();
    json.name("from").seconds(bucket.from);
    json.name("to");
    if (bucket.to != 0) {
        json.seconds(bucket.to);
    } else {
        json.null();
    }
    json.name("count").number(bucket.count);
    json.close_object();
}

void put(Json& json, const model::Table& table) {
    json.open_object();
    json.name("name").text(table.name);
    json.name("entries").number(table.entries);
    json.name("capacity").number(table.capacity);
    json.name("evicted").number(table.evicted);
    json.name("bytes").number(table.octets);
    json.close_object();
}

void put(Json& json, const model::TextLine& line) {
    json.open_object();
    json.name("number").number(line.number);
    json.name("kind").text(name_of(line.kind));
    json.name("text").text(line.text);
    json.name("place").text_if_any(line.place);
    json.name("hits");
    if (line.hits) {
        json.number(*line.hits);
    } else {
        json.null();
    }
    json.close_object();
}

void put(Json& json, const model::Answers& answers) {
    json.open_object();
    json.name("status");
    if (answers.status != 0) {
        json.number(answers.status);
    } else {
        json.null();
    }
    json.name("count").number(answers.count);
    json.close_object();
}

// The members of a visit, which others follow.
void put_members(Json& json, const model::Visit& visit) {
    json.name("site").text(visit.site);
    json.name("crawler").text(visit.crawler);
    json.name("category").text(visit.category);
    json.name("identity").text(visit.identity);
    put_if_any(json.name("signatures"), visit.signatures);
    put(json.name("requests"), visit.requests);
    put(json.name("delayed"), visit.delayed);
    json.name("bytes").number(visit.octets);
    put(json.name("robots_txt"), visit.fetches);
    json.name("group").text_if_any(visit.group);
    put(json.name("enforcement"), visit.actions);
    put(json.name("caps"), visit.caps);
    json.name("crawl_delay").seconds(visit.crawl_delay);
    json.name("median_interval").seconds(visit.intervals.median);
    json.name("first_seen").time(visit.first_seen);
    json.name("last_seen").time(visit.last_seen);
}

void put(Json& json, const model::Visit& visit) {
    json.open_object();
    put_members(json, visit);
    json.close_object();
}

}  // namespace robots::status
