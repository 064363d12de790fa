// Numbers and words as the servers of a fleet, and its settings, have them.

#ifndef ROBOTS_POLICY_SHARING_PLAIN_TEXT_HPP
#define ROBOTS_POLICY_SHARING_PLAIN_TEXT_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace robots {

// A whole number in digits of `base`, and nothing else.
std::optional<std::uint64_t> number_from(std::string_view text, int base = 10);

// Whether all octets are ASCII that leaves a mark: no blank, no control.
bool is_printable(std::string_view text);

}  // namespace robots

#endif
