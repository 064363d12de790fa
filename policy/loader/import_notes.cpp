#include "policy/loader/import_notes.hpp"

#include <algorithm>
#include <utility>

namespace robots {

ImportNotes& ImportReport::of(const char* kind, Fate fate) {
    const auto it = std::find_if(
        all_.begin(), all_.end(),
        [kind](const ImportNotes& notes) { return notes.kind == kind; });
    if (it != all_.end()) {
        return *it;
    }
    all_.push_back({kind, fate, {}, {}});
    return all_.back();
}

// A line's number may come after that of a later one.
std::vector<ImportNotes> ImportReport::take() {
    for (ImportNotes& notes : all_) {
        notes.texts.shrink_to_fit();
        notes.lines.shrink_to_fit();
    }
    return std::move(all_);
}

}  // namespace robots
