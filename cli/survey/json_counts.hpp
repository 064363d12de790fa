// The result of a survey as JSON: docs/survey.schema.json. All of it is there,
// so that results can be added up.

#pragma once

#include <string>

#include "cli/archive/archive_reader.hpp"
#include "cli/output/json.hpp"
#include "cli/survey/counts.hpp"

namespace robotsctl {

Json to_json(const Counts& counts, const Trouble& trouble);

// Adds the result `text` to `counts` and `trouble`. Returns what is wrong with
// it, or nothing; then both may have a part of it.
std::string add_json(const std::string& text, Counts& counts, Trouble& trouble);

}  // namespace robotsctl
