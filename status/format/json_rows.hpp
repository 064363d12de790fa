// The status's rows, and what they are made of, as JSON objects.

#ifndef ROBOTS_STATUS_FORMAT_JSON_ROWS_HPP
#define ROBOTS_STATUS_FORMAT_JSON_ROWS_HPP

#include <optional>

#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

using Json = JsonWriter;

// Each writes one object; put_members its members only, which others follow.
void put(Json& json, const model::Requests& requests);
void put(Json& json, const Violations& violations);
void put(Json& json, const model::SignatureCounts& signatures);
// null if there are none.
void put_if_any(Json& json, const model::SignatureCounts& signatures);
void put(Json& json, const model::Delayed& delayed);
void put(Json& json, const model::Fetches& fetches);
void put(Json& json, const model::Server& server);
// What a group does about each violation, as the policy's `enforce` has it.
void put(Json& json, const std::optional<model::Actions>& actions);
void put(Json& json, const std::vector<model::CapRow>& caps);
void put(Json& json, const model::CrawlerRow& row);
void put(Json& json, const model::SiteRow& row);
void put(Json& json, const model::Line& line);
void put(Json& json, const model::RecentViolation& violation);
void put(Json& json, const model::Name& name);
void put(Json& json, const model::RuleLine& rule);
void put(Json& json, const model::IntervalBucket& bucket);
void put(Json& json, const model::Table& table);
void put(Json& json, const model::TextLine& line);
void put(Json& json, const model::Answers& answers);
void put_members(Json& json, const model::Visit& visit);
void put(Json& json, const model::Visit& visit);

}  // namespace robots::status

#endif
