// Makes notes about the lines and comments of a robots.txt that an imported
// policy loses or changes.

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

// What the import does to the meaning of a line.
enum class Fate : bool {
    kept,  // the policy means the same to crawlers; also for lost comments
    lost,  // to some crawler, the policy means less or more than the line
};

// The notes of one kind, and the lines that they are about.
struct ImportNotes {
    // The maximum size of `texts`. `lines` has all lines.
    static constexpr std::size_t kMostTexts = 20;

    std::string kind;  // kebab-case: "unknown-line"
    Fate fate = Fate::lost;
    // The numbers of all lines with this kind of note, counted from 1. Not
    // always sorted.
    std::vector<std::uint32_t> lines;
    // For each of the first kMostTexts lines: what happened, and what to write
    // instead.
    std::vector<std::string> texts;
};

// Adds a note about `line` to the element of `all` with the kind `kind`.
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

// A field of robots.txt that is for every crawler, and its key in a policy.
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
// (writer.hpp). Adds a note for each line that applies to a crawler but is
// missing for that crawler in `document`. Also adds a note for each line that
// crawlers read differently than its author probably meant. Ignores comments.
// Returns the lines of other standards that a policy can keep unchanged.
std::vector<OtherLine> note_lines(std::string_view text,
                                  const RobotsTxt& document, Runs runs,
                                  std::vector<ImportNotes>& notes);

// Moves the comments of `text` into `document`, which must have been read from
// `text`. Comments at the top go into the header. Comments directly above the
// first User-agent line of a group go into that group. A block is a sequence of
// comments without a blank line. If several blocks are at the top, and the last
// block is directly above a group, the last block goes into that group. Adds a
// note for each other comment.
void take_comments(std::string_view text, RobotsTxt& document,
                   std::vector<ImportNotes>& notes);

}  // namespace robots
