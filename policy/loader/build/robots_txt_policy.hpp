// A policy of nothing but a robots.txt.

#ifndef ROBOTS_POLICY_LOADER_BUILD_ROBOTS_TXT_POLICY_HPP
#define ROBOTS_POLICY_LOADER_BUILD_ROBOTS_TXT_POLICY_HPP

#include <string>

#include "policy/loader/build/load.hpp"

namespace robots {

// As load_robots_txt() (load.hpp), of a text that was read already. `name` is
// that of its file. Of more than 500 KiB the first 500 count, as for crawlers,
// and a warning says so.
Loaded load_robots_txt_text(std::string text, const std::string& name);

}  // namespace robots

#endif
