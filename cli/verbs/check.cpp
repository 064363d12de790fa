// robotsctl check: errors, warnings and failed tests of a policy.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/coverage/coverage.hpp"
#include "cli/log/timestamp.hpp"
#include "cli/options/policy_option.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/diagnostic.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/utf8.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/lint/codes.hpp"
#include "policy/lint/stale.hpp"

namespace robotsctl {

namespace {

using robots::Diagnostic;
using robots::Diagnostics;
using robots::Severity;

// The word for a severity in each output format. The array below is in the
// order of Severity.
struct Shown {
    Look look;
    const char* github;
    const char* sarif;
};

constexpr Shown kSeverities[]{{Look::bad, "error", "error"},
                              {Look::warning, "warning", "warning"},
                              {Look::bold, "notice", "note"}};

const Shown& severity_shown(const Diagnostic& diagnostic) {
    return kSeverities[static_cast<std::size_t>(diagnostic.severity)];
}

void print_diagnostic_text(const Diagnostic& diagnostic) {
    std::string line = to_string(diagnostic);
    const std::string mark =
        ": " + std::string(name_of(diagnostic.severity)) + ": ";
    const std::size_t at =
        line.find(mark, robots::printable(diagnostic.file).size());
    if (at != std::string::npos) {
        line.replace(at, mark.size(),
                     styled(mark, severity_shown(diagnostic).look));
    }
    std::cout << line << '\n';
}

void print_diagnostic_json(const Diagnostic& diagnostic) {
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

// The octets that must be escaped in the message of a GitHub workflow command,
// and in a property of this command.
constexpr std::string_view kNotInText = "%\r\n";
constexpr std::string_view kNotInProperty = "%\r\n:,";

std::string github_escaped(std::string_view text, std::string_view special) {
    return robots::percent_encoded(text, [special](unsigned char octet) {
        return special.find(static_cast<char>(octet)) == std::string_view::npos;
    });
}

void print_github(const Diagnostic& diagnostic) {
    std::cout << "::" << severity_shown(diagnostic).github << " file="
              << github_escaped(robots::printable(diagnostic.file),
                                kNotInProperty);
    if (diagnostic.line != 0) {
        std::cout << ",line=" << diagnostic.line
                  << ",col=" << diagnostic.column;
    }
    std::cout << ",title=" << github_escaped(diagnostic.code, kNotInProperty)
              << "::"
              << github_escaped(robots::printable(diagnostic.text), kNotInText)
              << '\n';
}

// Returns how many findings have a severity, including findings that are not
// listed.
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

// Returns "2 errors, 0 warnings", and ", 1 piece of advice" if advice was
// found.
std::string summary_text(const robots::Diagnostics& diagnostics) {
    const std::uint64_t advice = count_of(diagnostics, Severity::advice);
    return counted(count_of(diagnostics, Severity::error), "error") + ", " +
           counted(count_of(diagnostics, Severity::warning), "warning") +
           (advice == 0   ? ""
            : advice == 1 ? ", 1 piece of advice"
                          : ", " + count_text(advice) + " pieces of advice");
}

constexpr std::string_view kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";

// Returns a path as a URI (RFC 3986), which is relative unless the path is
// absolute.
std::string uri_of(std::string_view path) {
    return (path.substr(0, 1) == "/" ? "file://" : "") +
           robots::percent_encoded(path, [](unsigned char octet) {
               return octet == '/' || robots::is_unreserved(octet);
           });
}

std::string meaning_of(std::string_view code) {
    for (const auto& entry : robots::lint::all_codes()) {
        if (entry.name == code) {
            return std::string(entry.summary);
        }
    }
    for (const auto& other : robots::lint::other_warnings()) {
        if (other.name == code) {
            return std::string(other.summary);
        }
    }
    return "the policy does not load";
}

Json rule_of(const Diagnostic& diagnostic) {
    return {{"id", diagnostic.code},
            {"shortDescription", {{"text", meaning_of(diagnostic.code)}}},
            {"defaultConfiguration",
             {{"level", severity_shown(diagnostic).sarif}}}};
}

Json location_of(const Diagnostic& diagnostic) {
    Json physical = {{"artifactLocation", {{"uri", uri_of(diagnostic.file)}}}};
    if (diagnostic.line != 0) {
        physical["region"] = {{"startLine", diagnostic.line}};
        if (diagnostic.column != 0) {
            physical["region"]["startColumn"] = diagnostic.column;
        }
    }
    return {{"physicalLocation", std::move(physical)}};
}

Json result_of(const Diagnostic& diagnostic, std::size_t rule) {
    Json out = {{"ruleId", diagnostic.code},
                {"ruleIndex", rule},
                {"level", severity_shown(diagnostic).sarif},
                {"message", {{"text", diagnostic.text}}},
                {"locations", Json::array({location_of(diagnostic)})}};
    if (diagnostic.fix) {
        out["properties"] = {{"fix", diagnostic.fix->by},
                             {"effect", name_of(diagnostic.fix->effect)}};
    }
    return out;
}

// Returns the findings as SARIF 2.1.0, which code hosts and editors read: one
// log with one run (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). A finding
// without a line is about the whole file.
Json sarif_log(const robots::Diagnostics& diagnostics) {
    Json rules = Json::array();
    Json results = Json::array();
    std::map<std::string, std::size_t> index;
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.more > 0) {
            continue;
        }
        const auto [it, added] =
            index.try_emplace(diagnostic.code, rules.size());
        if (added) {
            rules.push_back(rule_of(diagnostic));
        }
        results.push_back(result_of(diagnostic, it->second));
    }
    return {{"$schema", kSarifSchema},
            {"version", "2.1.0"},
            {"runs", Json::array({{{"tool",
                                    {{"driver",
                                      {{"name", "robotsctl"},
                                       {"version", ROBOTS_VERSION},
                                       {"rules", std::move(rules)}}}}},
                                   {"results", std::move(results)}}})}};
}

void print_sarif(const Diagnostics& diagnostics) {
    std::cout << sarif_log(diagnostics)
                     .dump(2, ' ', true, Json::error_handler_t::replace)
              << '\n';
}

struct Format {
    const char* name;
    // Prints one finding on a line. nullptr for sarif, which prints one
    // document for all findings, even without findings.
    void (*print)(const Diagnostic& diagnostic);
    bool is_for_programs;  // programs read all findings
};

constexpr Format kFormats[]{{"text", print_diagnostic_text, false},
                            {"json", print_diagnostic_json, true},
                            {"sarif", nullptr, true},
                            {"github", print_github, false}};

struct CheckOptions {
    PolicyOption policy;
    std::size_t format = 0;  // one of kFormats
    bool strict = false;
    bool quiet = false;
    bool all = false;
    bool coverage = false;
    std::size_t language = robots::loader::kLanguageMinor;
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

// Adds the warnings about stale data before the advice, after the other
// warnings.
void add_what_ages(robots::Loaded& loaded) {
    if (loaded.policy == nullptr) {
        return;
    }
    Diagnostics stale = stale_warnings(*loaded.policy, utc_now());
    Diagnostics& all = loaded.diagnostics;
    all.insert(std::find_if(all.begin(), all.end(),
                            [](const Diagnostic& diagnostic) {
                                return diagnostic.severity == Severity::advice;
                            }),
               std::make_move_iterator(stale.begin()),
               std::make_move_iterator(stale.end()));
}

// Adds the findings about untested rules, which are advice, at the end.
TestCoverage add_untested(robots::Loaded& loaded) {
    TestCoverage coverage;
    if (loaded.policy != nullptr) {
        coverage = test_coverage(loaded);
        std::move(coverage.untested.begin(), coverage.untested.end(),
                  std::back_inserter(loaded.diagnostics));
    }
    return coverage;
}

// Prints how many rules the tests reach. The policy must have loaded without
// errors.
void print_test_coverage(const TestCoverage& coverage, const std::string& file,
                         bool json) {
    if (json) {
        print({{"summary", true},
               {"rules", coverage.rules},
               {"tested_rules", coverage.reached}});
    } else {
        std::cerr << robots::printable(file) << ": tests reach "
                  << count_text(coverage.reached) << " of "
                  << counted(coverage.rules, "rule") << '\n';
    }
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
    const Format& format = kFormats[options.format];
    robots::Loaded loaded = options.policy.try_load(
        options.all || format.is_for_programs ? robots::loader::kWholeListing
                                              : robots::loader::Listing{},
        static_cast<int>(options.language));
    const std::string& file = options.policy.file();
    if (is_unreadable(loaded.diagnostics, file)) {
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            std::cerr << to_string(diagnostic) << '\n';
        }
        throw Unusable();
    }
    add_what_ages(loaded);
    const TestCoverage coverage =
        options.coverage ? add_untested(loaded) : TestCoverage{};
    const bool fine = count_of(loaded.diagnostics, Severity::error) == 0 &&
                      (count_of(loaded.diagnostics, Severity::warning) == 0 ||
                       !options.strict);
    const std::string summary = summary_text(loaded.diagnostics);
    if (options.quiet) {
        keep_errors(loaded.diagnostics);
    }
    if (format.print == nullptr) {
        print_sarif(loaded.diagnostics);
    } else {
        std::for_each(loaded.diagnostics.begin(), loaded.diagnostics.end(),
                      format.print);
    }
    if (options.coverage && !options.quiet && loaded.policy != nullptr) {
        print_test_coverage(coverage, file,
                            format.print == print_diagnostic_json);
    }
    std::cout.flush();
    if (!options.quiet) {
        std::cerr << robots::printable(file) << ": " << summary << '\n';
    }
    return fine ? kFine : kNo;
}

}  // namespace

void add_check(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<CheckOptions>(
        app, run, "check", "load a policy, lint it and run its tests", check);
    options.policy.add_to(verb)->required();
    verb.add_flag("--strict", options.strict, "treat warnings as errors");
    verb.add_flag("--quiet", options.quiet, "print only errors");
    verb.add_flag("--all", options.all,
                  "print all findings, not ten of a code");
    verb.add_flag("--coverage", options.coverage,
                  "also list the rules that no test of the policy reaches");
    std::vector<std::string> formats;
    for (const Format& format : kFormats) {
        formats.emplace_back(format.name);
    }
    add_choice(verb, "--format", formats, options.format,
               "print text, json (JSON Lines), sarif or github")
        ->type_name("FORMAT");
    // All versions of the language that this release reads, from "1.0" on.
    std::vector<std::string> languages;
    for (int minor = 0; minor <= robots::loader::kLanguageMinor; ++minor) {
        languages.push_back(robots::loader::language_text(minor));
    }
    add_choice(verb, "--language", languages, options.language,
               "report what an nginx refuses that reads this version of the "
               "language")
        ->type_name("VERSION");
}

}  // namespace robotsctl
