// robotsctl check: errors, warnings and failed tests of a policy.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "cli/options/policy_option.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/utf8.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/lint/stale_ranges.hpp"

namespace robotsctl {

namespace {

using robots::Severity;

struct Options {
    PolicyOption policy;
    bool strict = false;
    bool json = false;
};

std::string_view name_of(Severity severity) {
    return severity == Severity::error ? "error" : "warning";
}

void print_json(const robots::Diagnostic& diagnostic) {
    print({{"file", diagnostic.file},
           {"line", diagnostic.line},
           {"column", diagnostic.column},
           {"severity", name_of(diagnostic.severity)},
           {"code", diagnostic.code},
           {"text", diagnostic.text}});
}

void print_text(const robots::Diagnostic& diagnostic) {
    std::string line = to_string(diagnostic);
    const std::string mark =
        ": " + std::string(name_of(diagnostic.severity)) + ": ";
    const std::size_t at =
        line.find(mark, robots::printable(diagnostic.file).size());
    if (at != std::string::npos) {
        const bool error = diagnostic.severity == Severity::error;
        line.replace(at, mark.size(),
                     styled(mark, error ? Look::bad : Look::warning));
    }
    std::cout << line << '\n';
}

std::uint64_t count(const robots::Diagnostics& diagnostics, Severity severity) {
    return static_cast<std::uint64_t>(
        std::count_if(diagnostics.begin(), diagnostics.end(),
                      [severity](const robots::Diagnostic& diagnostic) {
                          return diagnostic.severity == severity;
                      }));
}

// Whether the file of the policy itself cannot be read.
bool is_unreadable(const robots::Diagnostics& diagnostics,
                   const std::string& file) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [&file](const robots::Diagnostic& diagnostic) {
                           return diagnostic.code == "unreadable-file" &&
                                  diagnostic.file == file &&
                                  diagnostic.line == 0;
                       });
}

void add_stale_ranges(robots::Loaded& loaded) {
    if (loaded.policy != nullptr) {
        const auto now = std::chrono::duration_cast<robots::Utc>(
            std::chrono::system_clock::now().time_since_epoch());
        for (auto& warning : stale_ranges(*loaded.policy, now)) {
            loaded.diagnostics.push_back(std::move(warning));
        }
    }
}

int check(const Options& options) {
    robots::Loaded loaded = options.policy.try_load();
    const std::string& file = options.policy.file();
    if (is_unreadable(loaded.diagnostics, file)) {
        for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
            std::cerr << to_string(diagnostic) << '\n';
        }
        return kUnusable;
    }
    add_stale_ranges(loaded);
    for (const robots::Diagnostic& diagnostic : loaded.diagnostics) {
        options.json ? print_json(diagnostic) : print_text(diagnostic);
    }
    std::cout.flush();
    const std::uint64_t errors = count(loaded.diagnostics, Severity::error);
    const std::uint64_t warnings = count(loaded.diagnostics, Severity::warning);
    std::cerr << robots::printable(file) << ": " << counted(errors, "error")
              << ", " << counted(warnings, "warning") << '\n';
    const bool fine = errors == 0 && (warnings == 0 || !options.strict);
    return fine ? kFine : kNo;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
    auto options = std::make_shared<Options>();
    CLI::App* verb =
        app.add_subcommand("check", "load a policy, lint it and run its tests");
    options->policy.add_to(*verb)->required();
    verb->add_flag("--strict", options->strict, "treat warnings as errors");
    verb->add_flag("--json", options->json, "print JSON Lines");
    verb->callback(
        [options, &run] { run = [options] { return check(*options); }; });
}

}  // namespace robotsctl
