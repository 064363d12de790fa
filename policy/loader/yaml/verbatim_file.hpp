// Whether a file may be served as a robots.txt.

#ifndef ROBOTS_POLICY_LOADER_YAML_VERBATIM_FILE_HPP
#define ROBOTS_POLICY_LOADER_YAML_VERBATIM_FILE_HPP

#include <string>
#include <string_view>

namespace robots::loader {

// Why `text` is no robots.txt, as a sentence that quotes none of it, or "". An
// empty file and one of comments alone are: both allow everything. Of all
// others one line at least must be a robots.txt's, since what is served here is
// served to everybody, and the wrong file would be made public.
std::string why_not_robots_txt(std::string_view text);

}  // namespace robots::loader

#endif
