// Compares a text with the document that it should say.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_READS_AS_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_READS_AS_HPP

#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Whether `text` reads as `document`, line by line, by both Readings: groups
// for the same product tokens in the same order, each with the same rules in
// the same order, the same crawl-delay, rates and windows. False, too, where it
// would take more than a comparison to be sure.
bool reads_as(std::string_view text, const RobotsTxt& document);

}  // namespace robots

#endif
