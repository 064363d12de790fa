#include "cli/check/formats.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "cli/check/sarif.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

using robots::Diagnostic;
using robots::Severity;

Look look_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return Look::bad;
        case Severity::warning:
            return Look::warning;
        case Severity::advice:
            break;
    }
    return Look::bold;
}

void print_text(const Diagnostic& diagnostic) {
    std::string line = to_string(diagnostic);
    const std::string mark =
        ": " + std::string(name_of(diagnostic.severity)) + ": ";
    const std::size_t at =
        line.find(mark, robots::printable(diagnostic.file).size());
    if (at != std::string::npos) {
        line.replace(at, mark.size(),
                     styled(mark, look_of(diagnostic.severity)));
    }
    std::cout << line << '\n';
}

void print_json(const Diagnostic& diagnostic) {
    Json out = {{"file", diagnostic.file},
                {"line", diagnostic.line},
                {"column", diagnostic.column},
                {"severity", name_of(diagnostic.severity)},
                {"code", diagnostic.code},
                {"text", diagnostic.text}};
    if (diagnostic.fix) {
        out["fix"] = {{"by", diagnostic.fix->by},
                      {"effect", name_of(diagnostic.fix->effect)}};
    }
    if (diagnostic.more > 0) {
        out["more"] = diagnostic.more;
    }
    print(out);
}

// A workflow command: its message may not hold these, nor its properties ":"
// and ",".
std::string escaped(std::string_view text, bool property) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '%':
                out += "%25";
                break;
            case '\r':
                out += "%0D";
                break;
            case '\n':
                out += "%0A";
                break;
            case ':':
                out += property ? "%3A" : ":";
                break;
            case ',':
                out += property ? "%2C" : ",";
                break;
            default:
                out += c;
        }
    }
    return out;
}

void print_github(const Diagnostic& diagnostic) {
    const std::string_view command = diagnostic.severity == Severity::advice
                                         ? "notice"
                                         : name_of(diagnostic.severity);
    std::cout << "::" << command
              << " file=" << escaped(robots::printable(diagnostic.file), true);
    if (diagnostic.line != 0) {
        std::cout << ",line=" << diagnostic.line
                  << ",col=" << diagnostic.column;
    }
    std::cout << ",title=" << escaped(diagnostic.code, true)
              << "::" << escaped(robots::printable(diagnostic.text), false)
              << '\n';
}

}  // namespace

void print_diagnostics(const robots::Diagnostics& diagnostics, Format format) {
    if (format == Format::sarif) {
        std::cout << sarif_log(diagnostics)
                         .dump(2, ' ', true, Json::error_handler_t::replace)
                  << '\n';
        return;
    }
    for (const Diagnostic& diagnostic : diagnostics) {
        switch (format) {
            case Format::json:
                print_json(diagnostic);
                break;
            case Format::github:
                print_github(diagnostic);
                break;
            default:
                print_text(diagnostic);
        }
    }
}

std::uint64_t count_of(const robots::Diagnostics& diagnostics,
                       Severity severity) {
    std::uint64_t out = 0;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == severity) {
            out += std::max<std::uint64_t>(diagnostic.more, 1);
        }
    }
    return out;
}

std::string summary_of(const robots::Diagnostics& diagnostics) {
    const std::uint64_t advice = count_of(diagnostics, Severity::advice);
    return counted(count_of(diagnostics, Severity::error), "error") + ", " +
           counted(count_of(diagnostics, Severity::warning), "warning") +
           (advice == 0   ? ""
            : advice == 1 ? ", 1 piece of advice"
                          : ", " + count_text(advice) + " pieces of advice");
}

}  // namespace robotsctl
