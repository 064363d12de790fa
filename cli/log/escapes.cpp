#include "cli/log/escapes.hpp"

#include <charconv>
#include <optional>

namespace robotsctl {

namespace {

// The number of `digits` hexadecimal digits behind text[0].
std::optional<unsigned> hexadecimal(std::string_view text, std::size_t digits) {
    if (text.size() <= digits) {
        return std::nullopt;
    }
    unsigned value = 0;
    const char* const end = text.data() + 1 + digits;
    const auto [stop, error] = std::from_chars(text.data() + 1, end, value, 16);
    return error == std::errc{} && stop == end ? std::optional(value)
                                               : std::nullopt;
}

char control(char letter) {
    switch (letter) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        default:
            return letter;
    }
}

// `letter` starts an escape with that many digits.
template <class Single>
std::string_view without(std::string_view text, std::string& storage,
                         char letter, std::size_t digits, Single single) {
    if (text.find('\\') == std::string_view::npos) {
        return text;
    }
    storage.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            storage += text[i];
            continue;
        }
        ++i;
        const auto value = text[i] == letter
                               ? hexadecimal(text.substr(i), digits)
                               : std::nullopt;
        // nginx escapes single octets, in JSON too.
        if (value && *value <= 0xFF) {
            storage += static_cast<char>(*value);
            i += digits;
        } else {
            storage += single(text[i]);
        }
    }
    return storage;
}

}  // namespace

std::string_view unescaped(std::string_view text, std::string& storage) {
    return without(text, storage, 'x', 2, [](char c) { return c; });
}

std::string_view json_unescaped(std::string_view text, std::string& storage) {
    return without(text, storage, 'u', 4, control);
}

}  // namespace robotsctl
