// Reads the directives of an nginx.conf. Also expands a regular expression into
// the texts that it looks for: `(a|b)c` into "ac" and "bc".

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// A place in an nginx.conf. Lines and columns count from 1; columns count
// octets.
struct ConfPlace {
    std::uint32_t line = 1;
    std::uint32_t column = 1;

    // Returns the place after `octet`, which must be at this place.
    ConfPlace behind(char octet) const {
        return octet == '\n' ? ConfPlace{line + 1, 1}
                             : ConfPlace{line, column + 1};
    }
};

struct ConfWord {
    std::string text;          // as nginx reads it, with escapes replaced
    std::string_view written;  // as it is in the file, without its quotes
    ConfPlace place;           // of the first octet of `written`
    bool is_quoted = false;
};

struct ConfDirective {
    enum class End : std::uint8_t {
        simple,   // ";"
        opens,    // "{"
        closes,   // "}", without words
        missing,  // the file ends within the directive
    };
    std::vector<ConfWord> words;
    std::uint32_t line = 0;  // of the first word, or of the end
    End end = End::missing;

    // Whether the word with this number exists and has this text.
    bool has(std::size_t number, std::string_view text) const {
        return number < words.size() && words[number].text == text;
    }
};

// Reads directives one after the other, and splits them like nginx's own
// parser, with quotes, backslashes and comments. Accepts any text.
class NginxConf {
  public:
    explicit NginxConf(std::string_view text) : text_(text) {}

    // Returns the next directive; nullopt at the end.
    std::optional<ConfDirective> next();

    // Whether a `location` other than `location /` is open.
    bool is_for_some_paths() const;

    // The number of the last `server` block that was opened; 0: none was.
    std::size_t server() const { return server_; }

    // How many `server` blocks are more than a `return` for all requests, which
    // redirects to another server, or refuses unknown hosts.
    std::size_t sites() const { return server_ - returning_.size(); }
    // The numbers of the other ones.
    const std::set<std::size_t>& returning() const { return returning_; }

  private:
    char take();
    void skip_blanks();
    ConfWord take_word();
    void note(const ConfDirective& directive);

    std::string_view text_;  // the rest
    ConfPlace here_;
    enum class Block : std::uint8_t { server, all_paths, some_paths, other };
    std::vector<Block> open_;
    std::size_t server_ = 0;
    std::set<std::size_t> returning_;
};

// What texts_of_expression() returns for a ".", which matches any octet.
constexpr char kAnyOctet = '\0';

// Returns the texts that `expression` looks for in a header: "ac" and "bc" for
// "(a|b)c". Removes "^", "$", "\b", and ".*" at the ends, so the expression may
// not match every header with one of the texts. Another "." becomes kAnyOctet.
// nullopt if the expression has classes, quantifiers or look-arounds, or gives
// more than a thousand texts.
std::optional<std::vector<std::string>> texts_of_expression(
    std::string_view expression);

}  // namespace robots
