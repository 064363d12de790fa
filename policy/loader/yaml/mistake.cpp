#include "policy/loader/yaml/mistake.hpp"

#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "policy/base/text.hpp"
#include "policy/loader/yaml/yaml_document.hpp"

namespace robots::loader {

namespace {

constexpr auto kNone = std::string_view::npos;

constexpr std::string_view kUnlikeIndents =
    "wrong indentation; indent all keys of a map, and all items of a list, "
    "alike";

// If the parser stops at a line, this is the maximum number of lines above it
// that are searched for the mistake.
constexpr std::uint32_t kNearLines = 1000;

bool is_quote(char c) {
    return c == '"' || c == '\'';
}

bool is_bracket(char c) {
    return c == '[' || c == '{';
}

std::string_view word_at(std::string_view text) {
    return text.substr(0, text.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                 "0123456789_-"));
}

// Whether text[at] is a ":" that ends a key.
bool ends_key(std::string_view text, std::size_t at) {
    return text[at] == ':' && (at + 1 == text.size() || is_blank(text[at + 1]));
}

bool starts_comment(std::string_view text, std::size_t at) {
    return text[at] == '#' && (at == 0 || is_blank(text[at - 1]));
}

// Returns `line` without its comment and without blanks at the end.
std::string_view without_comment(std::string_view line) {
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (starts_comment(line, at)) {
            line = line.substr(0, at);
        }
    }
    const std::size_t last = line.find_last_not_of(" \t\r");
    return line.substr(0, last == kNone ? 0 : last + 1);
}

std::size_t indent_of(std::string_view line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

bool is_item(std::string_view text) {
    return !text.empty() && text[0] == '-' &&
           (text.size() == 1 || is_blank(text[1]));
}

// Whether `text` is like "key: ..." or "- ...".
bool starts_entry(std::string_view text) {
    const std::string_view word = word_at(text);
    return is_item(text) || (!word.empty() && word.size() < text.size() &&
                             ends_key(text, word.size()));
}

// An opening quote or bracket.
struct Opening {
    char octet;
    std::uint32_t line;
    std::uint32_t column;
    std::size_t indent;  // of the entry with this opening
};

// Tracks open quotes and brackets from line to line.
class Openings {
  public:
    // Returns the innermost opening that is still open where the next entry
    // starts, or at the end of `text`. Reads at most `last` lines, and returns
    // nullopt if none of them shows an opening that is never closed.
    std::optional<Opening> find(std::string_view text, std::uint32_t last) {
        while (!text.empty() && number_ < last) {
            const std::string_view line = take_until('\n', text);
            ++number_;
            const std::size_t indent = indent_of(line);
            if (indent == line.size() ||
                (block_text_ && indent > *block_text_)) {
                continue;
            }
            block_text_.reset();
            // A quoted text may have more lines, but they rarely look like an
            // entry.
            if (!open_.empty() && starts_entry(line.substr(indent)) &&
                (in_quote() || indent <= open_.front().indent)) {
                return open_.back();
            }
            follow(line, indent);
        }
        return text.empty() && !open_.empty() ? std::optional(open_.back())
                                              : std::nullopt;
    }

  private:
    bool in_quote() const {
        return !open_.empty() && is_quote(open_.back().octet);
    }

    void follow(std::string_view line, std::size_t indent) {
        std::size_t entry = indent;
        bool starts_value = true;  // whether a value starts at line[at]
        for (std::size_t at = indent; at < line.size(); ++at) {
            const char c = line[at];
            if (in_quote()) {
                at += take_quoted(line.substr(at)) - 1;
                starts_value = false;
            } else if (starts_comment(line, at)) {
                return;
            } else if (starts_value && open_.size() < kMaxDepth &&
                       (is_quote(c) || is_bracket(c))) {
                open_.push_back(
                    {c, number_, static_cast<std::uint32_t>(at + 1), entry});
            } else if (!open_.empty() && (c == ']' || c == '}')) {
                if ((c == ']') != (open_.back().octet == '[')) {
                    open_.clear();  // the parser stops here
                    return;
                }
                open_.pop_back();
                starts_value = false;
            } else if (starts_value && open_.empty() &&
                       (c == '|' || c == '>')) {
                block_text_ = entry;
                return;
            } else if (ends_key(line, at) || (!open_.empty() && c == ',') ||
                       (c == ':' && at > 0 && is_quote(line[at - 1]))) {
                starts_value = true;
            } else if (!is_blank(c)) {
                entry = starts_value && open_.empty() ? at : entry;
                starts_value = starts_value && is_item(line.substr(at));
            }
        }
    }

    // Returns the size of the next character in the open quote: 2 if escaped.
    std::size_t take_quoted(std::string_view text) {
        const char quote = open_.back().octet;
        const bool pair = text.size() > 1;
        if (pair && (quote == '"' ? text[0] == '\\'
                                  : text[0] == quote && text[1] == quote)) {
            return 2;
        }
        if (text[0] == quote) {
            open_.pop_back();
        }
        return 1;
    }

    std::uint32_t number_ = 0;
    std::vector<Opening> open_;
    // The indentation of the entry with a block text ("|" or ">").
    std::optional<std::size_t> block_text_;
};

// The line at which the parser stopped, and the non-empty lines above.
class Surroundings {
  public:
    Surroundings(std::string_view text, const YAML::Exception& error)
        : number_(static_cast<std::uint32_t>(error.mark.line) + 1),
          column_(static_cast<std::size_t>(error.mark.column)) {
        for (std::uint32_t number = 1; number <= number_; ++number) {
            line_ = without_comment(take_until('\n', text));
            if (number < number_ && number + kNearLines >= number_ &&
                !line_.empty()) {
                above_.push_back({line_, number});
            }
        }
    }

    std::optional<Mistake> find(const std::string& message) const {
        const std::size_t indent = indent_of(line_);
        if (indent < line_.size() && line_[indent] == '\t') {
            return at(indent,
                      "a tab indents this line, which YAML does not allow; "
                      "write blanks");
        }
        if (auto mistake = find_at_mark()) {
            return mistake;
        }
        if (message == YAML::ErrorMsg::MAP_VALUE) {
            return find_key();
        }
        return message == YAML::ErrorMsg::END_OF_MAP ? find_item(indent)
                                                     : std::nullopt;
    }

  private:
    struct Line {
        std::string_view text;
        std::uint32_t number;
        // Returns the index of the key or value in `text`, after all "- ".
        std::size_t start() const {
            std::size_t at = indent_of(text);
            while (is_item(text.substr(at))) {
                at = std::min(text.find_first_not_of(' ', at + 1), text.size());
            }
            return at;
        }
    };

    Mistake at(std::size_t octet, std::string text) const {
        return {number_, static_cast<std::uint32_t>(octet + 1),
                std::move(text)};
    }

    // Finds a character that cannot start a value, or text after a closed
    // value.
    std::optional<Mistake> find_at_mark() const {
        // If an alias has no name, the parser reports the place after its "*".
        const std::size_t start =
            line_.substr(0, column_ + 1).find_last_of("*&@`%");
        if (start != kNone && start + 1 >= column_ &&
            (start == 0 || is_blank(line_[start - 1]) ||
             is_bracket(line_[start - 1]))) {
            return at(start, cannot_start(start));
        }
        const std::string_view before = trim(line_.substr(0, column_));
        if (column_ >= line_.size() || before.empty() ||
            std::string_view(":]}").find(line_[column_]) != kNone) {
            return std::nullopt;
        }
        const char end = before.back();
        const std::string behind = "unexpected text behind the closing ";
        if (is_quote(end)) {
            return at(column_, behind +
                                   "quote; quote the whole value, and write a "
                                   "quote in it as " +
                                   (end == '"' ? "`\\\"`" : "`''`"));
        }
        if (end == ']' || end == '}') {
            return at(column_,
                      behind + "bracket; write each key on its own line");
        }
        return std::nullopt;
    }

    std::string cannot_start(std::size_t start) const {
        std::string value(line_.substr(start));
        value.resize(std::min(value.find_first_of(",]}"), value.size()));
        const char c = value.front();
        const std::string as = "; quote it, as in " + cited('"' + value + '"');
        return c == '*'
                   ? "a value that starts with `*` is an alias in YAML" + as
               : c == '&'
                   ? "a value that starts with `&` is an anchor in YAML" + as
                   : "a value cannot start with " + cited(std::string(1, c)) +
                         as;
    }

    // Finds a ":" at a wrong place: in a value, or in a line that is not read
    // as a key, because the line above has no ":".
    std::optional<Mistake> find_key() const {
        const Line line{line_, number_};
        const std::size_t value =
            line_.find_first_not_of(" \t", end_of_key(line) + 1);
        if (value < column_ && !is_bracket(line_[line.start()]) &&
            !is_bracket(line_[value]) && !is_quote(line_[value])) {
            return at(value,
                      "a value with `: ` must be quoted, as in " +
                          cited('"' + std::string(line_.substr(value)) + '"'));
        }
        if (above_.empty()) {
            return std::nullopt;
        }
        const Line& above = above_.back();
        if (end_of_key(above) == above.text.size()) {
            return find_colon(above);
        }
        if (line.start() > above.start() && above.text.back() != ':') {
            return at(indent_of(line_),
                      "wrong indentation: this line is deeper than line " +
                          std::to_string(above.number) +
                          ", which has a value already; indent both alike");
        }
        return std::nullopt;
    }

    // Returns the index of the first ":" that ends a key, or the line's size.
    static std::size_t end_of_key(const Line& line) {
        std::size_t at = line.start();
        while (at < line.text.size() && !ends_key(line.text, at)) {
            ++at;
        }
        return at;
    }

    static std::optional<Mistake> find_colon(const Line& line) {
        const std::size_t start = line.start();
        const std::string_view word = word_at(line.text.substr(start));
        const std::size_t end = start + word.size();
        const bool has_colon = end < line.text.size() && line.text[end] == ':';
        if (word.empty() || (end < line.text.size() && !has_colon &&
                             !is_blank(line.text[end]))) {
            return std::nullopt;
        }
        return Mistake{
            line.number, static_cast<std::uint32_t>(end + 1),
            has_colon ? "missing blank behind " + cited(std::string(word) + ':')
                      : "missing `:` behind " + cited(word)};
    }

    // Finds a line without "- " that has the indentation of list items above.
    std::optional<Mistake> find_item(std::size_t indent) const {
        const auto other = std::find_if(
            above_.rbegin(), above_.rend(),
            [&](const Line& line) { return indent_of(line.text) <= indent; });
        if (other == above_.rend() || is_item(line_.substr(indent)) ||
            indent_of(other->text) != indent ||
            !is_item(other->text.substr(indent))) {
            return std::nullopt;
        }
        return at(indent, "missing `- ` in front of this item, as on line " +
                              std::to_string(other->number));
    }

    std::string_view line_;
    std::uint32_t number_;
    std::size_t column_;
    std::vector<Line> above_;
};

// Returns a clearer text for a message of the parser, with advice.
std::string reworded(const std::string& message) {
    using namespace YAML::ErrorMsg;
    static const std::pair<std::string_view, std::string_view> kWords[] = {
        {MAP_VALUE,
         "unexpected `:`; quote a value that contains `: `, and indent all "
         "keys "
         "of a map alike"},
        {BLOCK_ENTRY,
         "unexpected `- `: a list starts on the line below its key, or is "
         "written in brackets, as in `[a, b]`"},
        {END_OF_MAP, kUnlikeIndents},
        {END_OF_SEQ, kUnlikeIndents},
        {END_OF_MAP_FLOW, "missing `}` or `,` in a map that starts with `{`"},
        {END_OF_SEQ_FLOW, "missing `]` or `,` in a list that starts with `[`"},
        {FLOW_END,
         "unexpected bracket; write `]` only for a list that starts with `[`, "
         "and `}` only for a map that starts with `{`"},
        {UNKNOWN_TOKEN, "a value cannot start with this character; quote it"},
    };
    for (const auto& [theirs, ours] : kWords) {
        if (theirs == message) {
            return std::string(ours);
        }
    }
    return "invalid YAML: " + message;
}

}  // namespace

std::string never_closed(char opening) {
    if (is_quote(opening)) {
        return "this quote is never closed; write " +
               cited(std::string(1, opening)) + " at the end of the value";
    }
    const bool list = opening == '[';
    return std::string("this ") + (list ? "`[`" : "`{`") +
           " is never closed; write " + (list ? "`]`" : "`}`") +
           " at the end of the " + (list ? "list" : "map") +
           ", and quote it if it is text";
}

Mistake explain(const YAML::Exception& error, std::string_view text) {
    if (error.mark.is_null()) {
        return {0, 0, reworded(error.msg)};
    }
    const auto line = static_cast<std::uint32_t>(error.mark.line) + 1;
    if (const auto open = Openings().find(text, line)) {
        return {open->line, open->column, never_closed(open->octet)};
    }
    if (auto mistake = Surroundings(text, error).find(error.msg)) {
        return std::move(*mistake);
    }
    return {line, static_cast<std::uint32_t>(error.mark.column) + 1,
            reworded(error.msg)};
}

}  // namespace robots::loader
