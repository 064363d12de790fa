// The lines of a robots.txt: what each decided, and where its author wrote it.

#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// Requests that a group's lines decided about, by line_key.
using LineHits = std::map<std::pair<const Group*, std::uint64_t>, model::Count>;

// Writes the lines of `text`, which is what `site` serves, that a page of
// kLinesOnPage shows; the page numbered `number` from 1.
void put_text_lines(JsonWriter& json, const Policy& policy, const Site& site,
                    std::string_view text, const LineHits& hits,
                    std::size_t number);

}  // namespace robots::status
