// How much two words differ.

#ifndef ROBOTS_POLICY_BASE_EDIT_DISTANCE_HPP
#define ROBOTS_POLICY_BASE_EDIT_DISTANCE_HPP

#include <cstddef>
#include <string_view>

namespace robots {

// How many octets must be added, removed or replaced to make one of the other.
// Takes the time and memory of a.size() * b.size().
std::size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace robots

#endif
