// The statements of an nginx.conf.

#ifndef ROBOTS_POLICY_LOADER_NGINX_STATEMENTS_HPP
#define ROBOTS_POLICY_LOADER_NGINX_STATEMENTS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

struct NginxStatement {
    enum class End : std::uint8_t {
        simple,  // ";"
        opens,   // "{"
        closes,  // "}": the words in front of it, mostly none, are no statement
    };
    std::vector<std::string> words;  // without their quotes
    std::uint32_t line = 0;          // of the first word, or of the end
    End end = End::simple;
};

// Reads statements one after the other, as nginx's own parser splits them:
// quotes, backslashes and comments included. Reads anything.
class NginxStatements {
  public:
    explicit NginxStatements(std::string_view text) : text_(text) {}

    // nullopt at the end.
    std::optional<NginxStatement> next();

  private:
    void skip_blanks();
    std::string take_word();
    std::string take_quoted();
    char take();

    std::string_view text_;
    std::uint32_t line_ = 1;
};

}  // namespace robots

#endif
