// `usage` of a body: once what a site means, for every dialect that says it.

#pragma once

#include <array>
#include <bitset>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/site/use_headers.hpp"

namespace robots::loader {

// What `allow` and `disallow` of an item name, in this order.
constexpr std::array<std::string_view, 3> kUses{"search", "ai-input",
                                                "train-ai"};

// The most paths: each response is matched with all of them.
constexpr std::size_t kMostUsagePaths = 100;

// What may be done with what one path has.
struct UsageOfPath {
    std::string path;  // a pattern; empty: all that no other path matches
    std::array<std::optional<bool>, kUses.size()> allowed;
};

// In which words `usage` is said. `usage_as` names some of them.
enum class Dialect { content_usage, content_signal, tdmrep };
using Dialects = std::bitset<3>;

// Reads one item or a list of them:
//
//     [{disallow: [train-ai], allow: [search]},
//      {path: /press/, allow: [train-ai]}]
//
// Items without a path are for all; one with a path starts from what those say.
// Of two items for one path, the later counts.
std::optional<std::vector<UsageOfPath>> read_usage_of_paths(
    const Reader& reader, const Value& value);

std::optional<Dialects> read_dialects(const Reader& reader, const Value& value);

// The lines of a group; of each only one dialect.
std::vector<ContentSignalLine> signals_of(const std::vector<UsageOfPath>& all);
std::vector<ContentUsageLine> usage_of(const std::vector<UsageOfPath>& all);

// Headers of responses. tdm-reservation is `1` where training is disallowed,
// and `0` where it is allowed and nothing is disallowed.
std::vector<UseHeaders> headers_of(const std::vector<UsageOfPath>& all,
                                   const Dialects& dialects);

}  // namespace robots::loader
