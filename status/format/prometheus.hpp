// Writes the status in Prometheus's text format, version 0.0.4. The number of
// rows is limited, since each row becomes a time series.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "policy/shared_memory/ledger.hpp"
#include "status/model/model.hpp"

namespace robots::status::model {

// The first sites of the policy and the first crawlers that came have their own
// rows, so a new crawler does not change other rows. All other sites and
// crawlers are summed up as kOther.
constexpr std::size_t kMetricSites = 50;
constexpr std::size_t kMetricCrawlers = 100;

// What one crawler did on one site.
struct MetricRow {
    std::string_view site;
    std::string_view crawler;
    std::string_view category;
    Requests requests;
    std::array<Count, kIdentities> by_identity{};
    SignatureCounts signatures{};
    Count fetches = 0;
    Count octets = 0;  // sent
    Duration upstream = 0;
};

// Answers to requests for a site's robots.txt, by status.
struct ServedRow {
    std::string_view site;
    std::array<Count, kAnswerStatuses.size()> answers{};
};

// A copy of a file of addresses or keys that an operator published.
struct CopyRow {
    std::string_view file;
    Seconds written = 0;
};

struct Metrics {
    Server server;
    Totals totals;
    Zone zone;
    std::vector<MetricRow> rows;
    std::vector<ServedRow> served;
    std::vector<CopyRow> copies;  // sorted by file
};

}  // namespace robots::status::model

namespace robots::status {

constexpr std::string_view kPrometheusType =
    "text/plain; version=0.0.4; charset=utf-8";

// Appends all metrics, each with HELP and TYPE. Throws std::bad_alloc.
void append_prometheus(std::string& out, const model::Metrics& metrics);

}  // namespace robots::status
