#include "policy/loader/yaml/findings.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "policy/base/edit_distance.hpp"
#include "policy/loader/yaml/source.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kMaxListed = 20;
constexpr std::size_t kMaxEdits = 2;
constexpr std::size_t kMaxWords = 1000;

bool before(const Place& a, const Place& b) {
    return std::tie(a.file, a.line, a.column) <
           std::tie(b.file, b.line, b.column);
}

}  // namespace

std::uint32_t Findings::add_file(std::string name) {
    files_.push_back(std::move(name));
    return static_cast<std::uint32_t>(files_.size() - 1);
}

Stage Findings::reserve_stage() {
    const Stage reserved = last_stage_ + 1;
    last_stage_ = reserved + 1;
    leave_stages();
    return reserved;
}

void Findings::insert(std::vector<Finding>& kept, Finding finding) {
    const auto behind =
        std::upper_bound(kept.begin(), kept.end(), finding.rank,
                         [](const Rank& rank, const Finding& other) {
                             return rank < other.rank;
                         });
    kept.insert(behind, std::move(finding));
}

// The same finding counts once as long as it is kept.
std::size_t Findings::keep(std::vector<Finding>& kept, Finding finding) {
    for (auto it = kept.begin(); it != kept.end(); ++it) {
        if (!before(it->place, finding.place) &&
            !before(finding.place, it->place) && it->text == finding.text) {
            ++it->times;
            if (finding.rank < it->rank) {
                finding.times = it->times;
                kept.erase(it);
                insert(kept, std::move(finding));
            }
            return 0;
        }
    }
    std::size_t added = 1;
    if (kept.size() == kMaxFindings) {
        if (!(finding.rank < kept.back().rank)) {
            return added;
        }
        added += kept.back().times - 1;
        kept.pop_back();
    }
    insert(kept, std::move(finding));
    return added;
}

void Findings::error(const Place& place, std::string_view code,
                     std::string text) {
    errors_ += keep(kept_errors_, {place, code, std::move(text), rank_});
}

void Findings::warning(const Place& place, std::string_view code,
                       std::string text) {
    warnings_ += keep(kept_warnings_, {place, code, std::move(text), rank_});
}

void Findings::take_warnings(const Findings& other) {
    for (const Finding& finding : other.kept_warnings_) {
        warning(finding.place, finding.code, finding.text);
    }
    warnings_ += other.warnings_ - other.kept_warnings_.size();
}

std::string Findings::where(const Place& place) const {
    std::string out = place.file < files_.size() ? files_[place.file] : "";
    if (place.line != 0) {
        out += ':' + std::to_string(place.line);
        out += ':' + std::to_string(place.column);
    }
    return out;
}

Diagnostic Findings::diagnostic(const Finding& finding,
                                Severity severity) const {
    Diagnostic out;
    if (finding.place.file < files_.size()) {
        out.file = files_[finding.place.file];
    }
    out.line = finding.place.line;
    out.column = finding.place.column;
    out.severity = severity;
    out.code = finding.code;
    out.text = finding.text;
    return out;
}

Diagnostics Findings::diagnostics() const {
    using Entry = std::pair<const Finding*, Severity>;
    std::vector<Entry> entries;
    for (const Finding& finding : kept_errors_) {
        entries.emplace_back(&finding, Severity::error);
    }
    for (const Finding& finding : kept_warnings_) {
        if (entries.size() < kMaxFindings) {
            entries.emplace_back(&finding, Severity::warning);
        }
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) {
                         return before(a.first->place, b.first->place);
                     });
    Diagnostics out;
    out.reserve(entries.size() + 1);
    for (const auto& [finding, severity] : entries) {
        out.push_back(diagnostic(*finding, severity));
    }
    const std::size_t all = errors_ + warnings_;
    if (all > entries.size()) {
        const Finding more{{},
                           "more-findings",
                           std::to_string(all - entries.size()) +
                               " more findings are not shown; fix these first"};
        out.push_back(diagnostic(more, errors_ > kept_errors_.size()
                                           ? Severity::error
                                           : Severity::warning));
    }
    return out;
}

std::string_view nearest(std::string_view text,
                         const std::vector<std::string_view>& words) {
    std::string_view best;
    std::size_t best_distance = kMaxEdits + 1;
    const std::size_t count = std::min(words.size(), kMaxWords);
    for (std::size_t i = 0; i < count; ++i) {
        const std::string_view word = words[i];
        const std::size_t longer = std::max(word.size(), text.size());
        const std::size_t shorter = std::min(word.size(), text.size());
        if (longer - shorter > kMaxEdits || longer <= kMaxEdits) {
            continue;
        }
        const std::size_t distance = edit_distance(text, word);
        if (distance < best_distance && distance < shorter) {
            best = word;
            best_distance = distance;
        }
    }
    return best;
}

std::string did_you_mean(std::string_view text,
                         const std::vector<std::string_view>& words) {
    const std::string_view best = nearest(text, words);
    return best.empty() ? "" : "; did you mean " + quoted(best) + "?";
}

std::string listing(const std::vector<std::string_view>& words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i == kMaxListed) {
            return out + ", ...";
        }
        if (i > 0) {
            out += i + 1 == words.size() ? " and " : ", ";
        }
        out += quoted(words[i]);
    }
    return out;
}

}  // namespace robots::loader
