#include "policy/robots_txt/visit_time.hpp"

#include <algorithm>
#include <charconv>

namespace robots {

namespace {

constexpr std::int64_t kMinute = 60;
constexpr std::int64_t kDay = 86400;

// Minutes of "0845"; nullopt if it is not a time of day. "2400" is one.
std::optional<std::uint16_t> minutes_from(std::string_view text) {
    unsigned clock = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, clock);
    if (text.size() != 4 || error != std::errc{} || stop != end ||
        clock > 2400 || clock % 100 > 59) {
        return std::nullopt;
    }
    return static_cast<std::uint16_t>(clock / 100 * 60 + clock % 100);
}

std::string clock_text(std::uint16_t minutes) {
    const int clock = 10000 + minutes / 60 * 100 + minutes % 60;
    return std::to_string(clock).substr(1);
}

std::int64_t second_of_day(Utc now) {
    return (now.count() % kDay + kDay) % kDay;
}

}  // namespace

bool DayWindow::contains(Utc now) const {
    return until_open(now) == std::chrono::seconds{0};
}

std::chrono::seconds DayWindow::until_open(Utc now) const {
    const std::int64_t second = second_of_day(now);
    const std::int64_t start = from * kMinute;
    const std::int64_t size = (to * kMinute - start + kDay) % kDay;
    const std::int64_t into = (second - start + kDay) % kDay;
    // A window from midnight to midnight is the whole day.
    return std::chrono::seconds(into < size || size == 0 ? 0 : kDay - into);
}

std::string DayWindow::text() const {
    return clock_text(from) + '-' + clock_text(to);
}

bool operator==(const DayWindow& a, const DayWindow& b) {
    return a.from == b.from && a.to == b.to;
}

std::optional<DayWindow> day_window_from(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) {
        return std::nullopt;
    }
    const auto from = minutes_from(text.substr(0, dash));
    const auto to = minutes_from(text.substr(dash + 1));
    if (!from || !to || *from == *to || *from == 1440 || *to == 0) {
        return std::nullopt;
    }
    return DayWindow{*from, *to};
}

std::chrono::seconds until_open(const std::vector<DayWindow>& windows,
                                Utc now) {
    if (windows.empty()) {
        return std::chrono::seconds{0};
    }
    std::chrono::seconds first{kDay};
    for (const DayWindow& window : windows) {
        first = std::min(first, window.until_open(now));
    }
    return first;
}

}  // namespace robots
