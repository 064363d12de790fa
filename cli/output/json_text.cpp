#include "cli/output/json_text.hpp"

#include <algorithm>
#include <charconv>

#include "cli/output/json.hpp"

namespace robotsctl {

namespace {

bool is_plain(char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
    if (std::all_of(text.begin(), text.end(), is_plain)) {
        out += '"';
        out += text;
        out += '"';
    } else {
        out += Json(std::string(text))
                   .dump(-1, ' ', true, Json::error_handler_t::replace);
    }
}

void JsonText::put_name(std::string_view name) {
    out_ += first_ ? "\"" : ",\"";
    out_ += name;
    out_ += "\":";
    first_ = false;
}

void JsonText::put(std::string_view name, std::string_view text) {
    put_name(name);
    append_json_string(out_, text);
}

void JsonText::put(std::string_view name, double number) {
    put_name(name);
    out_ += number == 0 ? "0.0" : Json(number).dump();
}

void JsonText::put(std::string_view name, std::uint64_t number) {
    put_name(name);
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    out_.append(digits, end);
}

void JsonText::put_raw(std::string_view name, std::string_view json) {
    put_name(name);
    out_ += json;
}

}  // namespace robotsctl
