// Reads the values of single keys of bodies and groups. Each function is
// defined in the .cpp file of its key, which is named below.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "policy/lint/codes.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots::loader {

// `robots_txt` (robots_txt_entry.cpp): a file or a text that is the robots.txt
// of the site, or a word that says who publishes the robots.txt.
struct RobotsTxtEntry {
    Place place;
    std::optional<Text> file;  // path as written
    std::optional<std::string> text;
    Publisher publisher = Publisher::policy;

    bool is_verbatim() const { return file || text; }
};

// Reads the value of `robots_txt`: `none`, `pass`, `composed`, or a map with
// either `file` or `text`.
std::optional<RobotsTxtEntry> read_robots_txt(const Reader& reader,
                                              const Value& value);

// Reads `sitemap`, `license` and similar keys (lines_entry.cpp): one text or a
// list. Each text becomes one line of robots.txt. An empty text is an error. A
// "#" in a text is an error, because it would start a comment.
std::vector<Text> read_line_texts(const Reader& reader, const Value& value);

// The maximum number of lines in the key `lines` (lines_entry.cpp), which has
// lines with fields of other standards.
constexpr std::size_t kMostLines = 500;

// Reads `lines`: texts ("ACAP-crawler: *") or maps of fields to values. Leaves
// out each line that is invalid or that a crawler could misread as a rule, and
// reports an error for it.
std::vector<OtherLine> read_other_lines(const Reader& reader,
                                        const Value& value);

// `x_robots_tag` (x_robots_tag_entry.cpp): a text for every response, or a map
// or a list of maps for some responses:
//
//     noindex, nofollow
//     {path: {extension: pdf}, user_agent: Googlebot, value: noindex}
//
// Warns about a directive that no crawler knows.
std::vector<XRobotsTag> read_x_robots_tags(const Reader& reader,
                                           const Value& value);

// `lint: {ignore: [...]}` of a body or a group (lint_entry.cpp): codes of the
// linter whose findings are not reported.
lint::CodeSet read_lint(const Reader& reader, const Value& value);

// Reads the key `lint` of the whole policy, which can list the code of any
// warning.
std::vector<std::string> read_policy_lint(const Reader& reader,
                                          const Value& value);

}  // namespace robots::loader
