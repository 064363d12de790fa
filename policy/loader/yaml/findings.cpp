#include "policy/loader/yaml/findings.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include "policy/base/edit_distance.hpp"
#include "policy/lint/codes.hpp"

namespace robots::loader {

namespace {

constexpr std::size_t kMaxListed = 30;
constexpr std::size_t kMaxEdits = 2;
constexpr std::size_t kMaxWords = 1000;

bool before(const Place& a, const Place& b) {
    return std::tie(a.file, a.line, a.column) <
           std::tie(b.file, b.line, b.column);
}

std::size_t hash_of(const Place& place, const std::string& text) {
    constexpr std::size_t kPrime = 1099511628211U;
    std::size_t hash = std::hash<std::string>()(text);
    for (const std::uint32_t part : {place.file, place.line, place.column}) {
        hash = (hash ^ part) * kPrime;
    }
    return hash;
}

// What to write in place of a character that word processors and web pages put
// into what people copy; empty if `text` has none.
std::string look_alike_hint(std::string_view text) {
    for (const std::string_view quote :
         {"\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u201a"}) {
        if (text.find(quote) != std::string_view::npos) {
            return "; `" + std::string(quote) +
                   "` is not a quotation mark of YAML, write `\"`";
        }
    }
    const std::size_t blank = text.find("<U+");
    if (blank == std::string_view::npos) {
        return "";
    }
    const std::string_view name =
        text.substr(blank, text.find('>', blank) + 1 - blank);
    return "; " + std::string(name) +
           " is a character that looks like a blank, write a blank or remove "
           "it";
}

}  // namespace

// The same finding counts once as long as it is kept.
void Findings::Kind::add(Finding finding) {
    const std::size_t hash = hash_of(finding.place, finding.text);
    if (const auto it = known.find(hash); it != known.end()) {
        Finding& other = it->second->second;
        ++other.times;
        if (finding.rank < other.rank) {
            finding.times = other.times;
            kept.erase(it->second);
            it->second = kept.emplace(finding.rank, std::move(finding));
        }
        return;
    }
    ++found;
    if (kept.size() == most) {
        const auto last = std::prev(kept.end());
        if (!(finding.rank < last->first)) {
            return;
        }
        found += last->second.times - 1;
        known.erase(hash_of(last->second.place, last->second.text));
        kept.erase(last);
    }
    known[hash] = kept.emplace(finding.rank, std::move(finding));
}

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

bool Findings::full() const {
    return errors_.kept.size() == errors_.most &&
           !(rank_ < std::prev(errors_.kept.end())->first);
}

void Findings::error(const Place& place, std::string_view code,
                     std::string text) {
    text += look_alike_hint(text);
    errors_.add(
        {place, code, std::move(text), Severity::error, std::nullopt, rank_});
}

void Findings::warning(const Place& place, std::string_view code,
                       std::string text, std::optional<Fix> fix,
                       std::optional<Severity> severity) {
    warnings_.try_emplace(code, listing_.of_a_code)
        .first->second.add({place, code, std::move(text),
                            severity.value_or(lint::severity_of(code)),
                            std::move(fix), rank_});
}

void Findings::take_warnings(const Findings& other) {
    for (const auto& [code, kind] : other.warnings_) {
        for (const auto& [rank, finding] : kind.kept) {
            warning(finding.place, code, finding.text, finding.fix,
                    finding.severity);
        }
        if (kind.found > kind.kept.size()) {
            warnings_.at(code).found += kind.found - kind.kept.size();
        }
    }
}

std::string Findings::where(const Place& place) const {
    std::string out = place.file < files_.size() ? files_[place.file] : "";
    if (place.line != 0) {
        out += ':' + std::to_string(place.line);
        out += ':' + std::to_string(place.column);
    }
    return out;
}

bool Findings::is_ignored(std::string_view code) const {
    return std::find(ignored_.begin(), ignored_.end(), code) != ignored_.end();
}

Diagnostic Findings::diagnostic(const Finding& finding) const {
    Diagnostic out;
    if (finding.place.file < files_.size()) {
        out.file = files_[finding.place.file];
    }
    out.line = finding.place.line;
    out.column = finding.place.column;
    out.severity = finding.severity;
    out.code = finding.code;
    out.text = finding.text;
    out.fix = finding.fix;
    return out;
}

// `code` is empty if they have several.
Diagnostic Findings::unlisted(std::size_t count, Severity severity,
                              std::string_view code) const {
    const std::string more = std::to_string(count) + " more";
    Diagnostic out;
    out.file = files_.empty() ? "" : files_.front();
    out.severity = severity;
    out.code = "more-findings";
    out.text = code.empty()
                   ? more + (severity == Severity::error
                                 ? " findings are not shown; fix these first"
                                 : " findings are not shown; `robotsctl check "
                                   "--all` shows them")
                   : more + " of " + quoted(code) +
                         " are not shown; `robotsctl check --all` shows them";
    out.more = count;
    return out;
}

Diagnostics Findings::diagnostics() const {
    std::vector<const Finding*> entries;
    Diagnostics more;
    const auto take = [&entries](const Kind& kind) {
        for (const auto& [rank, finding] : kind.kept) {
            entries.push_back(&finding);
        }
    };
    take(errors_);
    std::size_t rest = errors_.found - errors_.kept.size();
    for (const auto& [code, kind] : warnings_) {
        if (is_ignored(code) || kind.kept.empty()) {
            continue;
        }
        take(kind);
        if (const std::size_t left = kind.found - kind.kept.size(); left > 0) {
            more.push_back(
                unlisted(left, kind.kept.begin()->second.severity, code));
        }
    }
    const auto worse = [](const Finding* a, const Finding* b) {
        return a->severity != b->severity ? a->severity < b->severity
                                          : before(a->place, b->place);
    };
    std::stable_sort(entries.begin(), entries.end(), worse);
    if (entries.size() > listing_.all) {
        rest += entries.size() - listing_.all;
        entries.resize(listing_.all);
    }
    Diagnostics out;
    out.reserve(entries.size() + more.size() + 1);
    for (const Finding* finding : entries) {
        out.push_back(diagnostic(*finding));
    }
    std::stable_sort(more.begin(), more.end(),
                     [](const Diagnostic& a, const Diagnostic& b) {
                         return a.severity < b.severity;
                     });
    std::move(more.begin(), more.end(), std::back_inserter(out));
    if (rest > 0) {
        out.push_back(unlisted(rest,
                               errors_.found > errors_.kept.size()
                                   ? Severity::error
                                   : Severity::warning,
                               ""));
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
