// Keys of what is remembered about crawlers, the same in every process and over
// reloads.

#ifndef ROBOTS_POLICY_BUDGET_KEY_HPP
#define ROBOTS_POLICY_BUDGET_KEY_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "crawlers.hpp"
#include "enforcement.hpp"

namespace robots {

// One crawler on one site. A name that anyone can use is apart from the same
// name verified, so that nobody spends or learns what is its owner's.
struct Visitor {
    std::uint64_t site = 0;  // Site::key
    Sighting crawler;
    Identity identity = Identity::unverifiable;
};

// Crawlers of which only the shape is known share 1,024 keys: their names are
// the sender's to choose, and must not fill a store.
std::uint64_t visitor_key(const Visitor& visitor);

// The budget of one of a group's rates (`which`; 0 is its crawl-delay), shared
// by the addresses (4 or 16 octets) that `per` takes together.
std::uint64_t budget_key(const Visitor& visitor, std::string_view address,
                         BudgetPer per, std::size_t which);

}  // namespace robots

#endif
