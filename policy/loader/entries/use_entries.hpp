// Reads the keys about the use of content: `content_signal` and `content_usage`
// of a group, and `usage` of a body.

#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots::loader {

// The maximum number of items of a `content_signal` or a `content_usage`.
constexpr std::size_t kMostUseLines = 1000;

// Returns the patterns of the key `path` of an item. Returns an empty list
// after an error. All these patterns must start with "/"
// (draft-ietf-aipref-attach, 3.2). Patterns of rules can also start with "*".
std::vector<std::string> read_use_paths(const Reader& reader,
                                        const Value& value);

// Reads `content_signal` of a group: a map of signals, or a list of these maps.
// A map in a list can have the key `path`, like an item of `x_robots_tag`:
//
//     {search: yes, ai-train: no, use: reference}
//     [{ai-train: no}, {path: /press/, ai-train: yes}]
//
// Unknown signals and values are not errors; the linter warns about them.
std::vector<ContentSignalLine> read_content_signals(const Reader& reader,
                                                    const Value& value);

// Merges the signals `own` of a site into the signals `base` of its template.
// If both have a value for the same signal and path, the value of the site
// counts.
void lay_signals_over(std::vector<ContentSignalLine>& base,
                      const std::vector<ContentSignalLine>& own);

// Reads `content_usage` of a group: a text of preferences for all paths, or a
// map of patterns to these texts:
//
//     train-ai=n, search=y
//     {/: train-ai=n, /open/: train-ai=y}
std::vector<ContentUsageLine> read_content_usage(const Reader& reader,
                                                 const Value& value);

// ---- `usage` of a body: written once, and published in several dialects -----

// The uses that `allow` and `disallow` of an item can list.
constexpr std::array<std::string_view, 3> kUses{"search", "ai-input",
                                                "train-ai"};

// The maximum number of paths in `usage`. Each response is matched with all of
// these paths.
constexpr std::size_t kMostUsagePaths = 100;

// Which uses are allowed for the content of one path.
struct UsageOfPath {
    std::string path;  // a pattern; empty: all other paths
    std::array<std::optional<bool>, kUses.size()> allowed;
};

// How `usage` can be published; the key `usage_as` chooses among these.
enum class Dialect { content_usage, content_signal, tdmrep };
using Dialects = std::bitset<3>;

// Reads one item or a list of them:
//
//     [{disallow: [train-ai], allow: [search]},
//      {path: /press/, allow: [train-ai]}]
//
// Items without `path` are for all paths. For its path, an item with `path`
// overrides the items without `path`, but only for the uses that it lists. If
// two items have the same path, the later item overrides the earlier item.
std::optional<std::vector<UsageOfPath>> read_usage_of_paths(
    const Reader& reader, const Value& value);

std::optional<Dialects> read_dialects(const Reader& reader, const Value& value);

// Return the lines that publish `all` in a group of robots.txt, in the dialects
// content_signal and content_usage.
std::vector<ContentSignalLine> signals_of(const std::vector<UsageOfPath>& all);
std::vector<ContentUsageLine> usage_of(const std::vector<UsageOfPath>& all);

// Returns the response headers that publish `all` in `dialects`.
// tdm-reservation is `1` for paths where training is disallowed. It is `0` for
// paths where training is allowed and no use is disallowed.
std::vector<UseHeaders> headers_of(const std::vector<UsageOfPath>& all,
                                   const Dialects& dialects);

}  // namespace robots::loader
