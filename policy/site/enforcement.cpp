#include "policy/site/enforcement.hpp"

#include <charconv>

namespace robots {

namespace {

constexpr std::array<std::string_view, 4> kActions{"off", "log", "throttle",
                                                   "reject"};
constexpr std::array<std::string_view, kViolations> kViolationNames{
    "allowed",      "disallowed", "crawl_delay",
    "request_rate", "visit_time", "impostor"};

// `target` with what `said` says.
template <typename Target, typename Value>
void overlay(Target& target, const std::optional<Value>& said) {
    if (said) {
        target = *said;
    }
}

template <typename Into>
Into overlaid(Into base, const EnforcementOverride& level) {
    for (std::size_t i = 0; i < kViolations; ++i) {
        overlay(base.action[i], level.action[i]);
        overlay(base.status[i], level.status[i]);
    }
    overlay(base.rate_per, level.rate_per);
    overlay(base.burst, level.burst);
    overlay(base.tolerance, level.tolerance);
    overlay(base.max_wait, level.max_wait);
    overlay(base.unsupported, level.unsupported);
    overlay(base.contact_only, level.contact_only);
    overlay(base.grace, level.grace);
    return base;
}

}  // namespace

std::string_view to_string(Action action) {
    return kActions[static_cast<std::size_t>(action)];
}

std::string_view action_text(Action action) {
    return action == Action::off ? "pass" : to_string(action);
}

std::optional<Action> action_from(std::string_view name) {
    for (std::size_t i = 0; i < kActions.size(); ++i) {
        if (kActions[i] == name) {
            return static_cast<Action>(i);
        }
    }
    return std::nullopt;
}

std::string_view to_string(Violation violation) {
    return kViolationNames[static_cast<std::size_t>(violation)];
}

bool Enforcement::punishes() const {
    const auto acts = [this](Violation violation) {
        return action_for(violation) >= Action::throttle;
    };
    return acts(Violation::disallow) || acts(Violation::crawl_delay) ||
           acts(Violation::request_rate) || acts(Violation::visit_time);
}

void append_fingerprint(std::string& out, const Enforcement& settings) {
    constexpr std::int64_t kUnsaid = -1;
    const auto append = [&out](auto number) {
        std::array<char, sizeof("-9223372036854775808")> digits;
        const auto written =
            std::to_chars(digits.data(), digits.data() + digits.size(),
                          static_cast<std::int64_t>(number));
        out.append(digits.data(), written.ptr);
        out += ' ';
    };
    const auto append_said = [&](const auto& said) {
        append(said ? static_cast<std::int64_t>(*said) : kUnsaid);
    };
    for (std::size_t i = 0; i < kViolations; ++i) {
        append(settings.action[i]);
        append(settings.status[i]);
    }
    append(settings.rate_per);
    append_said(settings.burst);
    append_said(settings.tolerance);
    append(settings.max_wait.count());
    append(settings.unsupported);
    append(settings.contact_only);
    append(settings.grace ? settings.grace->count() : kUnsaid);
}

void EnforcementOverride::set_all(Action all) {
    for (const Violation rule :
         {Violation::disallow, Violation::crawl_delay, Violation::request_rate,
          Violation::visit_time}) {
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
