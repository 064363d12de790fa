// Crawlers' tokens and browsers' headers in any number, made up from a fixed
// seed.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace bench {

// The built-in catalogue, and the tokens that a policy of many names besides.
constexpr std::size_t kCatalogue = 1563;
constexpr std::size_t kPolicyTokens = 1500;

// `count` crawlers: the catalogue's in an order of chance, and where those are
// too few, tokens that a policy names ("QuoriFetch", "zenta-bot"). A shorter
// list is the front of a longer one.
std::vector<robots::Crawler> crawlers(std::size_t count);

// What a header holds where it names one of `crawlers`.
std::vector<std::string> texts(const std::vector<robots::Crawler>& crawlers);

constexpr std::size_t kHeaderSize = 120;

// `count` different headers of kHeaderSize octets, which are those of browsers
// that tests/data/ has (see source_lines.hpp), with other numbers in them. None
// names a crawler. Throws std::runtime_error where the file is not found.
std::vector<std::string> browser_headers(std::size_t count);

}  // namespace bench
