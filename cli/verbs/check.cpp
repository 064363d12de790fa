// robotsctl check: errors, warnings and failed tests of a policy.

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "cli/check/formats.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/options/values.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/utf8.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/lint/signing_keys.hpp"
#include "policy/lint/stale_ranges.hpp"

namespace robotsctl {

namespace {

using robots::Diagnostic;
using robots::Diagnostics;
using robots::Severity;

// In the order of Format.
constexpr std::array<std::string_view, 4> kFormats{"text", "json", "sarif",
                                                   "github"};

struct CheckOptions {
    PolicyOption policy;
    std::string format{kFormats.front()};
    bool json = false;
    bool strict = false;
    bool quiet = false;
    bool all = false;
};

// Whether the file of the policy itself, or a folder of --root, cannot be read.
bool is_unreadable(const Diagnostics& diagnostics, const std::string& file) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [&file](const Diagnostic& diagnostic) {
                           return (diagnostic.code == "unreadable-file" ||
                                   diagnostic.code == "bad-root") &&
                                  diagnostic.file == file &&
                                  diagnostic.line == 0;
                       });
}

// In front of advice, as all warnings are.
void add_what_ages(robots::Loaded& loaded) {
    if (loaded.policy == nullptr) {
        return;
    }
    const auto now = std::chrono::duration_cast<robots::Utc>(
        std::chrono::system_clock::now().time_since_epoch());
    Diagnostics stale = stale_ranges(*loaded.policy, now);
    Diagnostics keys = signing_keys(*loaded.policy, now);
    std::move(keys.begin(), keys.end(), std::back_inserter(stale));
    Diagnostics& all = loaded.diagnostics;
    all.insert(std::find_if(all.begin(), all.end(),
                            [](const Diagnostic& diagnostic) {
                                return diagnostic.severity == Severity::advice;
                            }),
               std::make_move_iterator(stale.begin()),
               std::make_move_iterator(stale.end()));
}

void keep_errors(Diagnostics& diagnostics) {
    diagnostics.erase(std::remove_if(diagnostics.begin(), diagnostics.end(),
                                     [](const Diagnostic& diagnostic) {
                                         return diagnostic.severity !=
                                                Severity::error;
                                     }),
                      diagnostics.end());
}

int check(const CheckOptions& options) {
    const auto format =
        options.json
            ? Format::json
            : static_cast<Format>(
                  std::find(kFormats.begin(), kFormats.end(), options.format) -
                  kFormats.begin());
    // Programs read all of it.
    const bool whole =
        options.all || format == Format::json || format == Format::sarif;
    robots::Loaded loaded = options.policy.try_load(
        whole ? robots::loader::kWholeListing : robots::loader::Listing{});
    const std::string& file = options.policy.file();
    if (is_unreadable(loaded.diagnostics, file)) {
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            std::cerr << to_string(diagnostic) << '\n';
        }
        return kUnusable;
    }
    add_what_ages(loaded);
    const bool fine = count_of(loaded.diagnostics, Severity::error) == 0 &&
                      (count_of(loaded.diagnostics, Severity::warning) == 0 ||
                       !options.strict);
    const std::string summary = summary_of(loaded.diagnostics);
    if (options.quiet) {
        keep_errors(loaded.diagnostics);
    }
    print_diagnostics(loaded.diagnostics, format);
    std::cout.flush();
    if (!options.quiet) {
        std::cerr << robots::printable(file) << ": " << summary << '\n';
    }
    return fine ? kFine : kNo;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* verb =
        app.add_subcommand("check", "load a policy, lint it and run its tests");
    options->policy.add_to(*verb)->required();
    verb->add_flag("--strict", options->strict, "treat warnings as errors");
    verb->add_flag("--quiet", options->quiet, "print only errors");
    verb->add_flag("--all", options->all,
                   "print all findings, not ten of a code");
    CLI::Option* json =
        verb->add_flag("--json", options->json, "print JSON Lines");
    verb->add_option("--format", options->format,
                     "print text, json, sarif or github")
        ->type_name("FORMAT")
        ->check(one_of({kFormats.begin(), kFormats.end()}))
        ->excludes(json);
    verb->callback(
        [options, &run] { run = [options] { return check(*options); }; });
}

}  // namespace robotsctl
