#include "policy/loader/enforce_keys.hpp"

#include <array>
#include <utility>

#include "policy/loader/yaml/numbers.hpp"

namespace robots {

namespace {

constexpr std::array<std::string_view, kViolations> kKinds{
    "", "disallow", "crawl_delay", "request_rate", "visit_time", "impostor"};

std::string text(Action action) {
    return std::string(to_string(action));
}

std::string text(RatePer per) {
    switch (per) {
        case RatePer::automatic:
            return "auto";
        case RatePer::crawler:
            return "crawler";
        case RatePer::address:
            return "address";
        case RatePer::subnet:
            break;
    }
    return "subnet";
}

std::string text(std::uint32_t number) {
    return std::to_string(number);
}

std::string text(Milliseconds time) {
    return loader::duration_text(time);
}

template <typename Value>
std::string text(const std::optional<Value>& value) {
    return value ? text(*value) : std::string();
}

}  // namespace

std::string_view enforce_key(Violation violation) {
    return kKinds[static_cast<std::size_t>(violation)];
}

std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base) {
    std::vector<EnforceKey> out;
    const auto add = [&out](std::string_view map, std::string_view key,
                            const auto& value, const auto& other,
                            const char* unit = "") {
        if (value != other) {
            std::string said = text(value);
            said += said.empty() ? "" : unit;
            out.push_back({map, key, std::move(said)});
        }
    };
    for (std::size_t i = 1; i < kViolations; ++i) {
        add("", kKinds[i], settings.action[i], base.action[i]);
    }
    add("", "rate_per", settings.rate_per, base.rate_per);
    add("", "burst", settings.burst, base.burst);
    add("", "tolerance", settings.tolerance, base.tolerance, "%");
    add("", "max_wait", settings.max_wait, base.max_wait);
    add("", "grace", settings.grace, base.grace);
    add("at_most", "unsupported", settings.unsupported, base.unsupported);
    add("at_most", "contact_only", settings.contact_only, base.contact_only);
    for (std::size_t i = 1; i < kViolations; ++i) {
        add("status", kKinds[i], std::uint32_t{settings.status[i]},
            std::uint32_t{base.status[i]});
    }
    return out;
}

}  // namespace robots
