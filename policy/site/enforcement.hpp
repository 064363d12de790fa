// The actions against a crawler that breaks the rules of its group.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// The actions, from the least strict to the strictest.
enum class Action : std::uint8_t { pass, log, throttle, reject };

constexpr std::array<std::string_view, 4> kActionNames{"pass", "log",
                                                       "throttle", "reject"};
constexpr std::string_view to_string(Action action) {
    return kActionNames[static_cast<std::size_t>(action)];
}

// What a request can violate. `none` is the verdict "allow".
enum class Violation : std::uint8_t {
    none,
    disallow,
    crawl_delay,
    request_rate,
    visit_time,
    impostor,  // the address disproves the claimed name
    // Nothing proves or disproves the claimed name. Most operators publish
    // nothing to prove it, so the default action is `pass`.
    unverifiable,
    budget,  // a budget that crawlers share (budget.hpp)
};

constexpr std::size_t kViolations = 8;  // `none` included

// The names of violations in $robots_verdict, which are also keys of `enforce`
// in a policy; `enforce` lacks a key for `none`.
constexpr std::array<std::string_view, kViolations> kDirectives{
    "allow",      "disallow", "crawl_delay",  "request_rate",
    "visit_time", "impostor", "unverifiable", "budget"};
constexpr std::string_view to_string(Violation violation) {
    return kDirectives[static_cast<std::size_t>(violation)];
}

// Whether the violation depends on the sender of the request, not on its
// target.
constexpr bool is_of_sender(Violation violation) {
    return violation == Violation::impostor ||
           violation == Violation::unverifiable;
}

// Which requests share the budget of a rate. `automatic`: all requests of a
// crawler share one budget. But if many people plausibly run the crawler's
// software, the crawler has one budget for each subnet (budget_key.hpp).
enum class RatePer : std::uint8_t { automatic, crawler, address, subnet };

// The burst and the tolerance if the policy sets none. A crawler that keeps
// exactly to a delay seems early if the network delays one request (by a new
// connection, or by jitter) and not the next. So a request may come early by
// one interval, and in addition by a tenth of the interval. This tolerance is
// at least 250 ms, or twice the interval if twice the interval is less.
constexpr std::uint32_t kUsualBurst = 1;
constexpr Milliseconds usual_tolerance(Milliseconds interval) {
    const Milliseconds least = std::min(Milliseconds{250}, 2 * interval);
    return std::max(interval / 10, least);
}

// Whether `text` is the price of one request as in the response header
// `crawler-price` (Cloudflare's pay per crawl), "USD 0.01": a currency (ISO
// 4217) and an amount of up to seven digits, with up to six more after the
// point. A price stays as it was written, since a crawler has to repeat it
// (`crawler-exact-price`).
bool is_price(std::string_view text);

// The enforcement that applies to one group. Arrays are indexed by Violation.
struct Enforcement {
    std::array<Action, kViolations> action{
        Action::pass, Action::log, Action::log,  Action::log,
        Action::log,  Action::log, Action::pass, Action::log};
    std::array<std::uint16_t, kViolations> status{0,   403, 429, 429,
                                                  429, 403, 403, 429};
    RatePer rate_per = RatePer::automatic;
    // Upper limits for `action` in two cases: a stricter action is replaced by
    // the limit. `unsupported`: the operator documents that the crawler does
    // not support the directive. `contact_only`: the name may be an API
    // client's (Sighting::contact_only), and that client has not fetched
    // robots.txt yet.
    Action unsupported = Action::log;
    Action contact_only = Action::log;
    // In the optional fields, nullopt means that the policy does not set the
    // field. Then slack() and grace_period() use their defaults.
    std::optional<std::uint32_t> burst;
    std::optional<std::uint32_t> tolerance;  // percent of the interval
    Milliseconds max_wait{5000};
    std::optional<std::chrono::seconds> grace;
    // The price in the headers of a refusal with status 402; is_price() is true
    // for this text.
    std::optional<std::string> price;

    Action action_for(Violation v) const {
        return action[static_cast<std::size_t>(v)];
    }
    std::uint16_t status_for(Violation v) const {
        return status[static_cast<std::size_t>(v)];
    }

    // Returns how early a request may come, for a budget with this interval:
    // `burst` intervals plus the tolerance.
    Milliseconds slack(Milliseconds interval) const {
        const std::uint32_t extra = burst.value_or(kUsualBurst);
        return tolerance ? robots::slack(interval, extra, *tolerance)
                         : interval * extra + usual_tolerance(interval);
    }

    // Returns for how long a crawler may follow an older, more lenient
    // robots.txt that it was served. By default, the period is a day if
    // requests that break a rule may be delayed or refused, because crawlers
    // may cache robots.txt for a day (RFC 9309 2.4). Otherwise the default is
    // 0.
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

// Appends a fingerprint of `settings` to `out`: octets that are equal if and
// only if the settings are equal.
void append_fingerprint(std::string& out, const Enforcement& settings);

// The settings of one level (file, template, site, group). A field that is not
// set has the value of the next outer level.
struct EnforcementOverride {
    std::array<std::optional<Action>, kViolations> action;
    std::array<std::optional<std::uint16_t>, kViolations> status;
    std::optional<RatePer> rate_per;
    // `burst`, `tolerance`, `grace` and `price` have an inner optional. If the
    // inner optional is nullopt, the setting is reset to "not set".
    std::optional<std::optional<std::uint32_t>> burst;
    std::optional<std::optional<std::uint32_t>> tolerance;
    std::optional<Milliseconds> max_wait;
    std::optional<Action> unsupported;
    std::optional<Action> contact_only;
    std::optional<std::optional<std::chrono::seconds>> grace;
    std::optional<std::optional<std::string>> price;

    // Sets the action for each violation of a rule or a budget. Does not change
    // `impostor` and `unverifiable`, which break no rule.
    void set_all(Action all);

    // Returns `base` with the fields replaced that are set here.
    Enforcement over(Enforcement base) const;

    // Returns this level on top of `outer`: fields unset here come from
    // `outer`.
    EnforcementOverride on_top_of(const EnforcementOverride& outer) const;
};

// Calls visit(map, key, field of a, field of b) for each setting of two levels;
// `a` and `b` are each an Enforcement or an EnforcementOverride. `map` and
// `key` say where a policy has the setting. `map` is "" for `enforce`,
// "at_most" for `at_most` in `enforce`, "refusal" for `refusal`, and "status"
// for `status` in `refusal`.
template <class A, class B, class Visit>
void for_each_setting(A&& a, B&& b, const Visit& visit) {
    for (std::size_t i = 0; i < kViolations; ++i) {
        visit("", kDirectives[i], a.action[i], b.action[i]);
        visit("status", kDirectives[i], a.status[i], b.status[i]);
    }
    visit("", "rate_per", a.rate_per, b.rate_per);
    visit("", "burst", a.burst, b.burst);
    visit("", "tolerance", a.tolerance, b.tolerance);
    visit("", "max_wait", a.max_wait, b.max_wait);
    visit("at_most", "unsupported", a.unsupported, b.unsupported);
    visit("at_most", "contact_only", a.contact_only, b.contact_only);
    visit("", "grace", a.grace, b.grace);
    visit("refusal", "price", a.price, b.price);
}

}  // namespace robots
