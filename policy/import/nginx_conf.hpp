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
    std::uint32_t line = 0;  // of the first word or, without words, of the end
    End end = End::missing;

    // Whether the word `number` exists and is `text`. Word 0 is the name.
    bool has(std::size_t number, std::string_view text) const {
        return number < words.size() && words[number].text == text;
    }
};

// Reads one directive after the other, and splits each into words like nginx's
// own parser: with quotes, backslashes and comments. Accepts any text.
class NginxConf {
  public:
    explicit NginxConf(std::string_view text) : text_(text) {}

    // Returns the next directive; nullopt at the end.
    std::optional<ConfDirective> next();

    // Whether the directive that next() returned last is inside a `location`
    // other than `/`.
    bool is_for_some_paths() const;

    // Returns the number of the last `server` block that was opened, counted
    // from 1; 0 if none was opened yet.
    std::size_t server() const { return server_; }

    // Returns the number of `server` blocks that are sites. A `server` block
    // with a `return` for all requests is not a site: it redirects to another
    // server, or refuses unknown hosts.
    std::size_t sites() const { return server_ - returning_.size(); }
    // Returns the numbers of the `server` blocks that are not sites.
    const std::set<std::size_t>& returning() const { return returning_; }

  private:
    char take();
    void skip_blanks();
    ConfWord take_word();
    void note(const ConfDirective& directive);

    std::string_view text_;  // what is not read yet
    ConfPlace here_;
    enum class Block : std::uint8_t { server, all_paths, some_paths, other };
    std::vector<Block> open_;
    std::size_t server_ = 0;
    std::set<std::size_t> returning_;
};

// The octet that texts_of_expression() returns for a ".", which matches any
// octet.
constexpr char kAnyOctet = '\0';

// Returns the texts that `expression` looks for in a header: "ac" and "bc" for
// "(a|b)c". Removes "^", "$", "\b", and ".*" at the start and the end. So a
// header can contain one of the texts even if the expression does not match the
// header. Each other "." becomes kAnyOctet. Returns nullopt if the expression
// has character classes, quantifiers or look-arounds, or gives more than a
// thousand texts.
std::optional<std::vector<std::string>> texts_of_expression(
    std::string_view expression);

}  // namespace robots
