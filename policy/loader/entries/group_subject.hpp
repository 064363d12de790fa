// Reads the keys that groups and budgets have in common: the keys that choose
// crawlers, and `request_rate`.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/category.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/request_rate.hpp"

namespace robots::loader {

// Read `category` and `operator`: the value is one name or a list. The results
// have no duplicates.
std::vector<Category> read_categories(const Reader& reader, const Value& value);
std::vector<Text> read_operators(const Reader& reader, const Value& value);

// Checks that the map `item` has exactly one of the keys `user_agent`,
// `category` and `operator`, and that its list is not empty. Reports an error
// otherwise. Errors call the map `owner` ("group").
void check_subject(const Reader& reader, const Value& item,
                   const std::string& owner);

// Reads `request_rate`: one rate or a list. Reports invalid rates as errors,
// and leaves them out.
std::optional<std::vector<RequestRate>> read_request_rates(const Reader& reader,
                                                           const Value& value);

}  // namespace robots::loader
