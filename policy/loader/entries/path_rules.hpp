// Reads the paths of a group: the items of `allow` and `disallow`. An item is a
// pattern of robots.txt, or a shorthand for patterns.

#pragma once

#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots::loader {

// Appends the rules of `value`, one item or a list:
//
//     /a/*/b              a pattern, as is (RFC 9309 2.2.2); non-ASCII encoded
//     {directory: /a}     /a$, /a/ and /a?
//     {exact: /a}         /a$
//     {prefix: /a}        /a
//     {query: name}       /*?name= and /*&name=
//     {extension: pdf}    /*.pdf$ and /*.pdf?
//
// The text of a shorthand is literal: characters with a meaning in robots.txt
// are percent-encoded. An empty pattern makes no rule, as in "Disallow:".
void read_path_rules(const Reader& reader, const Value& value, bool allow,
                     std::vector<RuleLine>& rules);

}  // namespace robots::loader
