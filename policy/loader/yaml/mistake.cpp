#include "policy/loader/yaml/mistake.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "policy/base/text.hpp"
#include "policy/loader/yaml/open_values.hpp"

namespace robots::loader {

namespace {

constexpr auto kNowhere = std::string_view::npos;

// The first mistake is thrown from wherever the scan is, and no further than
// find_mistake().
class Scan {
  public:
    explicit Scan(std::string_view text) : rest_(text) {}

    void run(std::uint32_t last) {
        while (!rest_.empty() && number_ < last) {
            take_line();
        }
        if (rest_.empty()) {
            values_.check_end();
        }
    }

  private:
    // The last plain value, which starts at octet `at` of its line.
    struct Plain {
        std::string_view text;
        std::uint32_t line = 0;
        std::size_t at = 0;
    };

    // Lines of one indentation. A map whose last key has no value on its line
    // may have deeper lines below it, and so may an item of a list.
    struct Level {
        std::size_t indent;
        bool is_list;
        std::uint32_t line;   // of its last entry
        bool takes_deeper;    // lines, as that entry's value
        bool has_plain_text;  // which may go on below
    };

    [[noreturn]] void fail_at(std::size_t at, std::string text) const {
        fail(number_, at + 1, std::move(text));
    }

    void take_line() {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        line_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        if (!line_.empty() && line_.back() == '\r') {
            line_.remove_suffix(1);
        }
        ++number_;
        const std::size_t indent =
            std::min(line_.find_first_not_of(' '), line_.size());
        if (indent == line_.size()) {
            return;
        }
        if (in_block_text_ && indent > block_indent_) {
            return;
        }
        in_block_text_ = false;
        values_.next(line_, number_);
        if (values_.is_open()) {
            values_.go_on(indent, levels_.empty()
                                      ? std::nullopt
                                      : std::optional(levels_.back().indent));
            return;
        }
        take_block_line(indent);
    }

    // A value in a block, from line_[at] on.
    void take_value(std::size_t at) {
        Level& level = levels_.back();
        const std::size_t end = end_of_text(line_);
        if (at >= end) {
            level.takes_deeper = true;
            return;
        }
        level.takes_deeper = false;
        level.has_plain_text = false;
        const char c = line_[at];
        if (c == '"' || c == '\'' || c == '[' || c == '{') {
            values_.start(at);
        } else if (is_item(line_.substr(at))) {
            fail_at(at,
                    "unexpected `- `: a list starts on the line below its key, "
                    "or is written in brackets, as in `[a, b]`");
        } else if (c == '|' || c == '>') {
            in_block_text_ = true;
            block_indent_ = level.indent;
        } else {
            values_.check_start(at, "");
            check_plain(at, end);
            level.has_plain_text = true;
            plain_ = {line_.substr(at, end - at), number_, at};
        }
    }

    void check_plain(std::size_t at, std::size_t end) const {
        for (std::size_t i = at; i < end; ++i) {
            if (ends_key(line_.substr(0, end), i)) {
                fail_at(at, "a value with `: ` must be quoted, as in " +
                                quoted('"' +
                                       std::string(line_.substr(at, end - at)) +
                                       '"'));
            }
        }
    }

    // ---- lines in blocks

    void take_block_line(std::size_t indent) {
        if (line_[indent] == '\t') {
            const std::size_t text = line_.find_first_not_of(" \t");
            if (text != kNowhere && line_[text] != '#') {
                fail_at(indent,
                        "a tab indents this line, which YAML does not allow; "
                        "write blanks");
            }
            return;
        }
        if (line_[indent] == '#' || line_.substr(0, 3) == "---" ||
            line_.substr(0, 3) == "..." || line_[0] == '%') {
            return;
        }
        if (goes_on_plainly(indent)) {
            return;
        }
        while (is_item(line_.substr(indent))) {
            enter_level(indent, true);
            const std::size_t next = line_.find_first_not_of(' ', indent + 1);
            if (next == kNowhere || starts_comment(line_, next)) {
                levels_.back().takes_deeper = true;
                return;
            }
            levels_.back().takes_deeper = true;
            indent = next;
        }
        take_entry(indent);
    }

    // More of the plain text above, which is deeper than its key.
    bool goes_on_plainly(std::size_t indent) const {
        return !levels_.empty() && levels_.back().has_plain_text &&
               indent > levels_.back().indent &&
               !starts_entry(line_.substr(indent));
    }

    // "key: value", or a value alone.
    void take_entry(std::size_t indent) {
        const std::size_t end = end_of_text(line_);
        const std::size_t colon = end_of_key(indent, end);
        if (colon == kNowhere) {
            take_text(indent, end);
            return;
        }
        enter_level(indent, false);
        const std::size_t value = line_.find_first_not_of(" \t", colon + 1);
        take_value(value == kNowhere ? line_.size() : value);
    }

    // The ":" of a key that starts at line_[indent], or npos.
    std::size_t end_of_key(std::size_t indent, std::size_t end) const {
        const char c = line_[indent];
        std::size_t at = indent;
        if (c == '"' || c == '\'') {
            at = line_.find(c, indent + 1);
            if (at == kNowhere) {
                return at;
            }
            at = line_.find_first_not_of(" \t", at + 1);
            return at != kNowhere && ends_key(line_, at) ? at : kNowhere;
        }
        if (c == '[' || c == '{') {
            return kNowhere;
        }
        for (; at < end; ++at) {
            if (ends_key(line_.substr(0, end), at)) {
                return at;
            }
        }
        return kNowhere;
    }

    // A line without a key: the text of an item, or a mistake.
    void take_text(std::size_t indent, std::size_t end) {
        const bool in_item = !levels_.empty() && levels_.back().is_list &&
                             levels_.back().takes_deeper &&
                             levels_.back().indent < indent;
        const bool under_key = !levels_.empty() && !levels_.back().is_list &&
                               levels_.back().takes_deeper &&
                               levels_.back().indent < indent;
        const std::string_view text = line_.substr(indent, end - indent);
        const std::string_view word = word_at(text);
        if (!levels_.empty() && levels_.back().is_list &&
            levels_.back().indent == indent) {
            fail_at(indent, "missing `- ` in front of this item, as on " +
                                line_text(levels_.back().line));
        }
        if (!in_item && !word.empty() && !under_key) {
            check_key_without_colon(indent, text, word);
        }
        if (in_item && word == text && next_line_is_deeper(indent)) {
            fail_at(indent + word.size(), "missing `:` behind " + quoted(word));
        }
        if (levels_.empty()) {
            levels_.push_back({indent, false, number_, false, false});
        } else if (levels_.back().indent >= indent) {
            return;
        }
        take_value(indent);
    }

    void check_key_without_colon(std::size_t indent, std::string_view text,
                                 std::string_view word) const {
        if (word.size() < text.size() && text[word.size()] == ':') {
            fail_at(indent + word.size(),
                    "missing blank behind " + quoted(std::string(word) + ':'));
        }
        if (word.size() == text.size() || is_blank(text[word.size()])) {
            fail_at(indent + word.size(), "missing `:` behind " + quoted(word));
        }
    }

    // What the line above has for a value may be a key without its colon.
    void check_plain_above() const {
        const std::string_view word = word_at(plain_.text);
        if (plain_.line + 1 != number_ || word.empty() ||
            word.size() == plain_.text.size()) {
            return;
        }
        const std::size_t end = plain_.at + word.size();
        if (plain_.text[word.size()] == ':') {
            fail(plain_.line, end + 1,
                 "missing blank behind " + quoted(std::string(word) + ':'));
        }
        if (is_blank(plain_.text[word.size()])) {
            fail(plain_.line, end + 1, "missing `:` behind " + quoted(word));
        }
    }

    bool next_line_is_deeper(std::size_t indent) const {
        const std::string_view next =
            rest_.substr(0, std::min(rest_.find('\n'), rest_.size()));
        const std::size_t deeper = next.find_first_not_of(' ');
        return deeper != kNowhere && deeper > indent &&
               starts_entry(next.substr(deeper));
    }

    // An entry of a list or a map starts at line_[indent].
    void enter_level(std::size_t indent, bool is_list) {
        std::size_t popped = kNowhere;
        while (!levels_.empty() && levels_.back().indent > indent) {
            popped = levels_.back().indent;
            levels_.pop_back();
        }
        if (!levels_.empty() && levels_.back().indent == indent &&
            levels_.back().is_list && !is_list) {
            leave_list(indent);
        }
        const bool same = !levels_.empty() && levels_.back().indent == indent &&
                          levels_.back().is_list == is_list;
        if (same) {
            levels_.back() = {indent, is_list, number_, false, false};
            return;
        }
        check_new_level(indent, is_list, popped);
        levels_.push_back({indent, is_list, number_, false, false});
    }

    // A key below items of the same indentation: of the map that has the list,
    // or of an item whose "-" was forgotten.
    void leave_list(std::size_t indent) {
        const std::uint32_t line = levels_.back().line;
        levels_.pop_back();
        if (levels_.empty() || levels_.back().indent != indent) {
            fail_at(indent, "missing `- ` in front of this item, as on " +
                                line_text(line));
        }
    }

    void check_new_level(std::size_t indent, bool is_list,
                         std::size_t popped) const {
        if (levels_.empty()) {
            return;
        }
        const Level& above = levels_.back();
        // A list may be as deep as its key.
        const bool deep_enough =
            above.indent < indent ||
            (is_list && !above.is_list && above.indent == indent);
        if (popped != kNowhere && above.indent < indent) {
            fail_at(indent, "wrong indentation: this line has " +
                                std::to_string(indent) +
                                (indent == 1 ? " blank" : " blanks") +
                                " in front, but those above have " +
                                std::to_string(above.indent) + " or " +
                                std::to_string(popped));
        }
        if (!above.takes_deeper || !deep_enough) {
            check_plain_above();
            fail_at(indent,
                    is_list && above.indent == indent
                        ? "unexpected `- `: the lines around it are keys, as "
                          "on " +
                              line_text(above.line)
                        : "wrong indentation: this line is deeper than " +
                              line_text(above.line) +
                              ", which has a value already; indent both "
                              "alike");
        }
    }

    std::string_view rest_;
    std::string_view line_;
    std::uint32_t number_ = 0;
    std::vector<Level> levels_;
    OpenValues values_;
    Plain plain_;
    bool in_block_text_ = false;  // behind "|" or ">"
    std::size_t block_indent_ = 0;
};

}  // namespace

std::optional<Mistake> find_mistake(std::string_view text, std::uint32_t last) {
    try {
        Scan(text).run(last);
    } catch (Mistake& mistake) {
        return std::move(mistake);
    }
    return std::nullopt;
}

}  // namespace robots::loader
