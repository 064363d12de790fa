// What a policy says about the use of content: `license`, `content_signal` and
// `content_usage`.

#pragma once

#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/content_preferences.hpp"

namespace robots::loader {

// The most items of a `content_signal` or a `content_usage`.
constexpr std::size_t kMostUseLines = 1000;

// The patterns of the key `path` of an item; empty after an error. Unlike those
// of rules, all start with "/" (attach 3.2).
std::vector<std::string> read_use_paths(const Reader& reader,
                                        const Value& value);

// `content_signal` of a group: a map of signals, or a list of maps that may
// have paths, as `x_robots_tag` has them:
//
//     {search: yes, ai-train: no, use: reference}
//     [{ai-train: no}, {path: /press/, ai-train: yes}]
//
// Signals and values that nobody knows are kept; the linter warns about them.
std::vector<ContentSignalLine> read_content_signals(const Reader& reader,
                                                    const Value& value);

// Lays the signals of a site over those of its template.
void lay_signals_over(std::vector<ContentSignalLine>& base,
                      const std::vector<ContentSignalLine>& own);

// `content_usage` of a group: a text of preferences for all paths, or a map of
// patterns to such texts:
//
//     train-ai=n, search=y
//     {/: train-ai=n, /open/: train-ai=y}
std::vector<ContentUsageLine> read_content_usage(const Reader& reader,
                                                 const Value& value);

}  // namespace robots::loader
