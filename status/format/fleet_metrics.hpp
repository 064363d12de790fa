// The fleet as Prometheus text.

#ifndef ROBOTS_STATUS_FORMAT_FLEET_METRICS_HPP
#define ROBOTS_STATUS_FORMAT_FLEET_METRICS_HPP

#include "status/format/metric_text.hpp"
#include "status/model/fleet.hpp"

namespace robots::status {

void append_fleet(MetricText& text, const model::Fleet& fleet);

}  // namespace robots::status

#endif
