#include "policy/loader/yaml/reader.hpp"

#include <algorithm>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/yaml/numbers.hpp"
#include "policy/site/body.hpp"

namespace robots::loader {

namespace {

// Whether `octet` marks a slot (a per-request variable) that is not after
// `last` in the enumeration Slot. If `last` is Slot::none, returns false.
bool is_slot_mark(char octet, Slot last) {
    const Slot slot = slot_of(octet);
    return slot != Slot::none && slot <= last;
}

// Returns the index of a control character that `text` must not have, or npos.
// Marks of slots up to `last` are allowed.
std::size_t find_control(std::string_view text, Lines lines, Slot last) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        // Fast path for nearly all octets: a policy may have many millions.
        if (text[at] >= ' ' && text[at] <= '~') {
            continue;
        }
        const Character character = character_at(text, at);
        if (character.octets > 0 && is_control(character.code) &&
            !(lines == Lines::many && text[at] == '\n') &&
            !is_slot_mark(text[at], last)) {
            return at;
        }
    }
    return std::string_view::npos;
}

// Returns a hint for a word that is a boolean in other languages.
std::string boolean_hint(const std::string& word) {
    for (const std::string_view yes : {"yes", "on", "1", "true"}) {
        if (equal_folded(yes, word)) {
            return "; did you mean `true`?";
        }
    }
    for (const std::string_view no : {"no", "off", "0", "false"}) {
        if (equal_folded(no, word)) {
            return "; did you mean `false`?";
        }
    }
    return "";
}

// Returns "`key`: ", or "" if the value is a whole file.
std::string subject_of(const Value& value) {
    return value.key.find(' ') == std::string_view::npos
               ? cited(value.key) + ": "
               : "";
}

std::string_view kind_name(YamlNode::Kind kind) {
    switch (kind) {
        case YamlNode::Kind::null:
            return "nothing";
        case YamlNode::Kind::scalar:
            return "a string";
        case YamlNode::Kind::sequence:
            return "a list";
        case YamlNode::Kind::map:
            return "a map";
    }
    return "";
}

}  // namespace

void Reader::wrong_type(const Value& value, std::string_view wanted) const {
    if (value.node->kind == YamlNode::Kind::null) {
        error(value.place(), "empty-value",
              cited(value.key) + " has no value; expected " +
                  std::string(wanted));
        return;
    }
    error(value.place(), "wrong-type",
          subject_of(value) + "expected " + std::string(wanted) + ", got " +
              std::string(kind_name(value.node->kind)));
}

std::optional<std::string_view> Reader::scalar(const Value& value) const {
    if (value.node->kind != YamlNode::Kind::scalar) {
        wrong_type(value, "a string");
        return std::nullopt;
    }
    return value.node->text;
}

std::optional<std::string> Reader::text(const Value& value,
                                        PerRequest per_request,
                                        Lines lines) const {
    const auto written = scalar(value);
    if (!written) {
        return std::nullopt;
    }
    const bool many = lines == Lines::many;
    if (find_control(*written, lines, Slot::none) != std::string_view::npos) {
        error(value.place(), "control-octet",
              cited(value.key) +
                  (many ? " contains a control character other than "
                          "line breaks; remove it"
                        : " contains a line break, a tab or another "
                          "control character; remove it"));
        return std::nullopt;
    }
    auto out =
        variables_->substitute(*written, per_request, value.place(), findings_);
    const Slot last =
        per_request == PerRequest::refusal ? Slot::rule : Slot::origin;
    if (out && find_control(*out, lines, last) != std::string_view::npos) {
        error(value.place(), "control-octet",
              cited(value.key) +
                  " contains a control character from a variable's "
                  "value; remove it there");
        return std::nullopt;
    }
    return out;
}

std::optional<bool> Reader::boolean(const Value& value) const {
    const auto word = text(value);
    if (!word) {
        return std::nullopt;
    }
    if (*word != "true" && *word != "false") {
        error(value.place(), "bad-boolean",
              cited(value.key) + ": expected `true` or `false`, got " +
                  cited(*word) + boolean_hint(*word));
        return std::nullopt;
    }
    return *word == "true";
}

std::optional<Milliseconds> Reader::duration(const Value& value,
                                             Milliseconds least,
                                             Milliseconds most) const {
    const auto word = text(value);
    if (!word) {
        return std::nullopt;
    }
    const auto out = parse_duration(*word);
    if (!out) {
        error(value.place(), "bad-duration",
              duration_problem(*word, least, most));
        return std::nullopt;
    }
    if (*out < least || *out > most) {
        error(value.place(), "out-of-range",
              cited(value.key) + ": expected a duration from " +
                  cited(duration_text(least)) + " to " +
                  cited(duration_text(most)) + ", got " + cited(*word));
        return std::nullopt;
    }
    return out;
}

std::optional<std::uint32_t> Reader::integer(const Value& value,
                                             std::uint32_t least,
                                             std::uint32_t most) const {
    const auto word = text(value);
    if (!word) {
        return std::nullopt;
    }
    const auto out = parse_integer(*word);
    if (!out || *out < least || *out > most) {
        error(value.place(), "bad-number",
              cited(value.key) + ": expected a whole number from " +
                  std::to_string(least) + " to " + std::to_string(most) +
                  ", got " + cited(*word));
        return std::nullopt;
    }
    return out;
}

std::optional<std::uint32_t> Reader::percentage(const Value& value) const {
    const auto word = text(value);
    if (!word) {
        return std::nullopt;
    }
    std::optional<std::uint32_t> out;
    if (!word->empty() && word->back() == '%') {
        out =
            parse_integer(std::string_view(*word).substr(0, word->size() - 1));
    }
    if (!out || *out > 100) {
        error(value.place(), "bad-percentage",
              cited(value.key) +
                  ": expected a percentage from `0%` to `100%`, got " +
                  cited(*word));
        return std::nullopt;
    }
    return out;
}

std::optional<std::size_t> Reader::choice(
    const Value& value, const std::vector<std::string_view>& words,
    std::string_view code, const std::vector<Meant>& meant) const {
    const auto word = text(value);
    if (!word) {
        return std::nullopt;
    }
    const auto it = std::find(words.begin(), words.end(), *word);
    if (it == words.end()) {
        const auto other =
            std::find_if(meant.begin(), meant.end(), [&](const Meant& each) {
                return equal_folded(each.written, *word);
            });
        const std::string hint =
            other == meant.end() ? did_you_mean(*word, words)
                                 : "; did you mean " + cited(other->word) + "?";
        error(value.place(), code,
              cited(value.key) + ": unknown value " + cited(*word) +
                  with_listing(hint, "expected one of", words));
        return std::nullopt;
    }
    return static_cast<std::size_t>(it - words.begin());
}

std::vector<Value> Reader::list(const Value& value) const {
    std::vector<Value> out;
    if (value.node->kind == YamlNode::Kind::map) {
        error(value.place(), "wrong-type",
              cited(value.key) +
                  ": expected a list, got a map; write `- ` in "
                  "front of each item");
        return out;
    }
    if (value.node->kind != YamlNode::Kind::sequence) {
        wrong_type(value, "a list");
        return out;
    }
    out.reserve(value.node->size);
    for (const YamlNode& item : *value.node) {
        out.push_back({value.key, &item});
    }
    return out;
}

std::vector<Value> Reader::one_or_more(const Value& value) const {
    if (value.node->kind == YamlNode::Kind::sequence) {
        return list(value);
    }
    if (value.node->kind == YamlNode::Kind::null) {
        wrong_type(value, "a value or a list");
        return {};
    }
    return {value};
}

std::vector<Text> Reader::texts(const Value& value, PerRequest per_request,
                                Lines lines) const {
    std::vector<Text> out;
    for (const Value& item : one_or_more(value)) {
        if (auto read = text(item, per_request, lines)) {
            out.push_back({std::move(*read), item.place()});
        }
    }
    return out;
}

std::optional<std::string> Reader::filled_text(const Value& value,
                                               std::string_view if_empty,
                                               PerRequest per_request) const {
    auto out = text(value, per_request);
    if (out && out->empty()) {
        error(value.place(), "empty-value", std::string(if_empty));
        out.reset();
    }
    return out;
}

std::vector<Text> Reader::filled_texts(const Value& value,
                                       std::string_view if_empty,
                                       PerRequest per_request) const {
    std::vector<Text> out;
    for (const Value& item : one_or_more(value)) {
        if (auto read = filled_text(item, if_empty, per_request)) {
            out.push_back({std::move(*read), item.place()});
        }
    }
    return out;
}

bool Reader::is_map(const Value& value) const {
    if (value.node->kind == YamlNode::Kind::map) {
        return true;
    }
    const std::string_view text = value.node->text;
    const std::size_t colon = text.find(':');
    if (value.node->kind == YamlNode::Kind::scalar && colon + 1 < text.size() &&
        colon > 0 && text.find_first_of(" /") > colon) {
        error(value.place(), "wrong-type",
              subject_of(value) + "expected a map of `key: value`, got " +
                  cited(text) + "; write a blank behind the `:`");
        return false;
    }
    wrong_type(value, "a map of `key: value`");
    return false;
}

void Reader::unknown_key(const YamlNode& key, std::string_view owner,
                         const std::vector<std::string_view>& known) const {
    error(key.place, "unknown-key",
          "unknown key " + cited(key.text) + " in " + std::string(owner) +
              key_hint(key.text, owner, known, homes_));
}

bool Reader::undoes(const Value& value) const {
    if (value.node->says_null) {
        check_age(value.place(), "null", {1});
    }
    return value.node->says_null;
}

void Reader::check_age(const Place& place, std::string_view name,
                       const KeyAge& age) const {
    if (!age.today.empty()) {
        warning(place, "deprecated-key",
                cited(name) + " is the old name; write " + cited(age.today));
    } else if (age.since > language_) {
        error(place, "newer-language",
              cited(name) + " is new in language " + language_text(age.since) +
                  "; an nginx that reads " + language_text(language_) +
                  " refuses it");
    }
}

void Reader::check_renamed(const YamlNode& map, const YamlNode& name,
                           const KeyAge& age) const {
    if (age.today.empty()) {
        return;
    }
    // age.today is like "expect" or "at_most: {unsupported: ...}".
    const std::size_t colon = age.today.find(':');
    const YamlNode* today = find_key(map, age.today.substr(0, colon));
    if (today != nullptr && colon != std::string_view::npos) {
        today = today->kind == YamlNode::Kind::map ? find_key(*today, name.text)
                                                   : nullptr;
    }
    if (today != nullptr) {
        error(name.place, "duplicate-key",
              cited(name.text) + " is the old name of " + cited(age.today) +
                  ", and both are written; remove " + cited(name.text));
    }
}

const YamlNode* find_key(const YamlNode& map, std::string_view key) {
    for (std::uint32_t i = 0; i + 1 < map.size; i += 2) {
        if (map.items[i].text == key) {
            return &map.items[i + 1];
        }
    }
    return nullptr;
}

}  // namespace robots::loader
