// Compares a text with the document that it should say.

#pragma once

#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Whether `text` reads as `document`, line by line, by both Readings: groups
// for the same product tokens in the same order, each with the same rules in
// the same order, the same crawl-delay, rates and windows. False, too, where it
// would take more than a comparison to be sure.
bool reads_as(std::string_view text, const RobotsTxt& document);

}  // namespace robots
