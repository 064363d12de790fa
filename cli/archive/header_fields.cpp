#include "cli/archive/header_fields.hpp"

#include <algorithm>
#include <charconv>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

std::string_view take_field_line(std::string_view& text) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    return line;
}

std::string field_value(std::string_view fields, std::string_view name) {
    while (!fields.empty()) {
        const std::string_view line = take_field_line(fields);
        if (line.size() <= name.size() || line[name.size()] != ':' ||
            !robots::equal_folded(line.substr(0, name.size()), name)) {
            continue;
        }
        std::string value(robots::trim(line.substr(name.size() + 1)));
        while (!fields.empty() && robots::is_blank(fields[0])) {
            value += ' ';
            value += robots::trim(take_field_line(fields));
        }
        return value;
    }
    return {};
}

std::optional<std::uint64_t> decimal(std::string_view text) {
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (text.empty() || error != std::errc{} || at != end) {
        return std::nullopt;
    }
    return number;
}

}  // namespace robotsctl
