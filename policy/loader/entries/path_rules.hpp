// The items of `allow` and `disallow`: patterns as robots.txt has them, and
// shorthands for what people mean.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_PATH_RULES_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_PATH_RULES_HPP

#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

// Appends the rules that `value`, one item or a list, stands for:
//
//     /a/*/b              a pattern, as is (RFC 9309 2.2.2); non-ASCII encoded
//     {directory: /a}     /a$ and /a/
//     {exact: /a}         /a$
//     {prefix: /a}        /a
//     {query: name}       /*?name= and /*&name=
//     {extension: pdf}    /*.pdf$
//
// The text of a shorthand is literal: what robots.txt gives a meaning of its
// own is percent-encoded. An empty text stands for no rule, as in "Disallow:".
void read_path_rules(const Reader& reader, const Value& value, bool allow,
                     std::vector<RuleLine>& rules);

}  // namespace robots::loader

#endif
