#include "policy/site/enforcement.hpp"

#include <algorithm>
#include <chrono>

#include "policy/base/ascii.hpp"

namespace robots {

namespace {

template <typename Into>
Into overlaid(Into base, const EnforcementOverride& level) {
    for_each_setting(
        base, level,
        [](std::string_view, std::string_view, auto& target, const auto& said) {
            if (said) {
                target = *said;
            }
        });
    return base;
}

bool is_upper(char octet) {
    return octet >= 'A' && octet <= 'Z';
}

bool are_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// Returns a setting as text; "-1" if it is not set.
std::string fingerprint_of(const std::string& price) {
    return price;
}
template <typename Number>
std::string fingerprint_of(Number setting) {
    return std::to_string(static_cast<std::int64_t>(setting));
}
template <typename Rep, typename Period>
std::string fingerprint_of(std::chrono::duration<Rep, Period> setting) {
    return std::to_string(setting.count());
}
template <typename Value>
std::string fingerprint_of(const std::optional<Value>& setting) {
    return setting ? fingerprint_of(*setting) : "-1";
}

// Whether a setting is part of the fingerprint. The action and the status for
// budgets are part of it only if they differ from those for request rates. The
// price is part of it only if it is set.
bool is_said(const Enforcement& settings, std::string_view map,
             std::string_view key, const std::string& text) {
    if (key == to_string(Violation::budget)) {
        return text != (map == "status" ? fingerprint_of(settings.status_for(
                                              Violation::request_rate))
                                        : fingerprint_of(settings.action_for(
                                              Violation::request_rate)));
    }
    return map != "refusal" || text != "-1";
}

}  // namespace

bool is_price(std::string_view text) {
    constexpr std::size_t kCurrency = 3;
    constexpr std::size_t kMostDigits = 7;  // in front of the point
    constexpr std::size_t kMostDecimals = 6;
    if (text.size() < kCurrency + 2 || text[kCurrency] != ' ' ||
        !std::all_of(text.begin(), text.begin() + kCurrency, is_upper)) {
        return false;
    }
    const std::string_view amount = text.substr(kCurrency + 1);
    const std::size_t point = amount.find('.');
    const std::string_view whole = amount.substr(0, point);
    const std::string_view decimals =
        point < amount.size() ? amount.substr(point + 1) : "0";
    // Refuse leading zeros: "007" and "7" are the same number, but not the same
    // text.
    return are_digits(whole) && whole.size() <= kMostDigits &&
           (whole.size() == 1 || whole.front() != '0') &&
           are_digits(decimals) && decimals.size() <= kMostDecimals;
}

bool Enforcement::punishes() const {
    const auto acts = [this](Violation violation) {
        return action_for(violation) >= Action::throttle;
    };
    return acts(Violation::disallow) || acts(Violation::crawl_delay) ||
           acts(Violation::request_rate) || acts(Violation::visit_time);
}

void append_fingerprint(std::string& out, const Enforcement& settings) {
    for_each_setting(settings, settings,
                     [&](std::string_view map, std::string_view key,
                         const auto& setting, const auto&) {
                         const std::string text = fingerprint_of(setting);
                         // If a policy sets neither a price nor anything for
                         // budgets, its revisions are the same as in older
                         // versions of the module, which lack these settings.
                         if (is_said(settings, map, key, text)) {
                             if (key == to_string(Violation::budget)) {
                                 out += map.empty() ? 'a' : 's';
                             }
                             out += text + ' ';
                         }
                     });
}

void EnforcementOverride::set_all(Action all) {
    for (const Violation rule :
         {Violation::disallow, Violation::crawl_delay, Violation::request_rate,
          Violation::visit_time, Violation::budget}) {
        action[static_cast<std::size_t>(rule)] = all;
    }
}

Enforcement EnforcementOverride::over(Enforcement base) const {
    return overlaid(base, *this);
}

EnforcementOverride EnforcementOverride::on_top_of(
    const EnforcementOverride& outer) const {
    return overlaid(outer, *this);
}

}  // namespace robots
