// Requests over time, as JSON.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "status/collection/collection.hpp"
#include "status/collection/tally.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// Writes the series of all requests; and those of a site or a crawler by its
// key, none if there was no room for them.
void put_series_of_all(JsonWriter& json, const Source& source);
void put_series_of(JsonWriter& json, const Source& source, std::uint64_t key);

// Writes what a series has of the last hour, day and 7 days; null if there was
// no room for it, or there is no key.
void put_recent(JsonWriter& json, const Source& source,
                std::optional<std::uint64_t> key);

// Writes how a crawler kept to its rules in the last day, 7 days, 30 days and
// since counting began, and its grade for each (obedience.hpp). Those of days
// are null if there was no room for its series, there is no key, or some of its
// violations are none of rules in robots.txt: a series does not tell these
// apart.
void put_obedience(JsonWriter& json, const Source& source,
                   std::optional<std::uint64_t> key, const CrawlerTally& tally);

// Figures of the whole server: sums, and how full the zone is.

model::Totals totals_of(const Source& source);

// The figures, with the number of entries in each of the ledger's tables.
model::Zone zone_of(const Source& source, std::size_t visits, std::size_t lines,
                    std::size_t sites);

}  // namespace robots::status
