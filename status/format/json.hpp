// What several views of the status have in common, as JSON: docs/status.md
// says what each member is, and docs/status.schema.json of which type.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/site/groups.hpp"
#include "policy/state/interval_histogram.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// The version of the JSON: it changes if a member is removed or gets another
// meaning, not if one is added.
constexpr int kJsonVersion = 2;

// The object of one view, with what all of them have; `out` gets it and a
// line's end.
class JsonDocument : public JsonWriter {
  public:
    JsonDocument(std::string& out, std::string_view view,
                 const model::Server& server);
    void close();
};

// Each writes one value.
void put(JsonWriter& json, const model::Requests& requests);
void put(JsonWriter& json, const Violations& violations);
void put(JsonWriter& json, const model::SignatureCounts& signatures);
void put(JsonWriter& json, const model::Delayed& delayed);
void put(JsonWriter& json, const std::vector<model::CapRow>& caps);
void put(JsonWriter& json, const model::Totals& totals);
void put(JsonWriter& json, const model::Zone& zone);

// The counts, or null if there are none.
void put_if_any(JsonWriter& json, const model::SignatureCounts& signatures);
// What a group does about each violation, as the policy's `enforce` has it;
// null without a group.
void put_actions(JsonWriter& json, const Group* group);
// The buckets of a histogram, ascending; or none, if it is empty.
void put_buckets(JsonWriter& json, const IntervalHistogram& histogram);
}  // namespace robots::status
