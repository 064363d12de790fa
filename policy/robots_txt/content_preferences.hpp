// What lines of a robots.txt say about the use of what a crawler fetched.
//
// The sources that are followed, here and in all that is built on this:
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

// The most signals, or labels, that one line has.
constexpr std::size_t kMostPreferences = 32;

// One Content-Signal line.
struct ContentSignalLine {
    std::string path;  // a pattern, normalised; empty: all paths
    // Keys and values, "ai-train" and "no"; those that are known come first.
    // No key comes twice.
    std::vector<std::pair<std::string, std::string>> signals;

    // The value of `key`; nullptr if nothing is said.
    const std::string* find(std::string_view key) const;
    // Replaces the value of `key`.
    void set(std::string_view key, std::string_view value);
};

// Whether a key or a value can be in a line: a word of at most 64 letters,
// digits, "-", "_" and ".".
bool is_signal_word(std::string_view text);

// Reads "search=yes, ai-train=no" and "/path search=no". Keys and values that
// nobody knows are kept; those that are known are read without regard to case.
// nullopt for what is not a list of them.
std::optional<ContentSignalLine> content_signal_from(std::string_view text);

// "search=yes, ai-train=no", "/path search=no".
std::string text_of(const ContentSignalLine& line);

// Why crawlers will not understand a signal, and what to write; empty if
// they will.
std::string signal_problem(std::string_view key, std::string_view value);

// One Content-Usage line: a Dictionary of tokens (RFC 9651 3.2).
struct ContentUsageLine {
    std::string path;  // a pattern, normalised; empty: all paths
    // Labels and whether that use is allowed: "train-ai" and false.
    std::vector<std::pair<std::string, bool>> labels;
    // Something else was in the line, too, which says nothing: parameters, or a
    // value that is neither `y` nor `n`.
    bool has_more = false;

    // What is said about `label`; nullptr if nothing is.
    const bool* find(std::string_view label) const;
};

// Reads "train-ai=n" and "/path train-ai=n"; nullopt for what says nothing.
// Unlike patterns of rules, a path starts with "/" here.
std::optional<ContentUsageLine> content_usage_from(std::string_view text);

// "train-ai=n, search=y": the part behind the path.
std::string preferences_of(const ContentUsageLine& line);

// "/path train-ai=n"; no path if it is "/".
std::string text_of(const ContentUsageLine& line);

// Why crawlers will not understand a label, and what to write; empty if they
// will. An older draft's label gets its replacement.
std::string label_problem(std::string_view label);

// Whether lines of that field are for the group that they are in: those that
// this header is about.
bool is_of_group(std::string_view field);

// The lines of one group, put together by their paths. Without a path means the
// same as "/".
class UseOfContent {
  public:
    // False if the line is another one, or cannot be read.
    bool add(std::string_view field, std::string_view value);

    // Later signals count.
    void add(const ContentSignalLine& line);
    // Of contradicting labels, `n` counts (vocab 5.1).
    void add(const ContentUsageLine& line);

    // All Content-Signals, then all Content-Usages, each in the order in which
    // their paths came.
    std::vector<std::pair<std::string, std::string>> lines() const;

    // What is said about a path; nullptr if nothing is.
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
    // One line for each path, in the order in which the paths came.
    template <class Line>
    struct ByPath {
        // That of a path, new if there was none.
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
