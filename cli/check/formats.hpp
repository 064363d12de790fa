// Findings about a policy, as text and for programs.

#ifndef ROBOTS_CLI_CHECK_FORMATS_HPP
#define ROBOTS_CLI_CHECK_FORMATS_HPP

#include <cstdint>
#include <string>

#include "policy/base/diagnostic.hpp"

namespace robotsctl {

enum class Format { text, json, sarif, github };

// Prints findings on standard output. sarif prints one document, even without
// findings; the others print a line for each.
void print_diagnostics(const robots::Diagnostics& diagnostics, Format format);

// How many there are of a severity, those that are not listed included.
std::uint64_t count_of(const robots::Diagnostics& diagnostics,
                       robots::Severity severity);

// "2 errors, 0 warnings", and ", 1 piece of advice" if there is any.
std::string summary_of(const robots::Diagnostics& diagnostics);

}  // namespace robotsctl

#endif
