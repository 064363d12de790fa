#include "policy/robots_txt/request_rate.hpp"

#include <algorithm>
#include <charconv>

namespace robots {

namespace {

constexpr std::int64_t kMaxRequests = 1000000;
constexpr std::int64_t kMaxPeriod = std::chrono::seconds(kLongestPace).count();

// Cuts a positive number off `text`; nullopt if there is none.
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

// Cuts a unit off `text`, seconds if there is none.
std::int64_t take_unit(std::string_view& text) {
    if (text.empty()) {
        return 1;
    }
    const std::size_t at = std::string_view("smh").find(text[0]);
    if (at == std::string_view::npos) {
        return 1;
    }
    text.remove_prefix(1);
    return at == 0 ? 1 : at == 1 ? 60 : 3600;
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
    // No product of the two can be too large for a number.
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
    // Time is counted in milliseconds, so a finer interval cannot be enforced.
    if (rate.period / rate.requests == Milliseconds{0}) {
        return std::nullopt;
    }
    return rate;
}

}  // namespace robots
