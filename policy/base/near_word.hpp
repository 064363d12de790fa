// Finds the known word that is most similar to a misspelt word, for messages.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// Returns how many octets must be added, removed or replaced to turn `a` into
// `b`. The time is proportional to a.size() * b.size().
std::size_t edit_distance(std::string_view a, std::string_view b);

// Returns how many typing errors turn `a` into `b`. A typing error adds,
// removes or replaces an octet, or exchanges two adjacent octets. The time is
// proportional to a.size() * b.size().
std::size_t typing_errors(std::string_view a, std::string_view b);

// Whether at most `most` typing errors turn `a` into `b`. If the lengths differ
// by more than `most`, the octets are not compared.
bool is_near(std::string_view a, std::string_view b, std::size_t most);

// Returns the first of `words` with the smallest edit_distance() to `text`, or
// "" if no word fits. The distance must be at most 2, less than the length of
// the word, and less than the length of `text`. The longer of these two lengths
// must be above 2. Reads only the first 1,000 words.
std::string_view nearest(std::string_view text,
                         const std::vector<std::string_view>& words);

// Returns "; did you mean `word`?" for the word that nearest() returns. Returns
// "" if nearest() returns "".
std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words);

// Returns "`a`, `b` and `c`". After thirty words, "..." replaces the rest.
std::string listing(const std::vector<std::string_view>& words);

// Returns `hint`, then `lead`, then listing(words). For example, let `lead` be
// "known words:". If `hint` is empty, the result is "; known words: `a` and
// `b`". If `hint` is "; did you mean `a`?", the result is "; did you mean `a`?
// Known words: `a` and `b`".
std::string with_listing(const std::string& hint, std::string_view lead,
                         const std::vector<std::string_view>& words);

}  // namespace robots
