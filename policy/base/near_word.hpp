// What is a typing error for another word.

#ifndef ROBOTS_POLICY_BASE_NEAR_WORD_HPP
#define ROBOTS_POLICY_BASE_NEAR_WORD_HPP

#include <cstddef>
#include <string_view>

namespace robots {

// How many typing errors make `b` of `a`: an octet more, an octet less, another
// octet, or two neighbours exchanged. Time and memory grow with the product of
// both lengths.
std::size_t typing_errors(std::string_view a, std::string_view b);

// Whether `most` typing errors at most make `b` of `a`. Looks at the lengths
// first.
bool is_near(std::string_view a, std::string_view b, std::size_t most);

}  // namespace robots

#endif
