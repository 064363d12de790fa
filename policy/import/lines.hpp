// Notes which lines and comments of a robots.txt an imported policy keeps.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// What the import does with a line.
enum class Fate : bool {
    kept,  // the policy means the same to crawlers; also for comments
    lost,  // to some crawler, the policy means less or more than the line
};

// The lines that one note is about.
struct ImportNotes {
    // Further texts are left out; `lines` has all lines.
    static constexpr std::size_t kMostTexts = 20;

    std::string kind;  // kebab-case: "unknown-line"
    Fate fate = Fate::lost;
    // The numbers of all these lines, from 1, not always in order.
    std::vector<std::uint32_t> lines;
    // For each of the first kMostTexts lines: what happened, and what to write.
    std::vector<std::string> texts;
};

// Adds a line to the notes of that kind.
inline void add_note(std::vector<ImportNotes>& all, const char* kind, Fate fate,
                     std::uint32_t line, std::string text) {
    auto notes = std::find_if(
        all.begin(), all.end(),
        [kind](const ImportNotes& each) { return each.kind == kind; });
    if (notes == all.end()) {
        notes = all.insert(notes, {kind, fate, {}, {}});
    }
    if (notes->lines.size() < ImportNotes::kMostTexts) {
        notes->texts.push_back(std::move(text));
    }
    notes->lines.push_back(line);
}

// Fields of robots.txt that are for every crawler, and their keys in a policy.
struct KnownLine {
    std::string_view name;
    const char* key;
};
constexpr KnownLine kKnownLines[] = {
    {"sitemap", "sitemap"},
    {"license", "license"},
    {"clean-param", "clean_param"},
};

// Reads `text` line by line. `document` must be what one_group_each() returns
// for parse_runs(text, runs), with each group replaced by importable(group)
// (writer.hpp). Notes each line that applies to a crawler for which `document`
// does not have it, and each line that its author probably meant otherwise than
// crawlers read it. Ignores comments. Returns the lines of other standards that
// a policy can keep unchanged.
std::vector<OtherLine> note_lines(std::string_view text,
                                  const RobotsTxt& document, Runs runs,
                                  std::vector<ImportNotes>& notes);

// Puts the comments of `text` into `document`, which must have been read from
// `text`: comments on top into the header, comments directly above the first
// User-agent line of a group into that group. If several blocks of comments are
// on top, and the last block is directly above a group, the last block belongs
// to that group. Adds the other comments to `notes`.
void take_comments(std::string_view text, RobotsTxt& document,
                   std::vector<ImportNotes>& notes);

}  // namespace robots
