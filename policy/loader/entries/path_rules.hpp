// The paths of a group: the items of `allow` and `disallow`, which are patterns
// of robots.txt or shorthands for them, and the paths of `content_usage`.

#pragma once

#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/content_preferences.hpp"
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
// are percent-encoded. An empty text means no rule, as in "Disallow:".
void read_path_rules(const Reader& reader, const Value& value, bool allow,
                     std::vector<RuleLine>& rules);

// `content_usage` of a group: a text of preferences for all paths, or a map of
// patterns to such texts (draft-ietf-aipref-attach; the keys are
// draft-ietf-aipref-vocab's):
//
//     train-ai=n, search=y
//     {/: train-ai=n, /open/: train-ai=y}
std::vector<ContentUsageLine> read_content_usage(const Reader& reader,
                                                 const Value& value);

}  // namespace robots::loader
