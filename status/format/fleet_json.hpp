// The fleet as JSON.

#ifndef ROBOTS_STATUS_FORMAT_FLEET_JSON_HPP
#define ROBOTS_STATUS_FORMAT_FLEET_JSON_HPP

#include "status/format/json_writer.hpp"
#include "status/model/fleet.hpp"

namespace robots::status {

void put(JsonWriter& json, const model::Fleet& fleet);

}  // namespace robots::status

#endif
