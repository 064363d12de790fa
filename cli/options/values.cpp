#include "cli/options/values.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

#include "cli/output/text.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/yaml/findings.hpp"

namespace robotsctl {

namespace {

// "600", "0.1"
std::string number_text(double number) {
    std::string out = std::to_string(number);
    out.erase(out.find_last_not_of('0') + 1);
    if (out.back() == '.') {
        out.pop_back();
    }
    return out;
}

// A decimal number and nothing else: no "nan", no "0x10", no blanks.
bool is_between(const std::string& text, double least, double most) {
    if (text.empty() ||
        text.find_first_not_of("0123456789.") != std::string::npos) {
        return false;
    }
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    return *end == '\0' && number >= least && number <= most;
}

}  // namespace

CLI::Validator one_of(const std::vector<std::string_view>& words) {
    return {
        [words](const std::string& text) -> std::string {
            if (std::find(words.begin(), words.end(), text) != words.end()) {
                return {};
            }
            const std::string hint = robots::loader::did_you_mean(text, words);
            return "unknown value " + robots::quoted(text) +
                   (hint.empty() ? "; write one of "
                                 : hint + " It is one of ") +
                   robots::loader::listing(words);
        },
        ""};
}

CLI::Validator whole_number(std::uint64_t least, std::uint64_t most) {
    return {[least, most](const std::string& text) -> std::string {
                std::uint64_t number = 0;
                const char* const last = text.data() + text.size();
                const auto [end, error] =
                    std::from_chars(text.data(), last, number);
                if (error == std::errc() && end == last && number >= least &&
                    number <= most) {
                    return {};
                }
                return "expected a whole number from " + count_text(least) +
                       " to " + count_text(most) + ", got " +
                       robots::quoted(text);
            },
            ""};
}

CLI::Validator seconds_between(double least, double most) {
    return {[least, most](const std::string& text) -> std::string {
                if (is_between(text, least, most)) {
                    return {};
                }
                return "expected a number of seconds from " +
                       number_text(least) + " to " + number_text(most) +
                       ", without a unit, got " + robots::quoted(text);
            },
            ""};
}

CLI::Validator readable_file() {
    return {[](const std::string& name) -> std::string {
                return ::access(name.c_str(), R_OK) == 0
                           ? ""
                           : "cannot open " + robots::quoted(name) + ": " +
                                 std::strerror(errno);
            },
            ""};
}

CLI::Validator line_count() {
    return whole_number(0, 1000000);
}

}  // namespace robotsctl
