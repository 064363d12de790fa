// `x_robots_tag` of a template or a site.

#pragma once

#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots::loader {

// A text for every response, or a map or a list of maps for some:
//
//     noindex, nofollow
//     {path: {extension: pdf}, user_agent: Googlebot, value: noindex}
//
// Warns about a directive that no crawler knows.
std::vector<XRobotsTag> read_x_robots_tags(const Reader& reader,
                                           const Value& value);

}  // namespace robots::loader
