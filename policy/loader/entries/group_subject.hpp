// Reads the keys that groups and budgets have in common: which crawlers they
// are for, and request rates.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/category.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/request_rate.hpp"

namespace robots::loader {

// These read `category` and `operator`: each is one name or a list. The results
// have no duplicates.
std::vector<Category> read_categories(const Reader& reader, const Value& value);
std::vector<Text> read_operators(const Reader& reader, const Value& value);

// Reports errors unless `item`, the map of an `owner` ("group"), has exactly
// one of `user_agent`, `category` and `operator`, whose list is not empty.
void check_subject(const Reader& reader, const Value& item,
                   const std::string& owner);

// Reads `request_rate`: one rate or a list. Reports invalid rates as errors,
// and leaves them out.
std::optional<std::vector<RequestRate>> read_request_rates(const Reader& reader,
                                                           const Value& value);

}  // namespace robots::loader
