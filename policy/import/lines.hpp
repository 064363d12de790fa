// Which lines and comments of a robots.txt are in the policy that it was
// imported to.

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

// What becomes of lines.
enum class Fate : bool {
    kept,  // the policy means the same, in other words; or it was a comment
    lost,  // the policy does not say what the line said to somebody
};

// The lines that one note is about.
struct ImportNotes {
    // More are counted.
    static constexpr std::size_t kMostTexts = 20;

    std::string kind;  // kebab-case, such as "unknown-line"
    Fate fate = Fate::lost;
    // All of them, from 1. A line may come after a later one.
    std::vector<std::uint32_t> lines;
    // For each of the first lines, what happened and what to write.
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

// The keys of a policy's body for lines that are for everybody.
struct KnownLine {
    std::string_view name;
    const char* key;
};
constexpr KnownLine kKnownLines[] = {
    {"sitemap", "sitemap"},
    {"license", "license"},
    {"clean-param", "clean_param"},
};

// Reads `text` line by line and notes each line that `document`, which was made
// of it and whose groups are importable (writer.hpp), does not have for all
// crawlers that it is for, and each that crawlers do not read as it was
// probably meant. Comments are not looked at. Returns the lines of other
// standards, which the policy can have as they are.
std::vector<OtherLine> note_lines(std::string_view text,
                                  const RobotsTxt& document, Runs runs,
                                  std::vector<ImportNotes>& notes);

// Puts the comments of `text` into `document`, which was read from it: those on
// top into its header, those directly above the first User-agent line of a
// group into that group. If two blocks of comments are on top, the last is that
// of the group below it. Adds the others to `notes`.
void take_comments(std::string_view text, RobotsTxt& document,
                   std::vector<ImportNotes>& notes);

}  // namespace robots
