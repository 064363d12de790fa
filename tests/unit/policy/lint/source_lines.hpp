// Files of the source tree that tests read.

#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

// The lines of `path`, relative to the root of the source tree, that are
// neither empty nor begin with "#". The root is ROBOTS_SOURCE, or else the
// working directory. Empty if the file does not exist.
inline std::vector<std::string> source_lines(const std::string& path) {
    const char* root = std::getenv("ROBOTS_SOURCE");
    std::ifstream in(root == nullptr ? path : std::string(root) + '/' + path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty() && line[0] != '#') {
            lines.push_back(line);
        }
    }
    return lines;
}
