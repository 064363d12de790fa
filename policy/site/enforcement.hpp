// What is done about a crawler that breaks its own group's rules.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robots {

// From the least strict to the strictest.
enum class Action : std::uint8_t { pass, log, throttle, reject };

constexpr std::array<std::string_view, 4> kActionNames{"pass", "log",
                                                       "throttle", "reject"};
constexpr std::string_view to_string(Action action) {
    return kActionNames[static_cast<std::size_t>(action)];
}

// What can be broken. `none` is the verdict "allow".
enum class Violation : std::uint8_t {
    none,
    disallow,
    crawl_delay,
    request_rate,
    visit_time,
    impostor,  // its address shows that it is not who it says
    // Nothing shows who it is. Broken only where the policy has an action for
    // it: of most crawlers nobody publishes anything.
    unverifiable,
    budget,  // that crawlers share (budget.hpp)
};

constexpr std::size_t kViolations = 8;  // `none` included

// The directive that decides: as $robots_verdict has it, and `enforce`, which
// has no key for `none`.
constexpr std::array<std::string_view, kViolations> kDirectives{
    "allow",      "disallow", "crawl_delay",  "request_rate",
    "visit_time", "impostor", "unverifiable", "budget"};
constexpr std::string_view to_string(Violation violation) {
    return kDirectives[static_cast<std::size_t>(violation)];
}

// Whether it lies in who sent the request, not in what it asks for.
constexpr bool is_of_sender(Violation violation) {
    return violation == Violation::impostor ||
           violation == Violation::unverifiable;
}

// Whose requests share the budget of a rate. `automatic`: those of a crawler,
// or of its network where many plausibly run the software (budget_key.hpp).
enum class RatePer : std::uint8_t { automatic, crawler, address, subnet };

// What is forgiven if the policy does not say. A crawler that keeps exactly to
// a delay looks early by what the network adds to one request and not to the
// next: one more round trip for a new connection, and jitter. So one request
// may come early, and besides a tenth of the interval or a quarter of a second,
// but never more than twice the interval.
constexpr std::uint32_t kUsualBurst = 1;
constexpr Milliseconds usual_tolerance(Milliseconds interval) {
    const Milliseconds least = std::min(Milliseconds{250}, 2 * interval);
    return std::max(interval / 10, least);
}

// Whether `text` is what one request costs, as the response header
// `crawler-price` has it (Cloudflare's pay per crawl), "USD 0.01": a currency
// (ISO 4217) and an amount of up to seven digits, with up to six more behind
// the point. It stays as it was written, since a crawler has to repeat it
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
    // What a refusal with status 402 asks for; is_price() is true for it.
    std::optional<std::string> price;

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

// Appends octets that are equal only for equal settings.
void append_fingerprint(std::string& out, const Enforcement& settings);

// What one level (file, template, site, group) says; the rest it leaves to the
// level around it.
struct EnforcementOverride {
    std::array<std::optional<Action>, kViolations> action;
    std::array<std::optional<std::uint16_t>, kViolations> status;
    std::optional<RatePer> rate_per;
    // Of these, of `grace` and of `price`, a level may also say that nobody
    // wrote them.
    std::optional<std::optional<std::uint32_t>> burst;
    std::optional<std::optional<std::uint32_t>> tolerance;
    std::optional<Milliseconds> max_wait;
    std::optional<Action> unsupported;
    std::optional<Action> contact_only;
    std::optional<std::optional<std::chrono::seconds>> grace;
    std::optional<std::optional<std::string>> price;

    // Sets all kinds of violation but those of the sender, who breaks no rule
    // and has keys of his own.
    void set_all(Action all);

    // `base` with what this level says.
    Enforcement over(Enforcement base) const;

    // This level on top of `outer`: fields unset here are taken from there.
    EnforcementOverride on_top_of(const EnforcementOverride& outer) const;
};

// Calls visit(map, key, field of a, field of b) for each setting of two levels;
// each is an Enforcement or an EnforcementOverride. `map` is "at_most" for a
// key of that map, "status" or "refusal" for one that `refusal` has, or else
// "".
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
