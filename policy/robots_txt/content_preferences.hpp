// What lines of a robots.txt say about the use of what a crawler fetched:
// Content-Signal (contentsignals.org) and Content-Usage
// (draft-ietf-aipref-attach).

#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace robots {

// search, ai-input and ai-train: yes, no, or nothing said.
using ContentSignals = std::array<std::optional<bool>, 3>;

// Reads "search=yes, ai-train=no"; nullopt if it says anything else.
std::optional<ContentSignals> content_signals_from(std::string_view text);

// "search=yes, ai-train=no"; empty if nothing is said.
std::string text_of(const ContentSignals& signals);

struct ContentUsageLine {
    std::string path;         // a pattern, normalised; empty: all paths
    std::string preferences;  // "train-ai=n, search=y"
};

// Reads "train-ai=n" and "/path train-ai=n"; nullopt for what is neither.
std::optional<ContentUsageLine> content_usage_from(std::string_view text);

}  // namespace robots
