// Generates robots.txt files like those on the web; the same ones in each run.

#pragma once

#include <string>
#include <vector>

namespace robots {

struct CorpusFile {
    std::string name;  // "shop 17"
    std::string text;
};

// Returns at least 200 files: shops, blogs, forums, lists of bad bots, opt-outs
// from AI, files with byte order marks and CRLF, misspelt ones, files with
// overlapping groups, rates and windows, or signals, and garbage.
std::vector<CorpusFile> robots_txt_corpus();

}  // namespace robots
