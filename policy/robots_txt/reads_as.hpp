// Compares a text with the document that it should describe.

#pragma once

#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Whether `text` gives `document` in both Readings, strict and lenient: groups
// for the same product tokens in the same order, each with the same rules in
// the same order and the same crawl-delay, rates and windows. Compares line by
// line. Also returns false if this comparison cannot decide, for example for a
// Crawl-delay between two User-agent lines.
bool reads_as(std::string_view text, const RobotsTxt& document);

}  // namespace robots
