// Figures of the whole server: sums, and how full the zone is.

#ifndef ROBOTS_STATUS_COLLECTION_ZONE_FIGURES_HPP
#define ROBOTS_STATUS_COLLECTION_ZONE_FIGURES_HPP

#include <cstddef>

#include "status/collection/source.hpp"
#include "status/model/model.hpp"

namespace robots::status {

model::Totals totals_of(const Source& source);

// With the number of entries in each of the ledger's tables.
model::Zone zone_of(const Source& source, std::size_t visits, std::size_t lines,
                    std::size_t sites);

}  // namespace robots::status

#endif
