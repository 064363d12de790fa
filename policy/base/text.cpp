#include "policy/base/text.hpp"

#include <algorithm>
#include <charconv>

#include "policy/base/utf8.hpp"

namespace robots {

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        out.emplace_back(take_until('\n', text));
    }
    return out;
}

std::string cited(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    while (end < text.size()) {
        const std::size_t length =
            std::max<std::size_t>(character_at(text, end).octets, 1);
        if (end + length > most) {
            return '`' + printable(text.substr(0, end)) + "...`";
        }
        end += length;
    }
    return '`' + printable(text) + '`';
}

std::optional<std::uint64_t> number_from(std::string_view text, int base) {
    std::uint64_t value = 0;
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, value, base);
    return error == std::errc() && end == last ? std::optional(value)
                                               : std::nullopt;
}

bool is_printable(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char octet) {
        return octet > ' ' && octet < '\x7f';
    });
}

}  // namespace robots
