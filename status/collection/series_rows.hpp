// Requests over time.

#ifndef ROBOTS_STATUS_COLLECTION_SERIES_ROWS_HPP
#define ROBOTS_STATUS_COLLECTION_SERIES_ROWS_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include "status/collection/source.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// Of all requests; and of a site or a crawler by its key, empty if there was no
// room for it.
std::vector<model::Series> series_of_all(const Source& source);
std::vector<model::Series> series_of(const Source& source, std::uint64_t key);

// What a series has of the last hour, day and 7 days.
std::optional<model::Recent> recent_of(const Source& source, std::uint64_t key);

}  // namespace robots::status

#endif
