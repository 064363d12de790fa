// Reads files of the source tree for tests.

#pragma once

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

// Returns the lines of the file `path` that are neither empty nor begin with
// "#"; no lines if the file does not exist. `path` is relative to the root of
// the source tree: ROBOTS_SOURCE, or else the working directory.
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
