#include "status/format/fleet_json.hpp"

#include <algorithm>

namespace robots::status {

namespace {

// Of a node or of a crawler.
template <typename Counts>
void put_requests(JsonWriter& json, const Counts& counts) {
    json.name("judged").number(counts.judged);
    json.name("logged").number(counts.logged);
    json.name("delayed").number(counts.delayed);
    json.name("refused").number(counts.refused);
}

void put(JsonWriter& json, const NodeCounts& counts) {
    json.open_object();
    json.name("robots_txt").number(counts.robots_txt);
    put_requests(json, counts);
    json.close_object();
}

void put(JsonWriter& json, const FleetNode& node) {
    json.open_object();
    json.name("name").text(node.name);
    json.name("version").text(node.version);
    json.name("revision").text(node.revision);
    json.name("alive").truth(node.is_alive());
    json.name("silent").seconds(
        static_cast<model::Duration>(node.silent.count()));
    put(json.name("requests"), node.counts);
    json.close_object();
}

void put(JsonWriter& json, const CrawlerCounts& counts) {
    json.open_object();
    json.name("crawler").text(counts.crawler);
    json.name("fetches").number(counts.fetches);
    put_requests(json, counts);
    json.name("octets").number(counts.octets);
    json.close_object();
}

void put(JsonWriter& json, const model::FleetLatencies& latencies) {
    json.open_array();
    for (std::size_t i = 0; i < latencies.limit.size(); ++i) {
        json.open_object();
        json.name("at_most");
        if (latencies.limit[i] != 0) {
            json.microseconds(latencies.limit[i]);
        } else {
            json.null();
        }
        json.name("count").number(latencies.count[i]);
        json.close_object();
    }
    json.close_array();
}

void add(NodeCounts& sum, const NodeCounts& counts) {
    sum.robots_txt += counts.robots_txt;
    sum.judged += counts.judged;
    sum.logged += counts.logged;
    sum.delayed += counts.delayed;
    sum.refused += counts.refused;
}

}  // namespace

void put(JsonWriter& json, const model::Fleet& fleet) {
    NodeCounts sum;
    json.open_object();
    json.name("node").text(fleet.node);
    json.name("servers").open_array();
    for (const model::FleetServer& server : fleet.servers) {
        json.open_object();
        json.name("url").text(server.url);
        json.name("up").truth(server.is_up);
        json.name("last_answer").time(server.last_answer);
        json.close_object();
    }
    json.close_array();
    json.name("fallback").text(fleet.fallback);
    json.name("fallback_in_use")
        .truth(std::none_of(fleet.servers.begin(), fleet.servers.end(),
                            [](const auto& server) { return server.is_up; }));
    json.name("timeout").seconds(fleet.timeout);
    put(json.name("latency"), fleet.latencies);
    json.name("nodes").open_array();
    for (const FleetNode& node : fleet.nodes) {
        put(json, node);
        add(sum, node.counts);
    }
    json.close_array();
    put(json.name("requests"), sum);
    json.name("crawlers").open_array();
    for (const CrawlerCounts& counts : fleet.crawlers) {
        put(json, counts);
    }
    json.close_array();
    json.name("decided").open_object();
    for (std::size_t i = 0; i < fleet.results.size(); ++i) {
        json.name(model::kFleetResults[i]).number(fleet.results[i]);
    }
    json.close_object();
    json.close_object();
}

}  // namespace robots::status
