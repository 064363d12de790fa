#include "policy/robots_txt/content_preferences.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/signature/structured_fields.hpp"

namespace robots {

namespace {

constexpr std::size_t kLongestWord = 64;

// The known signals, in the order in which they are published.
constexpr std::array<std::string_view, 4> kSignals{"search", "ai-input",
                                                   "ai-train", "use"};

std::vector<std::string_view> signal_values(std::string_view signal) {
    return signal == "use"
               ? std::vector<std::string_view>{"immediate", "reference", "full"}
               : std::vector<std::string_view>{"yes", "no"};
}

// Returns the index of `signal` in kSignals; kSignals.size() if it is unknown.
std::size_t rank_of(std::string_view signal) {
    return static_cast<std::size_t>(
        std::find(kSignals.begin(), kSignals.end(), signal) - kSignals.begin());
}

// Returns the word of `words` that equals `text` case-insensitively. Returns
// `text` if `words` does not contain it.
template <class Words>
std::string known_word(std::string_view text, const Words& words) {
    const auto at = std::find_if(
        std::begin(words), std::end(words),
        [text](std::string_view word) { return equal_folded(word, text); });
    return std::string(at == std::end(words) ? text : *at);
}

// Returns a text that is equal for paths with the same meaning. Returns "" for
// a pattern that matches all paths.
std::string normal_path(std::string_view path) {
    std::string out(path.empty() ? path : Pattern(path).text());
    return out == "/" ? "" : out;
}

// If `text`, the value of a line, starts with a path, cuts the path off and
// returns it. Returns "" otherwise. A path starts with one of the octets in
// `starts`.
std::string take_path(std::string_view& text, std::string_view starts) {
    if (text.empty() || starts.find(text[0]) == std::string_view::npos) {
        return "";
    }
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    std::string path = normal_path(text.substr(0, end));
    text = trim(text.substr(end));
    return path;
}

// The draft that the texts of label_problem() mention. content_preferences.hpp
// mentions the same draft.
const std::string kVocabulary = "draft-ietf-aipref-vocab-08";

struct OldLabel {
    std::string_view label;
    const char* instead;
};

// Labels of older drafts, vocab-00 to vocab-04, and what to write instead.
constexpr OldLabel kOldLabels[] = {
    {"all", "write `train-ai` and `search`"},
    {"bots", "write `train-ai` and `search`"},
    {"tdm", "write `train-ai` and `search`"},
    {"ai", "write `train-ai`"},
    {"genai", "write `train-ai`"},
    {"train-genai", "write `train-ai`"},
    {"ai-use", "write `content_signal: {ai-input: ...}`"},
    {"ai-output", "write `content_signal: {ai-input: ...}`"},
    {"inference", "write `content_signal: {ai-input: ...}`"},
};

// Returns the value of `name` in a list of names and values, or nullptr.
template <class Pairs>
auto value_in(Pairs& pairs, std::string_view name)
    -> decltype(&pairs.front().second) {
    const auto it =
        std::find_if(pairs.begin(), pairs.end(),
                     [name](const auto& each) { return each.first == name; });
    return it == pairs.end() ? nullptr : &it->second;
}

}  // namespace

const std::string* ContentSignalLine::find(std::string_view key) const {
    return value_in(signals, key);
}

void ContentSignalLine::set(std::string_view key, std::string_view value) {
    if (std::string* said = value_in(signals, key)) {
        *said = value;
        return;
    }
    const auto behind = std::find_if(signals.begin(), signals.end(),
                                     [rank = rank_of(key)](const auto& each) {
                                         return rank_of(each.first) > rank;
                                     });
    signals.emplace(behind, key, value);
}

bool is_signal_word(std::string_view text) {
    return !text.empty() && text.size() <= kLongestWord &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
           });
}

std::optional<ContentSignalLine> content_signal_from(std::string_view text) {
    ContentSignalLine out;
    out.path = take_path(text, "/*");
    while (!text.empty()) {
        const std::string_view part = trim(take_until(',', text));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string key =
            known_word(trim(part.substr(0, equals)), kSignals);
        const std::string value =
            known_word(trim(part.substr(std::min(equals + 1, part.size()))),
                       signal_values(key));
        if (!is_signal_word(key) || !is_signal_word(value) ||
            out.signals.size() == kMostPreferences) {
            return std::nullopt;
        }
        out.set(key, value);
    }
    return out.signals.empty() ? std::nullopt : std::optional(std::move(out));
}

std::string text_of(const ContentSignalLine& line) {
    std::string out;
    for (const auto& [key, value] : line.signals) {
        out.append(out.empty() ? "" : ", ").append(key);
        out.append("=").append(value);
    }
    return (line.path.empty() ? "" : line.path + ' ') + out;
}

std::string signal_problem(std::string_view key, std::string_view value) {
    const std::vector<std::string_view> known(kSignals.begin(), kSignals.end());
    if (rank_of(key) == kSignals.size()) {
        return "unknown signal " + cited(key) +
               with_listing(did_you_mean(key, known), "known signals", known);
    }
    const std::vector<std::string_view> values = signal_values(key);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
        return "unknown value " + cited(value) + " of the signal " +
               cited(key) +
               with_listing(did_you_mean(value, values), "known values",
                            values);
    }
    return "";
}

const bool* ContentUsageLine::find(std::string_view label) const {
    return value_in(labels, label);
}

std::optional<ContentUsageLine> content_usage_from(std::string_view text) {
    ContentUsageLine out;
    out.path = take_path(text, "/");
    const auto dictionary = signature::read_dictionary(text);
    if (!dictionary) {
        return std::nullopt;
    }
    for (const signature::Member& member : *dictionary) {
        const signature::Item* item = member.is_list || member.items.empty()
                                          ? nullptr
                                          : member.items.data();
        const bool says =
            item != nullptr &&
            item->value.kind == signature::BareItem::Kind::token &&
            (item->value.text == "y" || item->value.text == "n");
        if (says) {
            out.labels.emplace_back(member.key, item->value.text == "y");
        }
        out.has_more = out.has_more || !says || !item->parameters.empty();
    }
    return out.labels.empty() ? std::nullopt : std::optional(std::move(out));
}

std::string preferences_of(const ContentUsageLine& line) {
    std::string out;
    for (const auto& [label, allowed] : line.labels) {
        out.append(out.empty() ? "" : ", ").append(label);
        out += allowed ? "=y" : "=n";
    }
    return out;
}

std::string text_of(const ContentUsageLine& line) {
    return (line.path.empty() || line.path == "/" ? "" : line.path + ' ') +
           preferences_of(line);
}

std::string label_problem(std::string_view label) {
    const std::vector<std::string_view> known{"train-ai", "search"};
    if (std::find(known.begin(), known.end(), label) != known.end()) {
        return "";
    }
    for (const OldLabel& old : kOldLabels) {
        if (old.label == label) {
            return "the label " + cited(label) + " is of an older draft than " +
                   kVocabulary + ", and crawlers ignore it; " + old.instead;
        }
    }
    return "unknown label " + cited(label) + ", which crawlers ignore" +
           with_listing(did_you_mean(label, known), "known labels", known);
}

bool is_of_group(std::string_view field) {
    return equal_folded(field, "content-signal") ||
           equal_folded(field, "content-usage") ||
           equal_folded(field, "license");
}

bool UseOfContent::add(std::string_view field, std::string_view value) {
    if (equal_folded(field, "content-signal")) {
        if (const auto line = content_signal_from(value)) {
            add(*line);
            return true;
        }
    } else if (equal_folded(field, "content-usage")) {
        if (const auto line = content_usage_from(value)) {
            add(*line);
            return true;
        }
    }
    return false;
}

template <class Line>
Line& UseOfContent::ByPath<Line>::operator[](std::string_view path) {
    const auto [it, added] = indexes.emplace(normal_path(path), all.size());
    if (added) {
        all.emplace_back().path = it->first;
    }
    return all[it->second];
}

void UseOfContent::add(const ContentSignalLine& line) {
    ContentSignalLine& all = signals_[line.path];
    for (const auto& [key, value] : line.signals) {
        if (all.signals.size() < kMostPreferences || all.find(key) != nullptr) {
            all.set(key, value);
        }
    }
}

void UseOfContent::add(const ContentUsageLine& line) {
    auto& labels = usage_[line.path].labels;
    for (const auto& [label, allowed] : line.labels) {
        if (bool* said = value_in(labels, label)) {
            *said = *said && allowed;
        } else if (labels.size() < kMostPreferences) {
            labels.emplace_back(label, allowed);
        }
    }
}

std::vector<std::pair<std::string, std::string>> UseOfContent::lines() const {
    std::vector<std::pair<std::string, std::string>> out;
    for (const ContentSignalLine& line : signals_.all) {
        out.emplace_back("Content-Signal", text_of(line));
    }
    for (const ContentUsageLine& line : usage_.all) {
        out.emplace_back("Content-Usage", text_of(line));
    }
    return out;
}

}  // namespace robots
