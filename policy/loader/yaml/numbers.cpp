#include "policy/loader/yaml/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

std::optional<std::int64_t> milliseconds_of(std::string_view unit) {
    constexpr std::pair<std::string_view, std::int64_t> kUnits[] = {
        {"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000},
    };
    for (const auto& [name, milliseconds] : kUnits) {
        if (name == unit) {
            return milliseconds;
        }
    }
    return std::nullopt;
}

// The unit that another spelling stands for: "m" for "min"; empty: none.
std::string_view meant_unit(std::string_view word) {
    constexpr std::pair<std::string_view, std::string_view> kSpellings[] = {
        {"millis", "ms"},
        {"msec", "ms"},
        {"msecs", "ms"},
        {"millisecond", "ms"},
        {"milliseconds", "ms"},
        {"sec", "s"},
        {"secs", "s"},
        {"second", "s"},
        {"seconds", "s"},
        {"min", "m"},
        {"mins", "m"},
        {"minute", "m"},
        {"minutes", "m"},
        {"hr", "h"},
        {"hrs", "h"},
        {"hour", "h"},
        {"hours", "h"},
        {"day", "d"},
        {"days", "d"},
        {"ms", "ms"},
        {"s", "s"},
        {"m", "m"},
        {"h", "h"},
        {"d", "d"},
    };
    for (const auto& [spelling, unit] : kSpellings) {
        if (equal_folded(spelling, word)) {
            return unit;
        }
    }
    return {};
}

// The leading digits and dots of `text`.
std::string_view number_in(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), [](char c) {
        return is_digit(c) || c == '.';
    });
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

}  // namespace

std::optional<std::uint32_t> parse_integer(std::string_view text) {
    constexpr std::size_t kMaxDigits = 9;
    std::uint32_t out = 0;
    if (text.empty() || text.size() > kMaxDigits ||
        !std::all_of(text.begin(), text.end(), is_digit) ||
        (text.size() > 1 && text[0] == '0')) {
        return std::nullopt;
    }
    std::from_chars(text.data(), text.data() + text.size(), out);
    return out;
}

std::optional<Milliseconds> parse_duration(std::string_view text) {
    const std::string_view number = number_in(text);
    const auto unit = milliseconds_of(text.substr(number.size()));
    const std::size_t dot = number.find('.');
    const auto whole = parse_integer(number.substr(0, dot));
    if (!unit || !whole) {
        return std::nullopt;
    }
    std::int64_t thousandths = std::int64_t{*whole} * 1000;
    if (dot != std::string_view::npos) {
        std::string decimals(number.substr(dot + 1));
        if (decimals.empty() || decimals.size() > 3 ||
            !std::all_of(decimals.begin(), decimals.end(), is_digit)) {
            return std::nullopt;
        }
        decimals.resize(3, '0');
        thousandths += std::stoi(decimals);
    }
    const std::int64_t product = thousandths * *unit;
    if (product % 1000 != 0) {
        return std::nullopt;
    }
    return Milliseconds(product / 1000);
}

std::string duration_text(Milliseconds duration) {
    constexpr std::pair<std::int64_t, std::string_view> kUnits[] = {
        {86400000, "d"}, {3600000, "h"}, {60000, "m"}};
    for (const auto& [milliseconds, name] : kUnits) {
        // "24h" and "60s", as the documentation has it.
        if (duration.count() > milliseconds &&
            duration.count() % milliseconds == 0) {
            return std::to_string(duration.count() / milliseconds) +
                   std::string(name);
        }
    }
    if (duration.count() % 1000 == 0) {
        return std::to_string(duration.count() / 1000) + 's';
    }
    return std::to_string(duration.count()) + "ms";
}

std::string duration_problem(std::string_view text) {
    const auto did_you_mean = [](std::string_view number,
                                 std::string_view unit) {
        return "; did you mean " +
               quoted(std::string(number) + std::string(unit)) + '?';
    };
    const std::string subject = "duration " + quoted(text);
    if (parse_integer(text)) {
        return subject + " has no unit" + did_you_mean(text, "s") +
               " Units are `ms`, `s`, `m`, `h` and `d`";
    }
    if (starts_with(text, "-") && parse_duration(text.substr(1))) {
        return subject + " is negative" + did_you_mean(text.substr(1), "");
    }
    const std::string_view number = number_in(text);
    const std::string_view word = trim(text.substr(number.size()));
    const std::string_view unit = meant_unit(word);
    if (!unit.empty() && parse_duration(std::string(number) + "d")) {
        return subject + " has " +
               (word.size() + number.size() < text.size()
                    ? "a blank in front of its unit"
                    : "an unknown unit") +
               did_you_mean(number, unit);
    }
    constexpr std::size_t kMaxDigits = 9;
    if ((word.empty() || !unit.empty()) && number.size() > kMaxDigits &&
        number.find('.') == std::string_view::npos) {
        return subject +
               " has too many digits; write at most nine, and a unit, as in "
               "`10m`";
    }
    return "invalid " + subject +
           "; write a number and a unit (`ms`, `s`, `m`, `h` or `d`), as in "
           "`500ms` or `1.5s`";
}

}  // namespace robots::loader
