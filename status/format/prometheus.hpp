// The status as Prometheus reads it: the text format, version 0.0.4.

#pragma once

#include <string>
#include <string_view>

#include "status/model/metrics.hpp"
#include "status/model/model.hpp"

namespace robots::status {

constexpr std::string_view kPrometheusType =
    "text/plain; version=0.0.4; charset=utf-8";

// Appends all metrics, each with HELP and TYPE. Throws std::bad_alloc.
void append_prometheus(std::string& out, const model::Metrics& metrics);

}  // namespace robots::status
