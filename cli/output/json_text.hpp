// JSON that is written as text, where there is much of it.

#ifndef ROBOTS_CLI_OUTPUT_JSON_TEXT_HPP
#define ROBOTS_CLI_OUTPUT_JSON_TEXT_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace robotsctl {

// Appends members to an object, in the form in which print() (json.hpp) prints
// one: ASCII, and octets that are not UTF-8 become U+FFFD. Nothing but
// put_raw() can make it invalid.
class JsonText {
  public:
    // `out` gets the object, and outlives this.
    explicit JsonText(std::string& out) : out_(out) { out_ += '{'; }
    void end() { out_ += '}'; }

    void put(std::string_view name, std::string_view text);
    void put(std::string_view name, const char* text) {
        put(name, std::string_view(text));
    }
    void put(std::string_view name, double number);
    void put(std::string_view name, std::uint64_t number);
    void put(std::string_view name, bool value) {
        put_raw(name, value ? "true" : "false");
    }
    void put_null(std::string_view name) { put_raw(name, "null"); }

    // `json` is a value as it is written.
    void put_raw(std::string_view name, std::string_view json);

  private:
    void put_name(std::string_view name);

    std::string& out_;
    bool first_ = true;
};

// Appends `text` in quotes.
void append_json_string(std::string& out, std::string_view text);

}  // namespace robotsctl

#endif
