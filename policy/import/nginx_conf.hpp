// What an nginx.conf says: directives, and regular expressions that are lists
// of texts.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// A place in an nginx.conf, counted from 1; a column is one octet.
struct ConfPlace {
    std::uint32_t line = 1;
    std::uint32_t column = 1;

    // The place behind `octet`, which is here.
    ConfPlace behind(char octet) const {
        return octet == '\n' ? ConfPlace{line + 1, 1}
                             : ConfPlace{line, column + 1};
    }
};

struct ConfWord {
    std::string text;          // as nginx takes it
    std::string_view written;  // as it is in the file, without its quotes
    ConfPlace place;           // of the first octet of `written`
    bool is_quoted = false;
};

struct ConfDirective {
    enum class End : std::uint8_t {
        simple,   // ";"
        opens,    // "{"
        closes,   // "}", in front of which there are no words
        missing,  // the file ends
    };
    std::vector<ConfWord> words;
    std::uint32_t line = 0;  // of the first word, or of the end
    End end = End::missing;

    // Whether the word of that number is there and has that text.
    bool has(std::size_t number, std::string_view text) const {
        return number < words.size() && words[number].text == text;
    }
};

// Reads directives one after the other, as nginx's own parser splits them:
// quotes, backslashes and comments included. Reads anything.
class NginxConf {
  public:
    explicit NginxConf(std::string_view text) : text_(text) {}

    // nullopt at the end.
    std::optional<ConfDirective> next();

  private:
    char take();
    void skip_blanks();
    ConfWord take_word();

    std::string_view text_;  // the rest
    ConfPlace here_;
};

// The texts that `expression` looks for, any of which may be in a header:
// "(a|b)c" finds "ac" and "bc". "^", "$", "\b" and ".*" at the ends are taken
// off, so a header that has one of the texts may be one that the expression
// does not match. nullopt if it is not a list of texts: it has classes,
// quantifiers or look-arounds, or would be a list of more than a thousand.
std::optional<std::vector<std::string>> texts_of_expression(
    std::string_view expression);

}  // namespace robots
