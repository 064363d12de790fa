// Whether a file may be served as a robots.txt.

#pragma once

#include <string>
#include <string_view>

namespace robots::loader {

// "" if `text` may be served as a robots.txt, otherwise why not, without
// quoting it. An empty file, and one with only comments, is a robots.txt that
// allows everything. Any other file must have a line of a robots.txt: it may be
// the wrong file, and everybody could read it.
std::string why_not_robots_txt(std::string_view text);

}  // namespace robots::loader
