#include "cli/options/values.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "cli/output/text.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/yaml/numbers.hpp"

namespace robotsctl {

using robots::loader::duration_text;
using robots::loader::parse_duration;

CLI::Option* add_choice(CLI::App& verb, const char* name,
                        const std::vector<std::string>& words,
                        std::size_t& index, const char* text) {
    const auto place_of = [words](const std::string& word) {
        return static_cast<std::size_t>(
            std::find(words.begin(), words.end(), word) - words.begin());
    };
    const auto problem = [words,
                          place_of](const std::string& word) -> std::string {
        if (place_of(word) < words.size()) {
            return {};
        }
        const std::vector<std::string_view> known(words.begin(), words.end());
        const std::string hint = robots::did_you_mean(word, known);
        return "unknown value " + robots::cited(word) +
               (hint.empty() ? "; write one of " : hint + " It is one of ") +
               robots::listing(known);
    };
    const auto set = [place_of, &index](const std::string& word) {
        index = place_of(word);
    };
    return verb.add_option_function<std::string>(name, set, text)
        ->check(CLI::Validator(problem, ""));
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return {[least, most](const std::string& text) -> std::string {
                const auto number = robots::number_from(text);
                if (number && *number >= least && *number <= most) {
                    return {};
                }
                return "expected a whole number from " + count_text(least) +
                       " to " + count_text(most) + ", got " +
                       robots::cited(text);
            },
            ""};
}

CLI::Validator readable_file() {
    return {[](const std::string& name) -> std::string {
                return ::access(name.c_str(), R_OK) == 0
                           ? ""
                           : "cannot open " + robots::cited(name) + ": " +
                                 std::strerror(errno);
            },
            ""};
}

void add_duration(CLI::App& verb, const char* name,
                  robots::Milliseconds& duration, robots::Milliseconds least,
                  robots::Milliseconds most, const char* text) {
    const auto problem = [least, most](const std::string& word) -> std::string {
        const auto value = parse_duration(word);
        if (!value) {
            return robots::loader::duration_problem(word, least, most);
        }
        return *value >= least && *value <= most
                   ? ""
                   : "expected a duration from " +
                         robots::cited(duration_text(least)) + " to " +
                         robots::cited(duration_text(most)) + ", got " +
                         robots::cited(word);
    };
    const auto set = [&duration](const std::string& word) {
        duration = *parse_duration(word);
    };
    verb.add_option_function<std::string>(name, set, text)
        ->type_name("DURATION")
        ->check(CLI::Validator(problem, ""))
        ->default_str(duration_text(duration));
}

void add_line_count(CLI::App& verb, const char* name, std::size_t& count,
                    const char* text) {
    verb.add_option(name, count, text)
        ->type_name("NUMBER")
        ->check(whole_number(0, 1000000))
        ->capture_default_str();
}

}  // namespace robotsctl
