// What browsers send: a sample that a policy's crawlers are held against.
//
// The build draws it from the headers of browsers that the tests read
// (embed/embed_browsers.cpp). It is looked at only when a policy is loaded.

#ifndef ROBOTS_POLICY_CRAWLERS_BROWSERS_HPP
#define ROBOTS_POLICY_CRAWLERS_BROWSERS_HPP

#include <string_view>
#include <vector>

namespace robots {

// The words that two headers of browsers or more have, folded and sorted. A
// word is as in header_words.hpp, and starts with a letter.
std::vector<std::string_view> browser_words();

// Headers of browsers in which each word stands that five of all headers have.
std::vector<std::string_view> browser_headers();

}  // namespace robots

#endif
