#include "policy/base/diagnostic.hpp"

#include <algorithm>

#include "policy/base/utf8.hpp"

namespace robots {

std::string to_string(const Diagnostic& diagnostic) {
    std::string out = printable(diagnostic.file);
    if (diagnostic.line != 0) {
        out += ':' + std::to_string(diagnostic.line);
        out += ':' + std::to_string(diagnostic.column);
    }
    out += diagnostic.severity == Severity::error ? ": error: " : ": warning: ";
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
