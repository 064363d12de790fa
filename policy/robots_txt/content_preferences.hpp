// Lines of a robots.txt that say how fetched content may be used.
//
// This header, and all code that uses it, follows these sources:
//
// - Content-Usage: draft-ietf-aipref-attach-05 and draft-ietf-aipref-vocab-08
// - Content-Signal: contentsignals.org of 2025, with the `use` that Cloudflare
//   added in 2026
// - License: RSL 1.0 (rslstandard.org/rsl)
// - tdm-reservation: TDM Reservation Protocol, a W3C Community Group's report
//
// docs/ai-crawlers.md has the same list.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots {

// The maximum number of signals or labels in one line.
constexpr std::size_t kMostPreferences = 32;

// One Content-Signal line.
struct ContentSignalLine {
    std::string path;  // a pattern, normalised; empty: all paths
    // Keys and values, for example "ai-train" and "no". Known keys come first.
    // Each key occurs once.
    std::vector<std::pair<std::string, std::string>> signals;

    // Returns the value of `key`, or nullptr if the line does not have that
    // key.
    const std::string* find(std::string_view key) const;
    // Sets the value of `key`, and replaces an earlier value of that key.
    void set(std::string_view key, std::string_view value);
};

// Whether `text` can be a key or a value in a Content-Signal line: a word of at
// most 64 letters, digits, "-", "_" and ".".
bool is_signal_word(std::string_view text);

// Reads "search=yes, ai-train=no" and "/path search=no". Unknown keys and
// values are kept. Known keys and values are read case-insensitively. Returns
// nullopt if `text` is not a list of keys and values.
std::optional<ContentSignalLine> content_signal_from(std::string_view text);

// Returns the value of the line: "search=yes, ai-train=no", "/path search=no".
std::string text_of(const ContentSignalLine& line);

// Returns why crawlers will not understand a signal, and what to write instead.
// Returns "" if crawlers will understand the signal.
std::string signal_problem(std::string_view key, std::string_view value);

// One Content-Usage line: a Dictionary of tokens (RFC 9651 3.2).
struct ContentUsageLine {
    std::string path;  // a pattern, normalised; empty: all paths
    // Labels, and whether the use is allowed: "train-ai" and false.
    std::vector<std::pair<std::string, bool>> labels;
    // Whether the line also has parts without a meaning: parameters, or a value
    // that is neither `y` nor `n`.
    bool has_more = false;

    // Returns whether `label` is allowed; nullptr if the line does not have
    // that label.
    const bool* find(std::string_view label) const;
};

// Reads "train-ai=n" and "/path train-ai=n". Returns nullopt if `text` is not a
// Dictionary, or no label has the value `y` or `n`. The path must start with
// "/". Unlike the pattern of a rule, the path cannot start with "*".
std::optional<ContentUsageLine> content_usage_from(std::string_view text);

// Returns the part of the line behind the path: "train-ai=n, search=y".
std::string preferences_of(const ContentUsageLine& line);

// Returns the value of the line: "/path train-ai=n". The path "/" is left out.
std::string text_of(const ContentUsageLine& line);

// Returns why crawlers will not understand a label, and what to write instead.
// Returns "" if crawlers will understand the label. If the label is from an
// older draft, the returned text says what replaced the label.
std::string label_problem(std::string_view label);

// Whether a line with the field `field` applies only to the group that contains
// the line: true for Content-Signal, Content-Usage and License.
bool is_of_group(std::string_view field);

// The Content-Signal and Content-Usage lines of one group, merged by path. A
// line without a path is for "/".
class UseOfContent {
  public:
    // Adds a line. Returns false if `field` is neither Content-Signal nor
    // Content-Usage, or if `value` cannot be read.
    bool add(std::string_view field, std::string_view value);

    // If a path has several values for a key, the value that is added last
    // wins.
    void add(const ContentSignalLine& line);
    // If a path has both `y` and `n` for a label, `n` wins (vocab 5.1).
    void add(const ContentUsageLine& line);

    // Returns fields and values: all Content-Signals, then all Content-Usages,
    // each in the order in which their paths were added.
    std::vector<std::pair<std::string, std::string>> lines() const;

    // Return the merged line for exactly this path, or nullptr.
    const ContentSignalLine* signals(std::string_view path) const {
        return signals_.find(path);
    }
    const ContentUsageLine* usage(std::string_view path) const {
        return usage_.find(path);
    }

    const std::vector<ContentSignalLine>& all_signals() const {
        return signals_.all;
    }
    const std::vector<ContentUsageLine>& all_usage() const {
        return usage_.all;
    }

  private:
    // One line for each path, in the order in which the paths were added.
    template <class Line>
    struct ByPath {
        // Returns the line of a path. Adds the line if it is missing.
        Line& operator[](std::string_view path);
        const Line* find(std::string_view path) const {
            const auto at = indexes.find(path);
            return at == indexes.end() ? nullptr : &all[at->second];
        }

        std::vector<Line> all;
        std::map<std::string, std::size_t, std::less<>> indexes;
    };

    ByPath<ContentSignalLine> signals_;
    ByPath<ContentUsageLine> usage_;
};

}  // namespace robots
