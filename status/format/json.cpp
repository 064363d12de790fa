#include "status/format/json.hpp"

#include <algorithm>
#include <array>

#include "policy/site/enforcement.hpp"

namespace robots::status {

namespace {

constexpr std::array<Action, 4> kActions{Action::pass, Action::log,
                                         Action::throttle, Action::reject};

std::string_view name_of(model::LogOnly log_only) {
    static constexpr std::array<std::string_view, 3> kNames{"none", "some",
                                                            "all"};
    return kNames[static_cast<std::size_t>(log_only)];
}

// Writes an object with one number for each element of `all`. The name of a
// number is the name of its element.
template <class All, typename CountOf>
void put_counts(JsonWriter& json, const All& all, CountOf count_of) {
    json.open_object();
    for (const auto each : all) {
        json.name(to_string(each)).number(count_of(each));
    }
    json.close_object();
}

// Writes the counts of a fleet node or of a crawler.
template <typename Counts>
void put_requests(JsonWriter& json, const Counts& counts) {
    json.name("judged").number(counts.judged);
    json.name("logged").number(counts.logged);
    json.name("delayed").number(counts.delayed);
    json.name("refused").number(counts.refused);
}

void put(JsonWriter& json, const model::Histogram& histogram) {
    const model::Count* count = histogram.count.data();
    json.objects(histogram.limit, [&](model::Microseconds limit) {
        json.name("at_most").microseconds_if_any(limit);
        json.name("count").number(*count++);
    });
}

void add(NodeCounts& sum, const NodeCounts& counts) {
    sum.robots_txt += counts.robots_txt;
    sum.judged += counts.judged;
    sum.logged += counts.logged;
    sum.delayed += counts.delayed;
    sum.refused += counts.refused;
}

void put(JsonWriter& json, const model::Fleet& fleet) {
    NodeCounts sum;
    json.open_object();
    json.name("node").text(fleet.node);
    json.name("servers").objects(fleet.servers, [&](const auto& server) {
        json.name("url").text(server.url);
        json.name("up").truth(server.is_up);
        json.name("last_answer").time(server.last_answer);
    });
    json.name("fallback").text(fleet.fallback);
    json.name("fallback_in_use")
        .truth(std::none_of(fleet.servers.begin(), fleet.servers.end(),
                            [](const auto& server) { return server.is_up; }));
    json.name("timeout").seconds(fleet.timeout);
    put(json.name("latency"), fleet.latencies);
    json.name("nodes").objects(fleet.nodes, [&](const FleetNode& node) {
        json.name("name").text(node.name);
        json.name("version").text(node.version);
        json.name("revision").text(node.revision);
        json.name("alive").truth(node.is_alive());
        json.name("silent").seconds(
            static_cast<model::Duration>(node.silent.count()));
        json.name("robots_txt").number(node.counts.robots_txt);
        put_requests(json, node.counts);
        add(sum, node.counts);
    });
    json.name("sum").open_object();
    json.name("robots_txt").number(sum.robots_txt);
    put_requests(json, sum);
    json.close_object();
    json.name("crawlers").objects(fleet.crawlers, [&](const auto& counts) {
        json.name("crawler").text(counts.crawler);
        json.name("robots_txt").number(counts.fetches);
        put_requests(json, counts);
        json.name("bytes").number(counts.octets);
    });
    json.name("decided").open_object();
    for (std::size_t i = 0; i < fleet.results.size(); ++i) {
        json.name(model::kFleetResults[i]).number(fleet.results[i]);
    }
    json.close_object();
    json.close_object();
}

void put_server(JsonWriter& json, const model::Server& server) {
    json.open_object();
    json.name("version").text(server.version);
    json.name("time").time(server.now);
    json.name("counting_since").time(server.counting_since);
    json.name("policy").open_object();
    json.name("file").text(server.policy_file);
    json.name("modified").time(server.policy_modified);
    json.name("loaded").time(server.policy_loaded);
    json.name("stale").truth(server.policy_stale);
    json.name("last_reload_successful").truth(server.reload_failed == 0);
    json.name("last_good_in_use").truth(server.last_good_in_use);
    json.name("kept_files").number(server.kept_files);
    json.name("sites").number(server.sites);
    json.name("crawlers").number(server.crawlers);
    json.close_object();
    json.name("log_only").text(name_of(server.log_only));
    if (server.fleet) {
        put(json.name("fleet"), *server.fleet);
    }
    json.close_object();
}

}  // namespace

JsonDocument::JsonDocument(std::string& out, std::string_view view,
                           const model::Server& server)
    : JsonWriter(out) {
    open_object();
    name("version").number(kJsonVersion);
    name("view").text(view);
    put_server(name("server"), server);
}

void JsonDocument::close() {
    close_object();
    out_ += '\n';
}

void put(JsonWriter& json, const model::Requests& requests) {
    json.open_object();
    json.name("requests").number(requests.total());
    json.name("verdicts").open_object();
    for (std::size_t i = 0; i < kViolations; ++i) {
        const auto verdict = static_cast<Violation>(i);
        json.name(to_string(verdict)).number(requests.of(verdict));
    }
    json.close_object();
    put_counts(json.name("broken"), kGravestFirst,
               [&](Violation each) { return requests.broke(each); });
    put_counts(json.name("actions"), kActions,
               [&](Action each) { return requests.of(each); });
    put_counts(json.name("would"), kActions,
               [&](Action each) { return requests.would(each); });
    json.close_object();
}

void put(JsonWriter& json, const Violations& violations) {
    json.open_array();
    for (const Violation each : kGravestFirst) {
        if (violations.contains(each)) {
            json.text(to_string(each));
        }
    }
    json.close_array();
}

void put(JsonWriter& json, const model::SignatureCounts& signatures) {
    json.open_object();
    for (std::size_t i = 1; i < signatures.size(); ++i) {
        json.name(to_string(static_cast<signature::Result>(i)))
            .number(signatures[i]);
    }
    json.close_object();
}

void put_if_any(JsonWriter& json, const model::SignatureCounts& signatures) {
    if (std::any_of(signatures.begin(), signatures.end(),
                    [](model::Count count) { return count != 0; })) {
        put(json, signatures);
    } else {
        json.null();
    }
}

void put(JsonWriter& json, const model::Delayed& delayed) {
    json.open_object();
    json.name("requests").number(delayed.requests);
    json.name("seconds").seconds(delayed.time);
    json.close_object();
}

void put_actions(JsonWriter& json, const Group* group) {
    if (group == nullptr) {
        json.null();
        return;
    }
    json.open_object();
    for (std::size_t i = 1; i < kViolations; ++i) {
        json.name(to_string(static_cast<Violation>(i)))
            .text(to_string(group->enforcement->action[i]));
    }
    json.close_object();
}

void put(JsonWriter& json, const std::vector<model::CapRow>& caps) {
    json.objects(caps, [&](const model::CapRow& row) {
        json.name("violation").text(to_string(row.kind.violation));
        json.name("action").text(to_string(row.kind.cap.most));
        json.name("reason").text(to_string(row.kind.cap.reason));
        json.name("text").text(row.text);
    });
}

void put_buckets(JsonWriter& json, const IntervalHistogram& histogram) {
    const auto start = [](std::size_t bucket) {
        return static_cast<model::Duration>(
            interval_bucket_start(bucket).count());
    };
    const std::size_t count = histogram.median() ? kIntervalBuckets : 0;
    json.open_array();
    for (std::size_t i = 0; i < count; ++i) {
        json.open_object();
        json.name("from").seconds(start(i));
        json.name("to").seconds(i + 1 < kIntervalBuckets
                                    ? std::optional(start(i + 1))
                                    : std::nullopt);
        json.name("count").number(histogram.count(i));
        json.close_object();
    }
    json.close_array();
}

void put(JsonWriter& json, const model::Totals& totals) {
    json.open_object();
    put(json.name("counts"), totals.requests);
    put(json.name("impostors"), totals.impostors);
    json.name("robots_txt").number(totals.robots_txt);
    put(json.name("delays"), totals.delayed);
    json.name("delayed_now").number(totals.delayed_now);
    json.name("bytes").number(totals.octets);
    json.name("upstream_seconds").seconds(totals.upstream);
    put(json.name("waits"), totals.waits);
    put(json.name("signatures"), totals.signatures);
    json.close_object();
}

void put(JsonWriter& json, const model::Zone& zone) {
    json.open_object();
    json.name("bytes").number(zone.octets);
    json.name("created").time(zone.created);
    json.name("tables").objects(
        zone.tables, [&](const model::TableFill& table) {
            json.name("name").text(table.name);
            json.name("entries").number(table.entries);
            json.name("capacity").number(table.capacity);
            json.name("evicted").number(table.evicted);
            json.name("bytes").number(table.octets);
        });
    json.name("budgets").open_object();
    json.name("capacity").number(zone.budgets_capacity);
    json.name("evicted").number(zone.budgets_evicted);
    json.close_object();
    json.close_object();
}

}  // namespace robots::status
