// Writes the JSON that several views of the status have in common.
// docs/status.md describes each member, and docs/status.schema.json its type.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/shared_memory/interval_histogram.hpp"
#include "policy/site/groups.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// The version of the JSON. It changes if a member is removed or gets another
// meaning, not if a member is added.
constexpr int kJsonVersion = 2;

// Writes the object of one view to `out`, starting with the members that all
// views have. close() ends the object and the line.
class JsonDocument : public JsonWriter {
  public:
    JsonDocument(std::string& out, std::string_view view,
                 const model::Server& server);
    void close();
};

// Each of these functions writes one value.
void put(JsonWriter& json, const model::Requests& requests);
void put(JsonWriter& json, const Violations& violations);
void put(JsonWriter& json, const model::SignatureCounts& signatures);
void put(JsonWriter& json, const model::Delayed& delayed);
void put(JsonWriter& json, const std::vector<model::CapRow>& caps);
void put(JsonWriter& json, const model::Totals& totals);
void put(JsonWriter& json, const model::Zone& zone);

// Writes the counts, or null if all are 0.
void put_if_any(JsonWriter& json, const model::SignatureCounts& signatures);
// Writes a group's action for each violation, in the form of the policy's
// `enforce`; null if `group` is nullptr.
void put_actions(JsonWriter& json, const Group* group);
// Writes the buckets of a histogram in ascending order; no buckets if the
// histogram is empty.
void put_buckets(JsonWriter& json, const IntervalHistogram& histogram);
}  // namespace robots::status
