#include "status/format/prometheus.hpp"

#include <initializer_list>

#include "policy/crawlers/identity.hpp"
#include "status/format/decimal.hpp"

namespace robots::status {

namespace {

struct Label {
    std::string_view name;
    std::string_view value;
};

using Labels = std::initializer_list<Label>;

// Writes samples in Prometheus' text format. Throws std::bad_alloc.
class MetricText {
  public:
    explicit MetricText(std::string& out) : out_(out) {}

    // Starts a metric. The samples that follow belong to this metric.
    void metric(std::string_view name, std::string_view type,
                std::string_view help) {
        name_ = name;
        out_.append("# HELP ").append(name).append(" ").append(help);
        out_.append("\n# TYPE ").append(name).append(" ").append(type);
        out_ += '\n';
    }

    void sample(Labels labels, model::Count value,
                std::string_view suffix = {}) {
        begin(labels, suffix);
        out_ += std::to_string(value);
        out_ += '\n';
    }

    // Writes a sample of a duration, in seconds.
    void seconds(Labels labels, model::Microseconds value,
                 std::string_view suffix = {}) {
        begin(labels, suffix);
        append_seconds(out_, value);
        out_ += '\n';
    }

    // Writes a metric that has one sample.
    void gauge(std::string_view name, std::string_view help,
               model::Count value) {
        metric(name, "gauge", help);
        sample({}, value);
    }

    // Writes a histogram in seconds. A bucket in Prometheus also counts the
    // durations of all buckets before it.
    void histogram(std::string_view name, std::string_view help,
                   const model::Histogram& histogram) {
        metric(name, "histogram", help);
        model::Count sum = 0;
        for (std::size_t i = 0; i < histogram.limit.size(); ++i) {
            const model::Microseconds limit = histogram.limit[i];
            sum += histogram.count[i];
            std::string le;
            if (limit != 0) {
                append_seconds(le, limit);
            } else {
                le = "+Inf";
            }
            sample({{"le", le}}, sum, "_bucket");
        }
        seconds({}, histogram.sum, "_sum");
        sample({}, sum, "_count");
    }

  private:
    void begin(Labels labels, std::string_view suffix) {
        out_.append(name_).append(suffix);
        char before = '{';
        for (const Label& label : labels) {
            out_ += before;
            out_.append(label.name).append("=\"");
            put_escaped(label.value);
            out_ += '"';
            before = ',';
        }
        out_.append(labels.size() != 0 ? "} " : " ");
    }

    void put_escaped(std::string_view value) {
        for (const char octet : value) {
            if (octet == '\n') {
                out_ += "\\n";
                continue;
            }
            if (octet == '\\' || octet == '"') {
                out_ += '\\';
            }
            out_ += octet;
        }
    }

    std::string& out_;
    std::string_view name_;
};

void append_requests(MetricText& text, const model::Metrics& metrics) {
    text.metric("robots_requests_total", "counter",
                "Requests from crawlers that were judged.");
    for (const model::MetricRow& row : metrics.rows) {
        for (std::size_t i = 0; i < kViolations; ++i) {
            for (std::size_t j = 0; j < kOutcomes.size(); ++j) {
                if (const model::Count count = row.requests.by[i][j]) {
                    text.sample(
                        {{"site", row.site},
                         {"crawler", row.crawler},
                         {"category", row.category},
                         {"verdict", to_string(static_cast<Violation>(i))},
                         {"action", to_string(kOutcomes[j].action)},
                         {"would", to_string(kOutcomes[j].would)}},
                        count);
                }
            }
        }
    }
}

void append_violations(MetricText& text, const model::Metrics& metrics) {
    text.metric("robots_violations_total", "counter",
                "The same requests, once for each kind of rule they broke.");
    for (const model::MetricRow& row : metrics.rows) {
        for (const Violation each : kGravestFirst) {
            if (const model::Count count = row.requests.broke(each)) {
                text.sample({{"site", row.site},
                             {"crawler", row.crawler},
                             {"category", row.category},
                             {"violation", to_string(each)}},
                            count);
            }
        }
    }
}

void append_identities(MetricText& text, const model::Metrics& metrics) {
    text.metric("robots_identified_requests_total", "counter",
                "The same requests by the identity of the sender.");
    for (const model::MetricRow& row : metrics.rows) {
        for (std::size_t i = 0; i < model::kIdentities; ++i) {
            if (const model::Count count = row.by_identity[i]) {
                text.sample({{"site", row.site},
                             {"crawler", row.crawler},
                             {"identity", to_string(static_cast<Identity>(i))}},
                            count);
            }
        }
    }
}

void append_signed(MetricText& text, const model::Metrics& metrics) {
    text.metric("robots_signed_requests_total", "counter",
                "Those of the same requests that were signed.");
    for (const model::MetricRow& row : metrics.rows) {
        for (std::size_t i = 1; i < row.signatures.size(); ++i) {
            if (const model::Count count = row.signatures[i]) {
                text.sample(
                    {{"site", row.site},
                     {"crawler", row.crawler},
                     {"result", to_string(static_cast<signature::Result>(i))}},
                    count);
            }
        }
    }
}

// Writes a counter. Calls put(labels, row) for each row, to write the sample of
// the row with these labels. Samples of 0 are also written, because it is
// interesting that a crawler never fetched robots.txt.
template <typename Put>
void append_each(MetricText& text, const model::Metrics& metrics,
                 std::string_view name, std::string_view help, Put put) {
    text.metric(name, "counter", help);
    for (const model::MetricRow& row : metrics.rows) {
        put({{"site", row.site},
             {"crawler", row.crawler},
             {"category", row.category}},
            row);
    }
}

void append_costs(MetricText& text, const model::Metrics& metrics) {
    append_each(text, metrics, "robots_sent_bytes_total",
                "Bytes of the answers to judged requests.",
                [&text](const Labels& labels, const model::MetricRow& row) {
                    text.sample(labels, row.octets);
                });
    append_each(text, metrics, "robots_upstream_seconds_total",
                "Time that upstreams took for judged requests.",
                [&text](const Labels& labels, const model::MetricRow& row) {
                    text.seconds(labels, row.upstream * 1000);
                });
    append_each(text, metrics, "robots_txt_fetches_total",
                "Fetches of robots.txt by crawlers.",
                [&text](const Labels& labels, const model::MetricRow& row) {
                    text.sample(labels, row.fetches);
                });
}

void append_served(MetricText& text, const model::Metrics& metrics) {
    text.metric("robots_txt_served_total", "counter",
                "Answers to requests for robots.txt, from anybody.");
    for (const model::ServedRow& row : metrics.served) {
        for (std::size_t i = 0; i < kAnswerStatuses.size(); ++i) {
            const std::uint16_t status = kAnswerStatuses[i];
            if (row.answers[i] != 0) {
                text.sample({{"site", row.site},
                             {"status", status != 0 ? std::to_string(status)
                                                    : std::string("other")}},
                            row.answers[i]);
            }
        }
    }
}

void append_delayed(MetricText& text, const model::Totals& totals) {
    text.gauge("robots_delayed_requests", "Requests delayed now.",
               totals.delayed_now);
    text.histogram("robots_delay_seconds", "How long requests were delayed.",
                   totals.waits);
}

void append_signatures(MetricText& text,
                       const model::SignatureCounts& signatures) {
    text.metric("robots_received_signatures_total", "counter",
                "Signatures that anybody sent, judged or not.");
    for (std::size_t i = 1; i < signatures.size(); ++i) {
        text.sample({{"result", to_string(static_cast<signature::Result>(i))}},
                    signatures[i]);
    }
}

void append_zone(MetricText& text, const model::Zone& zone) {
    text.gauge("robots_zone_size_bytes", "Shared memory of robots_zone.",
               zone.octets);
    text.gauge("robots_zone_created_timestamp_seconds", "When counting began.",
               static_cast<model::Count>(zone.created));
    text.metric("robots_zone_table_entries", "gauge",
                "Entries in a table of the zone.");
    for (const model::TableFill& table : zone.tables) {
        text.sample({{"table", table.name}}, table.entries);
    }
    text.metric("robots_zone_table_capacity", "gauge",
                "The most entries that a table of the zone can have.");
    for (const model::TableFill& table : zone.tables) {
        text.sample({{"table", table.name}}, table.capacity);
    }
    text.sample({{"table", "budgets"}}, zone.budgets_capacity);
    text.metric("robots_zone_evictions_total", "counter",
                "Entries removed because the table was full.");
    for (const model::TableFill& table : zone.tables) {
        text.sample({{"table", table.name}}, table.evicted);
    }
    text.sample({{"table", "budgets"}}, zone.budgets_evicted);
}

void append_server(MetricText& text, const model::Server& server) {
    text.metric("robots_build_info", "gauge", "The module's version.");
    text.sample({{"version", server.version}}, 1);
    text.gauge("robots_policy_modified_timestamp_seconds",
               "When the newest file of the policy was modified.",
               static_cast<model::Count>(server.policy_modified));
    text.gauge("robots_policy_loaded_timestamp_seconds",
               "When nginx last loaded the policy.",
               static_cast<model::Count>(server.policy_loaded));
    if (server.policy_stale) {
        text.gauge(
            "robots_policy_stale",
            "1 if the policy's files have changed since nginx loaded it.",
            *server.policy_stale ? 1 : 0);
    }
    text.gauge("robots_policy_last_reload_successful",
               "0 if a reload has failed since nginx loaded the policy.",
               server.reload_failed == 0 ? 1 : 0);
    text.gauge("robots_policy_last_good_in_use",
               "1 if an older copy runs, since the policy does not load.",
               server.last_good_in_use ? 1 : 0);
    text.gauge("robots_policy_kept_files",
               "Included files that have errors; older versions are in use.",
               server.kept_files);
    text.gauge("robots_policy_sites", "Sites in the policy.", server.sites);
}

void append_fleet(MetricText& text, const model::Fleet& fleet) {
    text.metric("robots_fleet_up", "gauge",
                "1 if the fleet's server answered when it was last asked.");
    for (const model::FleetServer& server : fleet.servers) {
        text.sample({{"server", server.url}}, server.is_up ? 1 : 0);
    }
    text.metric("robots_fleet_requests_total", "counter",
                "Requests with a budget, by who decided.");
    for (std::size_t i = 0; i < fleet.results.size(); ++i) {
        text.sample({{"result", model::kFleetResults[i]}}, fleet.results[i]);
    }
    text.gauge("robots_fleet_nodes",
               "nginx in the fleet that sent a heartbeat lately.",
               fleet.nodes_alive);
    text.histogram("robots_fleet_answer_seconds",
                   "How long the fleet's servers took to answer.",
                   fleet.latencies);
}

void append_copies(MetricText& text, const model::Metrics& metrics) {
    text.metric("robots_sources_modified_timestamp_seconds", "gauge",
                "When a list of addresses or keys was written.");
    for (const model::CopyRow& row : metrics.copies) {
        text.sample({{"file", row.file}},
                    static_cast<model::Count>(row.written));
    }
}

}  // namespace

void append_prometheus(std::string& out, const model::Metrics& metrics) {
    MetricText text(out);
    append_requests(text, metrics);
    append_violations(text, metrics);
    append_identities(text, metrics);
    append_signed(text, metrics);
    append_costs(text, metrics);
    append_served(text, metrics);
    append_delayed(text, metrics.totals);
    append_signatures(text, metrics.totals.signatures);
    append_zone(text, metrics.zone);
    append_server(text, metrics.server);
    if (metrics.server.fleet) {
        append_fleet(text, *metrics.server.fleet);
    }
    append_copies(text, metrics);
}

}  // namespace robots::status
