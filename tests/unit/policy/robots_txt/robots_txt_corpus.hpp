// robots.txt files as the web has them, made up: the same ones in each run.

#pragma once

#include <string>
#include <vector>

namespace robots {

struct CorpusFile {
    std::string name;  // "shop 17"
    std::string text;
};

// At least 200: shops, blogs, forums, lists of bad bots, opt-outs from AI,
// files with byte order marks and CRLF, misspelt, with overlapping groups, with
// rates and windows, with signals, and garbage.
std::vector<CorpusFile> robots_txt_corpus();

}  // namespace robots
