// robots.txt files in the shapes that the web has them, made up: what shops,
// blogs, wikis and forums publish, what people type into them by mistake, and
// what servers send in place of them. The same ones in each run.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/unit/policy/robots_txt/robots_txt_corpus.hpp"

namespace robots {

// One file for each kind of software, publisher or habit, as its authors meant
// it: WordPress, Shopify, MediaWiki, lists of bad bots, opt-outs from AI, ...
std::vector<CorpusFile> published_shapes();

// One file for each mistake or oddity: no blank behind a colon, CR alone, a
// whole User-Agent header as a token, several paths on a line, Noindex, ...
// Each is named for what is odd in it.
std::vector<CorpusFile> odd_shapes();

// What is served at /robots.txt, and is none: HTML, JSON, gzip, UTF-16, ...
std::vector<CorpusFile> not_robots_txt_shapes();

// published_shapes() and odd_shapes().
std::vector<CorpusFile> real_shapes();

// One of `shapes`, changed as people and programs change files: lines lost,
// doubled, moved, taken from another of the shapes, in other letters, with
// other blanks and other ends, and octets that are damaged. Its name tells
// `seed`, so that a test can say which it was.
CorpusFile mutated(const std::vector<CorpusFile>& shapes, std::uint32_t seed);

}  // namespace robots
