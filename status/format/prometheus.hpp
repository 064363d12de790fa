// The status as Prometheus reads it: the text format, version 0.0.4.

#ifndef ROBOTS_STATUS_FORMAT_PROMETHEUS_HPP
#define ROBOTS_STATUS_FORMAT_PROMETHEUS_HPP

#include <string>
#include <string_view>

#include "status/collection/metrics_collection.hpp"

namespace robots::status {

constexpr std::string_view kPrometheusType =
    "text/plain; version=0.0.4; charset=utf-8";

// Appends all metrics, each with HELP and TYPE. Throws std::bad_alloc.
void append_prometheus(std::string& out, const Metrics& metrics);

}  // namespace robots::status

#endif
