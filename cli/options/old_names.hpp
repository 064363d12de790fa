// Names on the command line that have changed.

#pragma once

#include <string>
#include <vector>

namespace robotsctl {

// The words of a command line behind `robotsctl`, with the new name in place of
// each old one. Says on standard error what to write.
std::vector<std::string> with_new_names(std::vector<std::string> words);

}  // namespace robotsctl
