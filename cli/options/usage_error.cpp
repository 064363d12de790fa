#include "cli/options/values.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

bool is_option(std::string_view word) {
    return word.size() > 1 && word.front() == '-';
}

// Returns the command as far as it was written: "robotsctl sources update".
std::string command_of(const CLI::App& app) {
    const auto parts = app.get_subcommands();
    return parts.empty() ? app.get_name()
                         : app.get_name() + ' ' + command_of(*parts.front());
}

const CLI::App& deepest(const CLI::App& app) {
    const auto parts = app.get_subcommands();
    return parts.empty() ? app : deepest(*parts.front());
}

// Returns the options of the verb, including those of its option groups.
std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
    std::vector<const CLI::Option*> out = verb.get_options();
    for (const CLI::App* group : verb.get_subcommands(nullptr)) {
        if (group->get_name().empty()) {
            const auto inner = options_of(*group);
            out.insert(out.end(), inner.begin(), inner.end());
        }
    }
    return out;
}

std::vector<std::string> subverb_names(const CLI::App& verb) {
    std::vector<std::string> out;
    for (const CLI::App* part : verb.get_subcommands(nullptr)) {
        if (!part->get_name().empty()) {
            out.push_back(part->get_name());
        }
    }
    return out;
}

std::string listing_of(const std::vector<std::string>& words) {
    return robots::listing({words.begin(), words.end()});
}

std::string hint_for(const std::string& word,
                     const std::vector<std::string>& known) {
    return robots::did_you_mean(word, {known.begin(), known.end()});
}

// Returns an option with its value: "--url URL".
std::string as_written(const CLI::Option& option) {
    return option.get_name() + ' ' + option.get_type_name();
}

// Returns robotsctl's name for an option that other programs call `name`; empty
// if `name` is unknown.
std::string_view our_name_of(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> kNames[] = {
        {"--ua", "--user-agent"},
        {"--agent", "--user-agent"},
        {"--useragent", "--user-agent"},
        {"--bot", "--crawler"},
        {"--token", "--crawler"},
        {"--robot", "--crawler"},
        {"--uri", "--url"},
        {"--path", "--url"},
        {"--ip", "--address"},
        {"--addr", "--address"},
        {"--variable", "--var"},
        {"--define", "--var"},
        {"--format", "--log-format"},
        {"--format-from", "--log-format-from"},
    };
    for (const auto& [theirs, ours] : kNames) {
        if (theirs == name) {
            return ours;
        }
    }
    return {};
}

std::string unknown_option(const CLI::App& verb, const std::string& word) {
    std::vector<std::string> known;
    for (const CLI::Option* option : options_of(verb)) {
        if (!option->get_positional()) {
            known.push_back("--" + option->get_lnames().front());
        }
    }
    const std::string name = word.substr(0, word.find('='));
    const std::string_view ours = our_name_of(name);
    const bool takes_ours =
        std::find(known.begin(), known.end(), ours) != known.end();
    return "unknown option " + robots::cited(name) +
           (takes_ours ? "; write " + robots::cited(ours)
                       : hint_for(name, known));
}

// Describes an unexpected word, and lists the arguments that the verb takes.
std::string unexpected(const CLI::App& verb, const std::string& word) {
    std::vector<std::string> takes;
    for (const CLI::Option* option : options_of(verb)) {
        if (option->get_positional()) {
            takes.push_back(option->get_name());
        }
    }
    const std::vector<std::string> parts = subverb_names(verb);
    if (takes.empty() && !parts.empty()) {
        return "unknown word " + robots::cited(word) + " behind " +
               robots::cited(verb.get_name()) + "; write one of " +
               listing_of(parts);
    }
    return "unexpected argument " + robots::cited(word) + "; " +
           robots::cited(verb.get_name()) + " takes " +
           (takes.empty() ? "options only"
                          : listing_of(takes) + " and options");
}

// Describes the first word that was not used; empty if all words were used.
std::string extra(const CLI::App& app, const CLI::App& verb) {
    const std::vector<std::string> words = app.remaining(true);
    for (const std::string& word : words) {
        if (is_option(word)) {
            return unknown_option(verb, word);
        }
    }
    return words.empty() ? "" : unexpected(verb, words.front());
}

// Returns a command with its arguments: "robotsctl replay POLICY LOG".
std::string with_arguments(const CLI::App& app, const CLI::App& verb) {
    std::string out = command_of(app);
    for (const CLI::Option* option : options_of(verb)) {
        if (option->get_positional()) {
            out += ' ' + option->get_name();
        }
    }
    return out;
}

std::string missing(const CLI::App& app, const CLI::App& verb,
                    const std::string& name) {
    const CLI::Option* option = verb.get_option_no_throw(name);
    if (option != nullptr && option->get_positional()) {
        return robots::cited(name) + ", " + option->get_description() +
               ", is missing; write " +
               robots::cited(with_arguments(app, verb));
    }
    if (option != nullptr) {
        return robots::cited(name) + " is missing; write " +
               robots::cited(as_written(*option));
    }
    const std::vector<std::string> parts = subverb_names(verb);
    return parts.empty() ? ""
                         : robots::cited(verb.get_name()) + " needs one of " +
                               listing_of(parts);
}

// Rewords a message of CLI11 about two options: "A excludes B", "A requires B".
// Returns an empty text for other messages.
std::string about_two(const std::string& said, std::string_view between,
                      bool exclude) {
    const std::size_t at = said.find(between);
    if (at == std::string::npos) {
        return "";
    }
    const std::string first = robots::cited(said.substr(0, at));
    const std::string second = robots::cited(said.substr(at + between.size()));
    return exclude ? first + " and " + second +
                         " cannot be used together; remove one of them"
                   : first + " needs " + second + "; write both";
}

// Returns the option that a message of CLI11 is about.
const CLI::Option* subject_of(const CLI::App& verb, const std::string& said) {
    const CLI::Option* out = nullptr;
    std::size_t first = std::string::npos;
    for (const CLI::Option* option : options_of(verb)) {
        const std::size_t at = said.find(option->get_name());
        const std::size_t end = at + option->get_name().size();
        const bool whole = at != std::string::npos &&
                           (end == said.size() || said[end] == ':' ||
                            said[end] == ' ' || said[end] == ',');
        if (whole && at < first) {
            first = at;
            out = option;
        }
    }
    return out;
}

std::string wrong_count(const CLI::Option& option, const std::string& said) {
    const std::string name = robots::cited(option.get_name());
    if (option.get_expected_max() == 0 ||
        said.find("flag") != std::string::npos) {
        return name + " takes no value; write it alone";
    }
    if (option.count() > 1) {
        return name + " can be given only once";
    }
    return name + " needs a value; write " + robots::cited(as_written(option));
}

std::string wrong_value(const CLI::Option& option, const std::string& said) {
    const std::string name = robots::cited(option.get_name());
    const std::string_view sign = " = ";
    const std::size_t at = said.find(sign);
    if (option.get_expected_max() == 0 || at == std::string::npos) {
        return name + " takes no value; write it alone";
    }
    return name + ": expected " + option.get_type_name() + ", got " +
           robots::cited(said.substr(at + sign.size()));
}

template <class Kind>
bool is(const CLI::ParseError& error) {
    return dynamic_cast<const Kind*>(&error) != nullptr;
}

std::string problem_of(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& verb = deepest(app);
    const std::string said = error.what();
    const CLI::Option* option = subject_of(verb, said);
    // If an argument is missing, an unknown word may be the misspelt argument.
    if (is<CLI::ExtrasError>(error) || is<CLI::RequiredError>(error)) {
        const std::string unknown = extra(app, verb);
        return unknown.empty()
                   ? missing(app, verb, said.substr(0, said.find(' ')))
                   : unknown;
    }
    if (is<CLI::ExcludesError>(error)) {
        return about_two(said, " excludes ", true);
    }
    if (is<CLI::RequiresError>(error)) {
        return about_two(said, " requires ", false);
    }
    if (option != nullptr && is<CLI::ArgumentMismatch>(error)) {
        return wrong_count(*option, said);
    }
    if (option != nullptr && is<CLI::ConversionError>(error)) {
        return wrong_value(*option, said);
    }
    const std::string name = option == nullptr ? "" : option->get_name() + ": ";
    if (is<CLI::ValidationError>(error) &&
        said.compare(0, name.size(), name) == 0 && !name.empty()) {
        return robots::cited(option->get_name()) + ": " +
               said.substr(name.size());
    }
    return "";
}

}  // namespace

std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
    const std::string problem = problem_of(app, error);
    return (problem.empty() ? std::string(error.what()) : problem) + "\n" +
           robots::cited(command_of(app) + " --help") + " lists what it takes";
}

}  // namespace robotsctl
