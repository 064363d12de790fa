#include "diagnostic.hpp"

#include <algorithm>

namespace robots {

std::string to_string(const Diagnostic& diagnostic) {
    std::string out = diagnostic.file;
    if (diagnostic.line != 0) {
        out += ':' + std::to_string(diagnostic.line);
        out += ':' + std::to_string(diagnostic.column);
    }
    out += diagnostic.severity == Severity::error ? ": error: " : ": warning: ";
    out += diagnostic.text;
    out += " [" + diagnostic.code + ']';
    return out;
}

bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(
        diagnostics.begin(), diagnostics.end(),
        [](const Diagnostic& d) { return d.severity == Severity::error; });
}

}  // namespace robots
