#include "policy/loader/yaml/numbers.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots::loader {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t milliseconds;
    std::string_view spellings;  // other spellings, in any case
};

constexpr Unit kUnits[] = {
    {"d", 86400000, " d day days "},
    {"h", 3600000, " h hr hrs hour hours "},
    {"m", 60000, " m min mins minute minutes "},
    {"s", 1000, " s sec secs second seconds "},
    {"ms", 1, " ms msec msecs millis millisecond milliseconds "},
};

// Returns the unit with the name `name`, or nullptr.
const Unit* unit_named(std::string_view name) {
    const auto* const it =
        std::find_if(std::begin(kUnits), std::end(kUnits),
                     [name](const Unit& unit) { return unit.name == name; });
    return it == std::end(kUnits) ? nullptr : it;
}

// Returns the name of the unit with the spelling `word`: "m" for "min". Returns
// "" if `word` is unknown.
std::string_view meant_unit(std::string_view word) {
    const std::string wanted = ' ' + fold(word) + ' ';
    for (const Unit& unit : kUnits) {
        if (word.find(' ') == std::string_view::npos &&
            unit.spellings.find(wanted) != std::string_view::npos) {
            return unit.name;
        }
    }
    return {};
}

// Returns the leading digits and dots of `text`.
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
    const Unit* unit = unit_named(text.substr(number.size()));
    const std::size_t dot = number.find('.');
    const auto whole = parse_integer(number.substr(0, dot));
    if (unit == nullptr || !whole) {
        return std::nullopt;
    }
    std::int64_t thousandths = 0;
    if (dot != std::string_view::npos) {
        std::string decimals(number.substr(dot + 1));
        if (decimals.empty() || decimals.size() > 3 ||
            !std::all_of(decimals.begin(), decimals.end(), is_digit)) {
            return std::nullopt;
        }
        decimals.resize(3, '0');
        thousandths = std::stoi(decimals);
    }
    const std::int64_t product = thousandths * unit->milliseconds;
    if (product % 1000 != 0) {
        return std::nullopt;
    }
    return Milliseconds(*whole * unit->milliseconds + product / 1000);
}

std::string duration_text(Milliseconds duration) {
    for (const Unit& unit : kUnits) {
        // Returns "24h" and "60s", not "1d" and "1m", as in the documentation.
        const bool is_small = unit.milliseconds <= 1000;
        if ((is_small || duration.count() > unit.milliseconds) &&
            duration.count() % unit.milliseconds == 0) {
            return std::to_string(duration.count() / unit.milliseconds) +
                   std::string(unit.name);
        }
    }
    return {};
}

std::optional<std::size_t> parse_size(std::string_view text) {
    constexpr std::size_t kKib = 1024;
    const std::string_view number = number_in(text);
    const std::string_view unit = text.substr(number.size());
    const auto whole = parse_integer(number);
    if (!whole || (unit != "KiB" && unit != "MiB")) {
        return std::nullopt;
    }
    return *whole * kKib * (unit == "MiB" ? kKib : 1);
}

std::string duration_problem(std::string_view text, Milliseconds least,
                             Milliseconds most) {
    const auto did_you_mean = [least, most](std::string_view number,
                                            std::string_view unit) {
        const std::string meant = std::string(number) + std::string(unit);
        const auto value = parse_duration(meant);
        return value && *value >= least && *value <= most
                   ? "; did you mean " + cited(meant) + '?'
                   : "; expected a duration from " +
                         cited(duration_text(least)) + " to " +
                         cited(duration_text(most));
    };
    const std::string subject = "duration " + cited(text);
    if (parse_integer(text)) {
        const std::string hint = did_you_mean(text, "s");
        return subject + " has no unit" + hint +
               (hint.back() == '?' ? " Units are `ms`, `s`, `m`, `h` and `d`"
                                   : "");
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
