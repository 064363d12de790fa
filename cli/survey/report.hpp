// Prints the result of a survey, for people and for programs.

#pragma once

#include <cstddef>
#include <string>

#include "cli/output/json.hpp"
#include "cli/survey/counts.hpp"

namespace robotsctl {

// Prints tables of at most `most` lines each; 0 for all lines.
void print_survey(const Counts& counts, std::size_t most);

// Prints on standard error what could not be read.
void print_trouble(const ArchiveReport& report);

// Returns the counts as JSON (docs/survey.schema.json). The JSON is complete,
// so that results can be added up.
Json to_json(const Counts& counts);

// Adds the JSON `text` of another survey, from the file `name`, to `counts`.
// Throws Unusable if `text` is not valid; then a part of it may have been
// added.
void add_json(const std::string& name, const std::string& text, Counts& counts);

}  // namespace robotsctl
