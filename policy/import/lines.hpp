// Which lines and comments of a robots.txt are in the policy that it was
// imported to.

#pragma once

#include <string_view>
#include <vector>

#include "policy/import/notes.hpp"
#include "policy/robots_txt/robots_txt.hpp"

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
};

// Whether the value of such a line can be in a policy.
bool is_importable(std::string_view value);

// Reads `text` line by line and notes each line that `document`, which was made
// of it and whose groups are importable (writer.hpp), does not have for all
// crawlers that it is for, and each that crawlers do not read as it was
// probably meant. Comments are not looked at. Returns the lines of other
// standards, which the policy can have as they are.
std::vector<OtherLine> note_lines(std::string_view text,
                                  const RobotsTxt& document, Runs runs,
                                  std::vector<ImportNotes>& notes);

// Puts the comments of `text` into `document`, which was read from it: those on
// top into its header, those directly above the first User-agent line of a
// group into that group. If two blocks of comments are on top, the last is that
// of the group below it. Adds the others to `notes`.
void take_comments(std::string_view text, RobotsTxt& document,
                   std::vector<ImportNotes>& notes);

}  // namespace robots
