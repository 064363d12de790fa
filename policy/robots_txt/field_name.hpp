// The fields of a robots.txt that crawlers give a meaning to, however they are
// spelled: the fields of other standards must not look like them.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// The most octets of a field's name, and of a line with such a field.
constexpr std::size_t kMostFieldName = 64;
constexpr std::size_t kMostFieldLine = 2000;

// Whether `name` has 1 to kMostFieldName letters, digits, "-", "_" and ".", and
// starts with a letter: then parsers with and without a missing colon agree
// where it ends.
bool is_field_name(std::string_view name);

// The field that some crawler reads a line with the field `name` as, such as
// "Disallow" for "Dissallow"; empty if none is known to. Upper and lower case
// are the same.
//
// google/robotstxt reads all fields that start with "allow", "disallow",
// "user-agent" or "sitemap", and the misspellings of these that it knows.
// Others read Crawl-delay and the like. A name within two edits of one of them
// is its misspelling to some parser, or was meant to be it. `Host` is none of
// these: it opens and closes nothing.
std::string_view field_read_as(std::string_view name);

}  // namespace robots
