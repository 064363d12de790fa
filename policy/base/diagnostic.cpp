#include "policy/base/diagnostic.hpp"

#include <algorithm>

#include "policy/base/utf8.hpp"

namespace robots {

std::string_view name_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::advice:
            return "advice";
    }
    return "";
}

std::string_view name_of(Fix::Effect effect) {
    switch (effect) {
        case Fix::Effect::none:
            return "none";
        case Fix::Effect::opens:
            return "opens";
        case Fix::Effect::closes:
            return "closes";
    }
    return "";
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

bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(
        diagnostics.begin(), diagnostics.end(),
        [](const Diagnostic& d) { return d.severity == Severity::error; });
}

}  // namespace robots
