#include "policy/base/text.hpp"

#include <algorithm>

#include "policy/base/utf8.hpp"

namespace robots {

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        out.emplace_back(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return out;
}

std::string quoted(std::string_view text, std::size_t most) {
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

}  // namespace robots
