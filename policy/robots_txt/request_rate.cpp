#include "policy/robots_txt/request_rate.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::int64_t kMinuteSeconds = 60;
constexpr std::int64_t kDaySeconds = 86400;

// Returns the minutes from midnight to "0845". Accepts "2400". Returns nullopt
// if `text` is not a time of day.
std::optional<std::uint16_t> minutes_from(std::string_view text) {
    const auto clock = number_from(text);
    if (text.size() != 4 || !clock || *clock > 2400 || *clock % 100 > 59) {
        return std::nullopt;
    }
    return static_cast<std::uint16_t>(*clock / 100 * 60 + *clock % 100);
}

std::string clock_text(std::uint16_t minutes) {
    const int clock = 10000 + minutes / 60 * 100 + minutes % 60;
    return std::to_string(clock).substr(1);
}

std::int64_t second_of_day(Utc now) {
    return (now.count() % kDaySeconds + kDaySeconds) % kDaySeconds;
}

}  // namespace

bool DayWindow::contains(Utc now) const {
    return until_open(now) == std::chrono::seconds{0};
}

std::chrono::seconds DayWindow::until_open(Utc now) const {
    const std::int64_t second = second_of_day(now);
    const std::int64_t start = from * kMinuteSeconds;
    const std::int64_t size =
        (to * kMinuteSeconds - start + kDaySeconds) % kDaySeconds;
    const std::int64_t into = (second - start + kDaySeconds) % kDaySeconds;
    // A window from midnight to midnight is the whole day.
    return std::chrono::seconds(into < size || size == 0 ? 0
                                                         : kDaySeconds - into);
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
    if (!from || !to || *from == *to || *from == kMinutesOfDay || *to == 0) {
        return std::nullopt;
    }
    return DayWindow{*from, *to};
}

std::chrono::seconds until_open(const std::vector<DayWindow>& windows,
                                Utc now) {
    if (windows.empty()) {
        return std::chrono::seconds{0};
    }
    std::chrono::seconds first{kDaySeconds};
    for (const DayWindow& window : windows) {
        first = std::min(first, window.until_open(now));
    }
    return first;
}

namespace {

constexpr std::int64_t kMaxRequests = 1000000;
constexpr std::int64_t kMaxPeriod = std::chrono::seconds(kLongestPace).count();

// Cuts a positive number off `text` and returns it. Returns nullopt if `text`
// does not start with a positive number.
std::optional<std::int64_t> take_number(std::string_view& text) {
    std::int64_t number = 0;
    const auto [stop, error] =
        std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number <= 0) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return number;
}

// Cuts a unit off `text` and returns how many seconds the unit has. Returns 1,
// for seconds, if `text` has no unit.
std::int64_t take_unit(std::string_view& text) {
    if (text.empty()) {
        return 1;
    }
    const std::size_t at = std::string_view("smhd").find(text[0]);
    if (at == std::string_view::npos) {
        return 1;
    }
    text.remove_prefix(1);
    constexpr std::array<std::int64_t, 4> kSeconds{1, 60, 3600, 86400};
    return kSeconds[at];
}

void skip_blanks(std::string_view& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    text.remove_prefix(first == std::string_view::npos ? text.size() : first);
}

}  // namespace

Rate RequestRate::budget() const {
    const Milliseconds interval = period / requests;
    return {interval, interval * (requests - 1), Milliseconds{0}};
}

std::string RequestRate::text() const {
    std::string out =
        std::to_string(requests) + '/' + std::to_string(period.count() / 1000);
    if (window) {
        out += ' ' + window->text();
    }
    return out;
}

bool operator==(const RequestRate& a, const RequestRate& b) {
    return a.requests == b.requests && a.period == b.period &&
           a.window == b.window;
}

std::optional<RequestRate> request_rate_from(std::string_view text,
                                             Longer longer) {
    const auto requests = take_number(text);
    if (!requests || *requests > kMaxRequests || text.empty() ||
        text[0] != '/') {
        return std::nullopt;
    }
    text.remove_prefix(1);
    const auto number = take_number(text);
    if (!number) {
        return std::nullopt;
    }
    // Both factors are limited, so the product cannot overflow.
    std::int64_t period = std::min(*number, kMaxPeriod + 1) * take_unit(text);
    if (period > kMaxPeriod) {
        if (longer == Longer::is_refused) {
            return std::nullopt;
        }
        period = kMaxPeriod;
    }
    RequestRate rate;
    rate.requests = static_cast<std::uint32_t>(*requests);
    rate.period = Milliseconds(period * 1000);
    skip_blanks(text);
    if (!text.empty()) {
        rate.window = day_window_from(text);
        if (!rate.window) {
            return std::nullopt;
        }
    }
    // Time is counted in milliseconds, so an interval below 1 ms cannot be
    // enforced.
    if (rate.period / rate.requests == Milliseconds{0}) {
        return std::nullopt;
    }
    return rate;
}

}  // namespace robots
