// Which lines of a robots.txt are in the policy that it was imported to.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_LINES_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_LINES_HPP

#include <string_view>
#include <vector>

#include "policy/loader/import_notes.hpp"
#include "policy/loader/import_result.hpp"
#include "policy/robots_txt/runs.hpp"

namespace robots {

// The keys of a policy's body for lines that are for everybody.
struct KnownLine {
    std::string_view name;
    const char* key;
};
constexpr KnownLine kKnownLines[] = {
    {"sitemap", "sitemap"},
    {"license", "license"},
    {"clean-param", "clean_param"},
    {"host", "host_line"},
};

// Whether the value of such a line can be in a policy.
bool is_importable(std::string_view value);

// Reads `text` line by line and adds to `report` each line that `result`, which
// was made of it, does not have for all crawlers that it is for, and each that
// crawlers do not read as it was probably meant. Comments are not looked at.
// Returns the lines of other standards, which the policy can have as they are.
std::vector<OtherLine> report_lines(std::string_view text,
                                    const ImportResult& result, Runs runs,
                                    ImportReport& report);

}  // namespace robots

#endif
