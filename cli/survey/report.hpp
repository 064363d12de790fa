// The result of a survey, as tables for people.

#pragma once

#include <cstddef>

#include "cli/archive/archive_reader.hpp"
#include "cli/survey/counts.hpp"

namespace robotsctl {

// `most`: lines of each table; 0 for all.
void print_survey(const Counts& counts, std::size_t most);

// On standard error: what could not be read.
void print_trouble(const Trouble& trouble);

}  // namespace robotsctl
