// What is a typing error for another word, and what to say about it.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// How much two words differ.

// How many octets must be added, removed or replaced to make one of the other.
// Takes the time and memory of a.size() * b.size().
std::size_t edit_distance(std::string_view a, std::string_view b);

// How many typing errors make `b` of `a`: an octet more, an octet less, another
// octet, or two neighbours exchanged. Time and memory grow with the product of
// both lengths.
std::size_t typing_errors(std::string_view a, std::string_view b);

// Whether `most` typing errors at most make `b` of `a`. Looks at the lengths
// first.
bool is_near(std::string_view a, std::string_view b, std::size_t most);

// The word within two edits of `text`, or "". Only the first thousand words are
// looked at.
std::string_view nearest(std::string_view text,
                         const std::vector<std::string_view>& words);

// "; did you mean `word`?" for the nearest word, or "".
std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words);

// "`a`, `b` and `c`"; at most thirty, the rest as "...".
std::string listing(const std::vector<std::string_view>& words);

// "; known words: `a` and `b`", or behind a hint
// "; did you mean `a`? Known words: `a` and `b`", where `lead` is "known
// words".
std::string with_listing(const std::string& hint, std::string_view lead,
                         const std::vector<std::string_view>& words);

}  // namespace robots
