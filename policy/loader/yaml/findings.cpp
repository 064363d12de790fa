#include "policy/loader/yaml/findings.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include "policy/lint/codes.hpp"

namespace robots::loader {

namespace {

std::size_t hash_of(const Place& place, const std::string& text) {
    constexpr std::size_t kPrime = 1099511628211U;
    std::size_t hash = std::hash<std::string>()(text);
    for (const std::uint32_t part : {place.file, place.line, place.column}) {
        hash = (hash ^ part) * kPrime;
    }
    return hash;
}

// Returns a hint if `text` has a character that looks like an ASCII quotation
// mark or blank, as in texts from word processors and web pages. Otherwise
// returns "".
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

// Ignores a finding that is already in `kept`.
void Findings::Kind::add(Finding finding) {
    const std::size_t hash = hash_of(finding.place, finding.text);
    if (known.count(hash) != 0) {
        return;
    }
    ++found;
    if (kept.size() < most) {
        known.insert(hash);
        kept.push_back(std::move(finding));
    }
}

Findings::Findings(const Listing& listing, std::vector<std::string> numbered)
    : listing_(listing),
      files_(numbered.size()),
      order_(numbered.size()),
      errors_(listing.all) {
    std::uint32_t number = 0;
    for (std::string& name : numbered) {
        if (!name.empty()) {
            numbered_.emplace(std::move(name), number);
        }
        ++number;
    }
}

std::uint32_t Findings::add_file(std::string name) {
    auto number = static_cast<std::uint32_t>(files_.size());
    if (const auto known = numbered_.find(name); known != numbered_.end()) {
        number = known->second;
        numbered_.erase(known);
    } else {
        files_.emplace_back();
        order_.emplace_back();
    }
    files_[number] = std::move(name);
    order_[number] = named_++;
    return number;
}

// A finding without a file, or with an unknown file, comes first.
bool Findings::before(const Place& a, const Place& b) const {
    const auto order_of = [this](const Place& place) {
        return place.file < order_.size() ? order_[place.file] : 0;
    };
    return std::make_tuple(order_of(a), a.line, a.column) <
           std::make_tuple(order_of(b), b.line, b.column);
}

void Findings::error(const Place& place, std::string_view code,
                     std::string text) {
    text += look_alike_hint(text);
    Finding finding{place, code, std::move(text), Severity::error,
                    std::nullopt};
    const auto kept = of_kept_.find(blamed_.value_or(place.file));
    if (kept == of_kept_.end()) {
        errors_.add(std::move(finding));
        return;
    }
    ++errors_of_kept_;
    if (kept->second.size() < kMostOfKept) {
        kept->second.push_back(std::move(finding));
    }
}

bool Findings::full(const Place& place) const {
    const auto kept = of_kept_.find(blamed_.value_or(place.file));
    return full() ||
           (kept != of_kept_.end() && kept->second.size() == kMostOfKept);
}

void Findings::warning(const Place& place, std::string_view code,
                       std::string text, std::optional<Fix> fix,
                       std::optional<Severity> severity) {
    Finding finding{place, code, std::move(text),
                    severity.value_or(lint::severity_of(code)), std::move(fix)};
    if (copy_ != nullptr) {
        copy_->push_back(finding);
    }
    warnings_.try_emplace(code, listing_.of_a_code)
        .first->second.add(std::move(finding));
}

void Findings::take_warnings(const Findings& other) {
    for (const auto& [code, kind] : other.warnings_) {
        for (const Finding& finding : kind.kept) {
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
    const auto& [file, line, column] = finding.place;
    return {file < files_.size() ? files_[file] : "",
            line,
            column,
            finding.severity,
            std::string(finding.code),
            finding.text,
            finding.fix};
}

std::map<std::string, Diagnostics> Findings::kept_errors() const {
    std::map<std::string, Diagnostics> out;
    for (const auto& [file, errors] : of_kept_) {
        for (const Finding& finding : errors) {
            out[files_[file]].push_back(diagnostic(finding));
        }
    }
    return out;
}

// Returns a diagnostic that counts findings that are not listed. `code` must be
// empty if they have several codes.
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
                   : more + " of " + cited(code) +
                         " are not shown; `robotsctl check --all` shows them";
    out.more = count;
    return out;
}

Diagnostics Findings::diagnostics() const {
    std::vector<const Finding*> entries;
    Diagnostics more;
    const auto take = [&entries](const Kind& kind) {
        for (const Finding& finding : kind.kept) {
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
            more.push_back(unlisted(left, kind.kept.front().severity, code));
        }
    }
    const auto worse = [this](const Finding* a, const Finding* b) {
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

}  // namespace robots::loader
