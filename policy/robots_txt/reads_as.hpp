// Compares a text with the document that it should describe.

#pragma once

#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Whether both Readings of `text` give `document`: groups for the same product
// tokens in the same order, each with the same rules in the same order and the
// same crawl-delay, rates and windows. Compares line by line, and is also false
// if that cannot decide, as for a Crawl-delay between two User-agent lines.
bool reads_as(std::string_view text, const RobotsTxt& document);

}  // namespace robots
