// Adds up the results of surveys.

#ifndef ROBOTS_CLI_SURVEY_MERGE_HPP
#define ROBOTS_CLI_SURVEY_MERGE_HPP

#include <string>
#include <vector>

#include "cli/archive/trouble.hpp"
#include "cli/survey/counts.hpp"

namespace robotsctl {

struct MergeOptions {
    std::string to;  // "-": to no file
    // All JSON, or all databases; of a folder, all files in it.
    std::vector<std::string> from;
};

// Adds JSON to `counts` and `trouble`, and writes `to`, which is complete or
// stays as it was; it may be one of `from`. Returns what is wrong, or nothing.
std::string merge_surveys(const MergeOptions& named, const Catalogue& catalogue,
                          Counts& counts, Trouble& trouble);

}  // namespace robotsctl

#endif
