// robotsctl: the command-line tool. It uses the same code as the module to
// judge requests.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/values.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace {

// Prints the lines of `text` on standard error. Makes them printable, because
// messages quote arguments of the command line.
void print_lines(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::cerr << robots::printable(line) << '\n';
    }
}

// Whether the first argument is an unknown verb. If so, prints an error that
// suggests a known verb.
bool is_unknown_verb(const CLI::App& app,
                     const std::vector<std::string>& words) {
    const std::string word = words.empty() ? "" : words.front();
    if (word.empty() || word.front() == '-') {
        return false;
    }
    std::vector<std::string> names;
    for (const CLI::App* verb : app.get_subcommands(nullptr)) {
        names.push_back(verb->get_name());
    }
    if (std::find(names.begin(), names.end(), word) != names.end()) {
        return false;
    }
    const std::vector<std::string_view> verbs(names.begin(), names.end());
    const std::string hint = robots::did_you_mean(word, verbs);
    robotsctl::complain(
        "unknown verb " + robots::cited(word) +
        (hint.empty() ? "; verbs are " + robots::listing(verbs) : hint));
    return true;
}

struct OldName {
    std::string_view verb;
    std::string_view option;  // empty: the verb itself is old
    std::string_view now;     // a verb, or an option of the same verb
};

constexpr OldName kOldNames[] = {
    {"identity", "", "sources"},
    {"replay", "--suggest", "suggest"},
    {"check", "--json", "--format=json"},
    {"explain", "--now", "--at"},
};

// Whether `word` is the option `option`, alone or with a value: "--now=12".
bool names_option(std::string_view word, std::string_view option) {
    return robots::starts_with(word, option) &&
           (word.size() == option.size() || word[option.size()] == '=');
}

void say(const OldName& name) {
    const std::string before = "robotsctl " + std::string(name.verb);
    const std::string old =
        name.option.empty() ? before : before + ' ' + std::string(name.option);
    const bool is_verb = name.now.front() != '-';
    const std::string now =
        (is_verb ? "robotsctl " : before + ' ') + std::string(name.now);
    robotsctl::complain(robots::cited(old) + " is now " + robots::cited(now) +
                        "; write that");
}

void replace(const OldName& name, std::vector<std::string>& words) {
    const bool is_verb = name.now.front() != '-';
    if (name.option.empty()) {
        say(name);
        words[0] = name.now;
        return;
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (!names_option(words[i], name.option)) {
            continue;
        }
        say(name);
        if (is_verb) {
            words[0] = name.now;
            words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
        words[i].replace(0, name.option.size(), name.now);
    }
}

// Returns the words of the command line after `robotsctl`, with old names
// replaced by new ones. Prints the new names on standard error.
std::vector<std::string> with_new_names(std::vector<std::string> words) {
    for (const OldName& name : kOldNames) {
        if (!words.empty() && words[0] == name.verb) {
            replace(name, words);
        }
    }
    return words;
}

// If one value is wrong and another one is missing, makes CLI11 report the
// wrong value. CLI11 before 2.6 does this by default.
void check_values_first([[maybe_unused]] CLI::App& app) {
#if CLI11_VERSION_MAJOR * 100 + CLI11_VERSION_MINOR >= 206
    app.option_defaults()->callback_priority(
        CLI::CallbackPriority::PreRequirementsCheck);
#endif
}

int run_verb(std::vector<std::string> words) {
    CLI::App app{
        "Checks, explains and replays policies of ngx_http_robots_module.",
        "robotsctl"};
    app.require_subcommand(1);
    app.set_version_flag("--version", ROBOTS_VERSION);
    app.footer(
        "Exit codes: 0: success; 1: the answer is no; 2: options, input or "
        "output that cannot be used. See robotsctl(1).");

    check_values_first(app);
    robotsctl::Run run;
    for (const auto add :
         {robotsctl::add_check, robotsctl::add_render, robotsctl::add_explain,
          robotsctl::add_identify, robotsctl::add_replay, robotsctl::add_report,
          robotsctl::add_suggest, robotsctl::add_diff, robotsctl::add_import,
          robotsctl::add_watch, robotsctl::add_sources, robotsctl::add_crawlers,
          robotsctl::add_survey, robotsctl::add_probe, robotsctl::add_fleet}) {
        add(app, run);
    }
    if (is_unknown_verb(app, words)) {
        return robotsctl::kUnusable;
    }
    try {
        std::reverse(words.begin(), words.end());  // as CLI11 expects them
        app.parse(std::move(words));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // the user asked for help
            return app.exit(error, std::cout, std::cerr);
        }
        print_lines("robotsctl: " + robotsctl::usage_error(app, error));
        return robotsctl::kUnusable;
    }
    return run();
}

// Flushes standard output. Returns `code`, or kUnusable if something could not
// be written.
int flush_output(int code) {
    errno = 0;
    std::cout.flush();
    if (std::cout.good()) {
        return code;
    }
    // If an earlier write failed, the reason is unknown.
    const std::string why =
        errno == 0 ? std::string() : std::string(": ") + std::strerror(errno);
    robotsctl::complain("cannot write to standard output" + why);
    return robotsctl::kUnusable;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        std::ios::sync_with_stdio(false);
        return flush_output(
            run_verb(with_new_names({argv + std::min(argc, 1), argv + argc})));
    } catch (const std::exception& error) {
        const std::string_view text = error.what();
        if (!text.empty()) {
            robotsctl::complain(text);
        }
        return robotsctl::kUnusable;
    }
}
