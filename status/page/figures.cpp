#include "status/page/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <string_view>

namespace robots::status {

namespace {

using model::Count;
using model::Duration;
using model::Seconds;

Count rounded(double value) {
    return static_cast<Count>(std::llround(value));
}

// One decimal where there is one digit before it, none else: "1.8", "18".
std::string short_decimal(Count tenths) {
    if (tenths % 10 == 0 || tenths >= 100) {
        return std::to_string((tenths + 5) / 10);
    }
    return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string formatted(Seconds time, const char* format) {
    const auto clock = static_cast<std::time_t>(time);
    std::tm parts{};
    if (gmtime_r(&clock, &parts) == nullptr) {
        return {};
    }
    std::array<char, 64> text{};
    const std::size_t size =
        std::strftime(text.data(), text.size(), format, &parts);
    return {text.data(), size};
}

struct Unit {
    std::string_view name;
    Duration of_smaller;  // how many of the unit before it
};

constexpr std::array<Unit, 4> kUnits{
    {{"s", 1}, {"min", 60}, {"h", 60}, {"d", 24}}};

// Seconds in the largest unit of which they hold one, and what is left in the
// next smaller one.
struct Measure {
    Duration value = 0;
    Duration rest = 0;
    std::size_t unit = 0;
};

Measure measured(Duration seconds) {
    Measure measure{seconds, 0, 0};
    while (measure.unit + 1 < kUnits.size() &&
           measure.value >= kUnits[measure.unit + 1].of_smaller) {
        ++measure.unit;
        measure.rest = measure.value % kUnits[measure.unit].of_smaller;
        measure.value /= kUnits[measure.unit].of_smaller;
    }
    return measure;
}

std::string amount(Duration value, std::string_view unit) {
    return std::to_string(value) + " " + std::string(unit);
}

}  // namespace

std::string count_text(Count count) {
    std::string text = std::to_string(count);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, 1, ',');
    }
    return text;
}

std::string share_text(Count part, Count whole) {
    if (part == 0 || whole == 0) {
        return "0%";
    }
    if (part >= whole) {
        return "100%";
    }
    const double tenths =
        static_cast<double>(part) / static_cast<double>(whole) * 1000;
    if (tenths < 1) {
        return "<0.1%";
    }
    // What is not all of it must not look so.
    return short_decimal(std::min<Count>(rounded(tenths), 990)) + "%";
}

std::string duration_text(Duration duration) {
    if (duration < 10000) {
        return brief_duration_text(duration);
    }
    const Measure measure = measured((duration + 500) / 1000);
    std::string text = amount(measure.value, kUnits[measure.unit].name);
    if (measure.rest != 0) {
        text += " " + amount(measure.rest, kUnits[measure.unit - 1].name);
    }
    return text;
}

std::string brief_duration_text(Duration duration) {
    if (duration < 1000) {
        return amount(duration, "ms");
    }
    if (duration < 10000) {
        return short_decimal((duration + 50) / 100) + " s";
    }
    const Measure measure = measured((duration + 500) / 1000);
    return amount(measure.value, kUnits[measure.unit].name);
}

std::string ago_text(Seconds time, Seconds now) {
    if (time >= now) {
        return "now";
    }
    const Measure measure = measured(static_cast<Duration>(now - time));
    return amount(measure.value, kUnits[measure.unit].name) + " ago";
}

std::string date_text(Seconds time) {
    return formatted(time, "%Y-%m-%d %H:%M");
}

std::string clock_text(Seconds time) {
    return formatted(time, "%H:%M");
}

std::string iso_text(Seconds time) {
    return formatted(time, "%Y-%m-%dT%H:%M:%SZ");
}

std::string octets_text(Count octets) {
    if (octets < 1024) {
        return amount(octets, "octets");
    }
    std::string_view unit = "KiB";
    double value = static_cast<double>(octets) / 1024;
    for (const std::string_view larger : {"MiB", "GiB"}) {
        if (value < 1024) {
            break;
        }
        value /= 1024;
        unit = larger;
    }
    return short_decimal(rounded(value * 10)) + " " + std::string(unit);
}

}  // namespace robots::status
