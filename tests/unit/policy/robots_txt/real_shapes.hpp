// Generates robots.txt files in the shapes that are found on the web: those
// that shops, blogs, wikis and forums publish, those with typical mistakes, and
// what servers send instead of a robots.txt. They are the same in each run.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/policy/robots_txt/robots_txt_corpus.hpp"

namespace robots {

// Returns one file for each kind of software, publisher or habit, without
// mistakes: WordPress, Shopify, MediaWiki, lists of bad bots, opt-outs from AI,
// ...
std::vector<CorpusFile> published_shapes();

// Returns one file for each mistake or oddity: no blank after a colon, CR
// alone, a whole User-Agent header as a token, several paths on a line,
// Noindex, ... The name of a file is its oddity.
std::vector<CorpusFile> odd_shapes();

// Returns files that are served at /robots.txt but are not robots.txt: HTML,
// JSON, gzip, UTF-16, ...
std::vector<CorpusFile> not_robots_txt_shapes();

// Returns published_shapes() and odd_shapes().
std::vector<CorpusFile> real_shapes();

// Returns one of `shapes`, changed as people and programs change files: lines
// are lost, doubled, moved, taken from another shape, or get another letter
// case, other blanks and other ends, and octets are damaged. The file's name
// contains `seed`, so that a failed test can name the file.
CorpusFile mutated(const std::vector<CorpusFile>& shapes, std::uint32_t seed);

}  // namespace robots
