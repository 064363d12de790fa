#include "policy/base/diagnostic.hpp"

#include <array>

#include "policy/base/utf8.hpp"

namespace robots {

std::string_view name_of(Severity severity) {
    static constexpr std::array<std::string_view, 3> kNames{"error", "warning",
                                                            "advice"};
    return kNames[static_cast<std::size_t>(severity)];
}

std::string_view name_of(Fix::Effect effect) {
    static constexpr std::array<std::string_view, 3> kNames{"none", "opens",
                                                            "closes"};
    return kNames[static_cast<std::size_t>(effect)];
}

std::string to_string(const Diagnostic& diagnostic) {
    std::string out = printable(diagnostic.file);
    if (diagnostic.line != 0) {
        out += ':' + std::to_string(diagnostic.line);
        out += ':' + std::to_string(diagnostic.column);
    }
    out += ": " + std::string(name_of(diagnostic.severity)) + ": ";
    out += printable(diagnostic.text);
    out += " [" + diagnostic.code + ']';
    return out;
}

}  // namespace robots
