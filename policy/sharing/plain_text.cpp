#include "policy/sharing/plain_text.hpp"

#include <algorithm>
#include <charconv>

namespace robots {

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
