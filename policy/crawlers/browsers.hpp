// A sample of browsers' headers, to find crawler entries that match browsers.
//
// The build draws it from the headers of browsers in the tests' data
// (embed/embed_browsers.cpp). It is used only when a policy is loaded.

#ifndef ROBOTS_POLICY_CRAWLERS_BROWSERS_HPP
#define ROBOTS_POLICY_CRAWLERS_BROWSERS_HPP

#include <string_view>
#include <vector>

namespace robots {

// The words that are in at least two headers of browsers, folded and sorted.
// A word is as in header_words.hpp, and starts with a letter.
std::vector<std::string_view> browser_words();

// Some headers of browsers. Each word that five of all headers have is in one.
std::vector<std::string_view> browser_headers();

}  // namespace robots

#endif
