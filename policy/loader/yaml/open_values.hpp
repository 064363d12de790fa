// Values of YAML that end somewhere else than at the end of their line: in
// quotes and in brackets. For those who look for mistakes in a text.

#ifndef ROBOTS_POLICY_LOADER_YAML_OPEN_VALUES_HPP
#define ROBOTS_POLICY_LOADER_YAML_OPEN_VALUES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots::loader {

// Where a text went wrong, and what to write.
struct Mistake {
    std::uint32_t line = 0;    // from 1
    std::uint32_t column = 0;  // from 1, in octets
    std::string text;
};

// The word that `text` starts with: letters, digits, "_" and "-".
std::string_view word_at(std::string_view text);

// Whether text[at] is a ":" that ends a key.
bool ends_key(std::string_view text, std::size_t at);

// Whether text[at] is a "#" that starts a comment.
bool starts_comment(std::string_view text, std::size_t at);

// Where the plain text of a line ends: in front of a comment and its blanks.
std::size_t end_of_text(std::string_view line);

// "- ..."
bool is_item(std::string_view text);

// "key: ..." or "- ..."
bool starts_entry(std::string_view text);

// "line 12"
std::string line_text(std::uint32_t line);

// Throws a Mistake at `column` of a line, counted from 1.
[[noreturn]] void fail(std::uint32_t line, std::size_t column,
                       std::string text);

// Follows such values from line to line. Throws the first Mistake.
class OpenValues {
  public:
    // The next line, counted from 1.
    void next(std::string_view line, std::uint32_t number) {
        line_ = line;
        number_ = number;
    }

    // Whether a value of a line above goes on.
    bool is_open() const { return quote_.octet != 0 || !flows_.empty(); }

    // Does so. The line has `indent` blanks in front; lines of the entry that
    // has the value have `entry` blanks; nullopt: there is no such entry.
    void go_on(std::size_t indent, const std::optional<std::size_t>& entry);

    // A quote, or a bracket, is at line[at].
    void start(std::size_t at);

    // A plain value starts at line[at]: whether it can start so. What it starts
    // with is part of the error, up to one of `ends`.
    void check_start(std::size_t at, std::string_view ends) const;

    // The text ends here.
    void check_end() const;

  private:
    // A bracket or a quote that is open.
    struct Open {
        char octet;
        std::uint32_t line;
        std::uint32_t column;
    };

    [[noreturn]] void fail_at(std::size_t at, std::string text) const {
        fail(number_, at + 1, std::move(text));
    }
    [[noreturn]] void fail_quote() const;
    [[noreturn]] void fail_flow() const;

    Open opened(std::size_t at) const {
        return {line_[at], number_, static_cast<std::uint32_t>(at + 1)};
    }
    // Behind the end of the open quote, which is looked for from line[at] on;
    // or the end of the line.
    std::size_t end_quote(std::size_t at);
    std::size_t take_quote(std::size_t at);
    // What is behind a value that ends in `end`.
    void check_behind(std::size_t at, char end) const;
    void close_flow(std::size_t at);
    // `is_start`: a value may start at line[at].
    void take_flow(std::size_t at, bool is_start);
    bool ends_json_key(std::size_t at) const;
    void check_behind_flow(std::size_t at) const;

    std::string_view line_;
    std::uint32_t number_ = 0;
    std::vector<Open> flows_;
    Open quote_{0, 0, 0};
};

}  // namespace robots::loader

#endif
