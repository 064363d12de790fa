// Recognizes the fields of a robots.txt that crawlers know, including
// misspelled names. A policy must not use these names for lines of other
// standards.

#pragma once

#include <cstddef>
#include <string_view>

namespace robots {

// The maximum octets of a field's name, and of its name and value together.
constexpr std::size_t kMostFieldName = 64;
constexpr std::size_t kMostFieldLine = 2000;

// Whether `name` has 1 to kMostFieldName letters, digits, "-", "_" and ".", and
// starts with a letter. All parsers agree where these names end, whether or not
// they accept a missing colon.
bool is_field_name(std::string_view name);

// Returns the field that some crawler takes `name` for: "Disallow" for
// "Dissallow"; "" if no crawler is known to read `name`. Case-insensitive.
//
// google/robotstxt reads all fields that start with "allow", "disallow",
// "user-agent" or "sitemap", and some misspellings of these names. Other
// crawlers read Crawl-delay and similar fields. A name within two edits of a
// common field's name (for Allow, within one edit) counts as that field,
// because some parser may read the name as that field, or the author may have
// meant that field. `Host` does not count, because a Host line opens and closes
// no path.
std::string_view field_read_as(std::string_view name);

}  // namespace robots
