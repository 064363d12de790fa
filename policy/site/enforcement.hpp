// What is done about a crawler that breaks its own group's rules.

#ifndef ROBOTS_POLICY_SITE_ENFORCEMENT_HPP
#define ROBOTS_POLICY_SITE_ENFORCEMENT_HPP

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// In order of strictness.
enum class Action : std::uint8_t { off, log, throttle, reject };

std::string_view to_string(Action action);
// As logs, variables, JSON and metrics call what was done: "pass" for off.
std::string_view action_text(Action action);
std::optional<Action> action_from(std::string_view name);

// What can be broken. `none` is the verdict "allowed".
enum class Violation : std::uint8_t {
    none,
    disallow,
    crawl_delay,
    request_rate,
    visit_time,
    impostor,  // its address shows that it is not who it says
};

// "allowed", "disallowed", "crawl_delay", "request_rate", "visit_time",
// "impostor": as $robots_verdict has it.
std::string_view to_string(Violation violation);

constexpr std::size_t kViolations = 6;  // `none` included

// Whose requests share the budget of a rate. `automatic`: those of a crawler,
// or of its network where many plausibly run the software (budget_key.hpp).
enum class RatePer : std::uint8_t { automatic, crawler, address, subnet };

// What is forgiven if the policy does not say. A crawler that keeps exactly
// to a delay looks early by what the network adds to one request and not to the
// next: one more round trip for a new connection, and jitter. So one request
// may come early, and besides a tenth of the interval or a quarter of a second,
// of which a short interval gets no more than twice its length.
constexpr std::uint32_t kUsualBurst = 1;
constexpr Milliseconds usual_tolerance(Milliseconds interval) {
    const Milliseconds least = std::min(Milliseconds{250}, 2 * interval);
    return std::max(interval / 10, least);
}

// The settled enforcement of one group. Arrays are indexed by Violation.
struct Enforcement {
    std::array<Action, kViolations> action{Action::off, Action::log,
                                           Action::log, Action::log,
                                           Action::log, Action::log};
    std::array<std::uint16_t, kViolations> status{0, 403, 429, 429, 429, 403};
    RatePer rate_per = RatePer::automatic;
    // The most that is done about a directive which the crawler's operator
    // documents it does not support, and about a name that may be an API
    // client's (Sighting::contact_only) before it has fetched robots.txt.
    Action unsupported = Action::log;
    Action contact_only = Action::log;
    // nullopt, here and below: nobody wrote it, see slack() and grace_period().
    std::optional<std::uint32_t> burst;
    std::optional<std::uint32_t> tolerance;  // percent of the interval
    Milliseconds max_wait{5000};
    std::optional<std::chrono::seconds> grace;

    Action action_for(Violation v) const {
        return action[static_cast<std::size_t>(v)];
    }
    std::uint16_t status_for(Violation v) const {
        return status[static_cast<std::size_t>(v)];
    }

    // How early a request may come to a budget of that interval: `burst`
    // intervals and the tolerance.
    Milliseconds slack(Milliseconds interval) const {
        const std::uint32_t extra = burst.value_or(kUsualBurst);
        return tolerance ? robots::slack(interval, extra, *tolerance)
                         : interval * extra + usual_tolerance(interval);
    }

    // How long a crawler may go by an older, more lenient robots.txt that it
    // was served. It may keep one for a day (RFC 9309 2.4), so that it may do
    // so for a day wherever breaking a rule has consequences.
    std::chrono::seconds grace_period() const {
        constexpr std::chrono::hours kUsual{24};
        return grace        ? *grace
               : punishes() ? std::chrono::seconds(kUsual)
                            : std::chrono::seconds(0);
    }

  private:
    // Whether a request that breaks a rule may be delayed or refused.
    bool punishes() const;
};

// Appends octets that are the same for settings that are, and for no others.
void append_fingerprint(std::string& out, const Enforcement& settings);

// What one level (file, template, site, group) says; the rest it leaves to the
// level around it.
struct EnforcementOverride {
    std::array<std::optional<Action>, kViolations> action;
    std::array<std::optional<std::uint16_t>, kViolations> status;
    std::optional<RatePer> rate_per;
    std::optional<std::uint32_t> burst;
    std::optional<std::uint32_t> tolerance;
    std::optional<Milliseconds> max_wait;
    std::optional<Action> unsupported;
    std::optional<Action> contact_only;
    std::optional<std::chrono::seconds> grace;

    // Sets all four kinds of violation; an impostor breaks no rule, and has a
    // key of its own.
    void set_all(Action all);

    // `base` with what this level says.
    Enforcement over(Enforcement base) const;

    // This level on top of `outer`: fields unset here are taken from there.
    EnforcementOverride on_top_of(const EnforcementOverride& outer) const;
};

}  // namespace robots

#endif
