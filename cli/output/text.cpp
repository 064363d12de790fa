#include "cli/output/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robotsctl {

namespace {

bool has_colours() {
    const char* no = std::getenv("NO_COLOR");
    return (no == nullptr || *no == '\0') && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace

double seconds(robots::Milliseconds time) {
    return static_cast<double>(time.count()) / 1000;
}

std::string seconds_text(robots::Milliseconds time) {
    std::string text = std::to_string(time.count() / 1000);
    auto rest = std::to_string(1000 + time.count() % 1000).substr(1);
    rest.erase(rest.find_last_not_of('0') + 1);
    if (!rest.empty()) {
        text += '.' + rest;
    }
    return text + " s";
}

std::string count_text(std::uint64_t count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
    const double share = whole == 0 ? 0
                                    : 100 * static_cast<double>(part) /
                                          static_cast<double>(whole);
    std::array<char, 16> text{};
    (void)std::snprintf(text.data(), text.size(), "%.1f%%", share);
    return text.data();
}

std::string counted(std::uint64_t count, std::string_view what) {
    return count_text(count) + ' ' + std::string(what) +
           (count == 1 ? "" : "s");
}

std::string listed(std::vector<std::string> names, std::size_t most) {
    if (names.size() > most) {
        const std::size_t others = names.size() - most;
        names.resize(most);
        names.push_back(counted(others, "other"));
    }
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i) {
        out += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
        out += names[i];
    }
    return out;
}

std::string excerpt(std::string_view text, std::size_t length) {
    std::string out(text.substr(0, length));
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.size() > length ? out + "..." : out;
}

std::string cannot(const char* what, const std::string& file, int error) {
    return std::string("cannot ") + what + " `" + file +
           "`: " + std::strerror(error);
}

Unusable::Unusable(std::string_view name, std::string_view value,
                   std::string_view problem)
    : std::runtime_error(std::string(name)
                             .append(": ")
                             .append(robots::cited(value))
                             .append(" ")
                             .append(problem)) {}

void complain(std::string_view text) {
    std::cerr << "robotsctl: " << robots::printable(text) << '\n';
}

std::string styled(std::string_view text, Look look) {
    static const bool on = has_colours();
    if (!on) {
        return std::string(text);
    }
    constexpr const char* kCodes[] = {"1", "32", "31", "33"};
    const char* code = kCodes[static_cast<std::size_t>(look)];
    return std::string("\033[") + code + 'm' + std::string(text) + "\033[0m";
}

}  // namespace robotsctl
