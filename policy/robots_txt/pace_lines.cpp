#include "policy/robots_txt/pace_lines.hpp"

#include <charconv>

namespace robots {

namespace {

// Whether a delay that parse_crawl_delay() does not accept is too short, for
// example "0" or "0.0001".
bool is_no_delay(std::string_view text) {
    double seconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds);
    return error == std::errc{} && seconds >= 0 && seconds < 1;
}

PaceState state_of_delay(std::string_view value) {
    if (parse_crawl_delay(value, Longer::is_refused)) {
        return PaceState::fine;
    }
    if (is_no_delay(value)) {
        return PaceState::none;
    }
    return parse_crawl_delay(value) ? PaceState::too_long
                                    : PaceState::unreadable;
}

PaceState state_of_rate(std::string_view value) {
    if (request_rate_from(value)) {
        return PaceState::fine;
    }
    return parse_request_rate(value) ? PaceState::too_long
                                     : PaceState::unreadable;
}

}  // namespace

PaceState pace_state(LineKey key, std::string_view value) {
    switch (key) {
        case LineKey::crawl_delay:
            return state_of_delay(value);
        case LineKey::request_rate:
            return state_of_rate(value);
        case LineKey::visit_time:
            return day_window_from(value) ? PaceState::fine
                                          : PaceState::unreadable;
        case LineKey::user_agent:
        case LineKey::allow:
        case LineKey::disallow:
        case LineKey::other:
            break;
    }
    return PaceState::fine;
}

std::vector<OddPaceLine> odd_pace_lines(std::string_view text,
                                        std::uint32_t file) {
    std::vector<OddPaceLine> out;
    std::uint32_t number = 0;
    skip_byte_order_mark(text);
    while (!text.empty()) {
        ++number;
        const RobotsLine line = split_line(take_line(text), Reading::lenient);
        if (line.value.empty()) {
            continue;
        }
        const LineKey key = key_from(line.key, Reading::lenient);
        const PaceState state = pace_state(key, line.value);
        if (state == PaceState::unreadable || state == PaceState::too_long) {
            out.push_back(
                {key,
                 std::string(line.key) + ": " + std::string(line.value),
                 {file, number, 1},
                 state == PaceState::too_long});
        }
    }
    return out;
}

}  // namespace robots
