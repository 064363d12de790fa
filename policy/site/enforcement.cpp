#include "policy/site/enforcement.hpp"

#include <chrono>

namespace robots {

namespace {

constexpr std::array<std::string_view, 4> kActions{"pass", "log", "throttle",
                                                   "reject"};

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

// A setting as a number; -1: nobody wrote it.
std::int64_t number_of(const Price& price) {
    return price.key();
}
template <typename Number>
std::int64_t number_of(Number setting) {
    return static_cast<std::int64_t>(setting);
}
template <typename Rep, typename Period>
std::int64_t number_of(std::chrono::duration<Rep, Period> setting) {
    return setting.count();
}
template <typename Value>
std::int64_t number_of(const std::optional<Value>& setting) {
    return setting ? number_of(*setting) : -1;
}

// Whether a setting is part of the fingerprint. What is done about budgets is,
// unless it is what is done about rates.
bool is_said(const Enforcement& settings, std::string_view map,
             std::string_view key, std::int64_t number) {
    if (key == to_string(Violation::budget)) {
        return number !=
               (map == "status"
                    ? settings.status_for(Violation::request_rate)
                    : number_of(settings.action_for(Violation::request_rate)));
    }
    return map != "refusal" || number >= 0;
}

}  // namespace

std::string_view to_string(Action action) {
    return kActions[static_cast<std::size_t>(action)];
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
                         const std::int64_t number = number_of(setting);
                         // A price, which comes last, and what is done about
                         // budgets: without them, revisions are those of a
                         // nginx that knows none.
                         if (is_said(settings, map, key, number)) {
                             if (key == to_string(Violation::budget)) {
                                 out += map.empty() ? 'a' : 's';
                             }
                             out += std::to_string(number) + ' ';
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
