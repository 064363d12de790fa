// `robots_txt` of a template or a site.

#pragma once

#include <optional>
#include <string>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// `robots_txt`: a file, a text, or who publishes it.
struct RobotsTxtEntry {
    Place place;
    std::optional<Text> file;  // as written
    std::optional<std::string> text;
    Publisher publisher = Publisher::policy;

    bool is_verbatim() const { return file || text; }
};

// `none`, `pass`, `composed`, or a map with one of `file` and `text`.
std::optional<RobotsTxtEntry> read_robots_txt(const Reader& reader,
                                              const Value& value);

}  // namespace robots::loader
