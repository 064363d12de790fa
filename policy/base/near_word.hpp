// Finds the word that a misspelt word was meant to be, for hints in messages.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// How many octets must be added, removed or replaced to turn `a` into `b`.
// Takes time proportional to a.size() * b.size().
std::size_t edit_distance(std::string_view a, std::string_view b);

// How many typing errors turn `a` into `b`. An error adds, removes or replaces
// an octet, or exchanges two adjacent octets. Takes time proportional to
// a.size() * b.size().
std::size_t typing_errors(std::string_view a, std::string_view b);

// Whether at most `most` typing errors turn `a` into `b`. If the lengths differ
// by more than `most`, the octets are not compared.
bool is_near(std::string_view a, std::string_view b, std::size_t most);

// Returns the word that the fewest edits turn into `text`, at most two; or "".
// Ignores words too short for so many edits, and all after the first thousand.
std::string_view nearest(std::string_view text,
                         const std::vector<std::string_view>& words);

// "; did you mean `word`?" for the nearest word, or "".
std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words);

// Returns "`a`, `b` and `c`"; at most thirty words, then "...".
std::string listing(const std::vector<std::string_view>& words);

// Returns "; known words: `a` and `b`" if `hint` is empty, else the hint and
// the list: "; did you mean `a`? Known words: `a` and `b`". Here `lead` is
// "known words:".
std::string with_listing(const std::string& hint, std::string_view lead,
                         const std::vector<std::string_view>& words);

}  // namespace robots
