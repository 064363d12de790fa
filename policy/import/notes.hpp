// What an import says about the lines of a robots.txt.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace robots
