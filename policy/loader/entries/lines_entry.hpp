// `lines` of a body: fields of other standards than robots.txt.

#pragma once

#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

constexpr std::size_t kMostLines = 500;

// Each a text ("ACAP-crawler: *") or a map of fields to values. Lines that a
// crawler could read as something else are errors and left out.
std::vector<OtherLine> read_other_lines(const Reader& reader,
                                        const Value& value);

}  // namespace robots::loader
