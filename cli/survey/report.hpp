// The result of a survey, for people and for programs.

#pragma once

#include <cstddef>
#include <string>

#include "cli/output/json.hpp"
#include "cli/survey/counts.hpp"

namespace robotsctl {

// As tables. `most`: lines of each table; 0 for all.
void print_survey(const Counts& counts, std::size_t most);

// On standard error: what could not be read.
void print_trouble(const ArchiveReport& report);

// As JSON: docs/survey.schema.json. All of it is there, so that results can be
// added up.
Json to_json(const Counts& counts);

// Adds the result `text`, that of the file `name`, to `counts`. Throws Unusable
// if something is wrong with it; then they may have a part of it.
void add_json(const std::string& name, const std::string& text, Counts& counts);

}  // namespace robotsctl
