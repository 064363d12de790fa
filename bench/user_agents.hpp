// Generates any number of crawlers' tokens and browsers' headers from a fixed
// seed.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace bench {

// The sizes of the built-in catalogue, and of a list of further tokens in a
// large policy.
constexpr std::size_t kCatalogue = 1563;
constexpr std::size_t kPolicyTokens = 1500;

// Returns `count` crawlers: the catalogue's in random order and, if more are
// needed, tokens that a policy might name ("QuoriFetch", "zenta-bot"). A
// shorter list is a prefix of a longer one.
std::vector<robots::Crawler> crawlers(std::size_t count);

// Returns the texts that headers contain if they name one of `crawlers`.
std::vector<std::string> texts(const std::vector<robots::Crawler>& crawlers);

constexpr std::size_t kHeaderSize = 120;

// Returns `count` different headers of kHeaderSize octets: browsers' headers
// from tests/data/ (see source_lines.hpp) with other numbers. None names a
// crawler. Throws std::runtime_error if the file is not found.
std::vector<std::string> browser_headers(std::size_t count);

}  // namespace bench
