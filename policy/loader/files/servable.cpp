#include "policy/loader/files/servable.hpp"

#include <algorithm>
#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/content_kind.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots::loader {

namespace {

// Keys that other kinds of files have not. "Host" is not among them.
constexpr std::string_view kOtherKeys[] = {"sitemap", "clean-param",
                                           "content-signal", "content-usage"};

bool is_url(std::string_view text) {
    return text.substr(0, 7) == "http://" || text.substr(0, 8) == "https://";
}

// A missing colon is forgiven nowhere: "allow 192.0.2.1;" is another program's.
bool is_robots_line(const RobotsLine& line) {
    if (key_from(line.key, Reading::lenient) != LineKey::other) {
        return true;
    }
    const auto* known = std::find_if(
        std::begin(kOtherKeys), std::end(kOtherKeys),
        [&line](std::string_view key) { return equal_folded(key, line.key); });
    return known != std::end(kOtherKeys) ||
           (equal_folded(line.key, "license") && is_url(line.value));
}

bool says_something(std::string_view line) {
    return line.substr(0, line.find('#')).find_first_not_of(" \t\v\f") !=
           std::string_view::npos;
}

}  // namespace

std::string why_not_robots_txt(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) {
        return "it is not text: it contains a NUL byte";
    }
    skip_byte_order_mark(text);
    const bool is_page = is_markup(text);
    bool is_empty = true;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (is_robots_line(split_line(line, Reading::strict))) {
            return "";
        }
        is_empty = is_empty && !says_something(line);
    }
    if (is_page) {
        return "it is an HTML or XML page, perhaps the error page of a server";
    }
    return is_empty ? ""
                    : "it contains no robots.txt line, such as `Disallow:`";
}

}  // namespace robots::loader
