#include "policy/verdict/plan.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/verdict/deciding_rule.hpp"
#include "policy/verdict/terms.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

namespace {

// The interval between paced requests (is_paced()) if their group has no
// crawl-delay.
constexpr Milliseconds kDefaultInterval{10000};

// Plans one request of one crawler, step by step. Each step may find a
// violation. All violations are kept, and the strictest action counts. An
// example: a group has "Disallow: /a" and "Crawl-delay: 10", the action
// `throttle`, no burst, and a max_wait of 20 s. A request for /a comes 4 s
// after the previous request:
//
//     path        disallow, throttle
//     rates       one request in 10 s, throttled
//     settled     the request is due in 6 s: disallow, throttle, wait 6 s
class Planner {
  public:
    Planner(const Site& site, const Terms& terms, const Request& request,
            const SentTarget& target, Action cap, Plan& plan)
        : site_(site),
          terms_(terms),
          request_(request),
          target_(target),
          cap_(cap),
          plan_(plan),
          enforcement_(terms.current != nullptr
                           ? *terms.current->enforcement
                           : site.robots->settings->enforcement) {
        plan.enforcement = &enforcement_;
        plan.longest_wait =
            request.may_wait ? enforcement_.max_wait : Milliseconds{0};
        plan.current_revision = site.robots.get();
        plan.grace_revision = terms.grace_revision;
        plan.grace_group = terms.grace_group;
        plan.site = site.key;
        plan.target = request.target;
        plan.address = request.address;
        plan.method = request.method;
    }

    // `is_bound`: whether robots.txt binds the client (is_bound() in
    // terms.hpp). If not, only the Budgets that crawlers share count.
    void make(bool is_bound) {
        if (is_bound) {
            plan_sender();
            plan_path();
            plan_window();
        }
        // A refused request is not charged to any budget.
        if (plan_.verdict.action == Action::reject) {
            return;
        }
        if (request_.sender_known_in > Milliseconds{0}) {
            put_off();
            return;
        }
        if (is_bound) {
            plan_rates();
        }
        plan_budgets();
    }

  private:
    // Sets the plan's consequence of `violation`, and returns the action.
    // Called only for violations that the request has, or may have when it is
    // charged.
    Action consequence_of(Violation violation) {
        const Cap least =
            cap_for(enforcement_, plan_.verdict.crawler, request_, violation);
        const Action written = enforcement_.action_for(violation);
        const Action would = std::min(written, least.most);
        const Action action = std::min(cap_, would);
        plan_.consequences[static_cast<std::size_t>(violation)] = {
            action, would, written,
            would < written ? least.reason : CapReason::none};
        return action;
    }

    void found(Violation violation, Milliseconds wait) {
        Action action = consequence_of(violation);
        if (action == Action::throttle && wait > plan_.longest_wait) {
            action = Action::reject;
        }
        record(plan_, violation, action, wait, plan_.verdict);
    }

    // Finds violations of the sender. If DNS has not shown the sender yet, does
    // not find `unverifiable`: put_off() refuses the request.
    void plan_sender() {
        if (request_.identity == Identity::impostor) {
            found(Violation::impostor, Milliseconds{0});
        } else if (request_.identity == Identity::unverifiable &&
                   request_.sender_known_in == Milliseconds{0} &&
                   enforcement_.action_for(Violation::unverifiable) !=
                       Action::pass &&
                   must_be_proven(plan_.verdict.crawler, terms_.current)) {
            found(Violation::unverifiable, Milliseconds{0});
        }
    }

    // Refuses the request until DNS has shown the sender.
    void put_off() {
        Verdict& verdict = plan_.verdict;
        verdict.violation = verdict.acted_on = Violation::unverifiable;
        verdict.violations.add(Violation::unverifiable);
        verdict.action = verdict.would = Action::reject;
        verdict.status = enforcement_.status_for(Violation::crawl_delay);
        verdict.wait = request_.sender_known_in;
    }

    // Whether the group closes the path. Stores the rule that decides.
    bool closes_path(const Group* group) {
        const Rule*& rule = plan_.verdict.rule;
        rule = nullptr;
        if (group != nullptr) {
            rule = request_.resolved
                       ? target_.rule_of(*group)
                       : group->rules.match(normalise_target(request_.target));
        }
        return rule != nullptr && !rule->allow;
    }

    void plan_path() {
        bool closed = closes_path(terms_.current);
        if (closed && terms_.grace_revision != nullptr) {
            go_by_grace_revision(plan_, plan_.verdict);
            closed = closes_path(terms_.grace_group);
        }
        if (closed) {
            found(Violation::disallow, Milliseconds{0});
        }
    }

    Milliseconds until_visit(const Group* group) const {
        return group != nullptr
                   ? until_open(group->pace->visit_times, request_.utc)
                   : Milliseconds{0};
    }

    // A throttled request waits until the next window opens, or is refused if
    // the wait would be too long.
    void plan_window() {
        if (terms_.current == nullptr ||
            terms_.current->pace->visit_times.empty()) {
            return;
        }
        Milliseconds wait = until_visit(terms_.current);
        if (wait > Milliseconds{0} && terms_.grace_revision != nullptr) {
            go_by_grace_revision(plan_, plan_.verdict);
            wait = std::min(wait, until_visit(terms_.grace_group));
        }
        if (wait > Milliseconds{0}) {
            found(Violation::visit_time, wait);
        }
    }

    void plan_rates() {
        add_crawl_delay();
        const Group* group = terms_.lenient([this](const Group& each) {
            return longest_interval_of(each, request_.utc);
        });
        if (group != nullptr) {
            add_request_rates(*group);
        }
    }

    // Whether the request is throttled because of its path or its sender. These
    // requests are paced: they are let through one by one.
    bool is_paced() const {
        const Verdict& verdict = plan_.verdict;
        return verdict.action == Action::throttle &&
               (verdict.acted_on == Violation::disallow ||
                is_of_sender(verdict.acted_on));
    }

    void add_crawl_delay() {
        const Group* group = terms_.lenient(crawl_delay_of);
        const bool has_delay = group != nullptr && group->pace->crawl_delay;
        const Rate rate{
            has_delay ? *group->pace->crawl_delay : kDefaultInterval, {}, {}};
        const Action action =
            has_delay ? consequence_of(Violation::crawl_delay) : Action::pass;
        if (is_paced() && action <= Action::throttle) {
            add(plan_.verdict.acted_on, Action::throttle, rate, group, 0);
        } else if (action != Action::pass) {
            add(Violation::crawl_delay, action, rate, group, 0);
        }
    }

    void add_request_rates(const Group& group) {
        if (group.pace->request_rates.empty()) {
            return;
        }
        const Action action = consequence_of(Violation::request_rate);
        if (action == Action::pass) {
            return;
        }
        std::uint8_t which = 0;
        for (const RequestRate& rate : group.pace->request_rates) {
            ++which;
            if (!rate.window || rate.window->contains(request_.utc)) {
                add(Violation::request_rate, action, rate.budget(), &group,
                    which);
            }
        }
    }

    // A crawler without an entry may have an invented name. So its requests are
    // charged both to the name and to the network.
    void add(Violation violation, Action action, Rate rate, const Group* group,
             std::uint8_t which) {
        rate.slack += enforcement_.slack(rate.interval);
        if (action == Action::throttle) {
            rate.max_wait = plan_.longest_wait;
        }
        plan_.demands.add({violation, action, rate, group, which,
                           Demand::Of::crawler, nullptr});
        if (plan_.verdict.crawler.crawler == nullptr) {
            plan_.demands.add({violation, action, network_rate(rate), group,
                               which, Demand::Of::network, nullptr});
        }
    }

    // A crawler's part has half of the budget's rate and half of its burst: the
    // interval is doubled, and the slack stays.
    void plan_budgets() {
        Action action = Action::pass;
        for (const auto& budget : site_.robots->settings->budgets) {
            if (!budget->chooses(plan_.verdict.crawler) ||
                !budget->counts_at(request_.utc)) {
                continue;
            }
            action = consequence_of(Violation::budget);
            if (action == Action::pass) {
                return;
            }
            Demand demand{Violation::budget, action, budget->rate(),
                          nullptr,           0,      Demand::Of::budget,
                          budget.get()};
            if (action == Action::throttle) {
                demand.rate.max_wait = plan_.longest_wait;
            }
            plan_.demands.add(demand);
            demand.of = Demand::Of::part;
            demand.rate.interval *= 2;
            plan_.demands.add(demand);
        }
    }

    const Site& site_;
    const Terms& terms_;
    const Request& request_;
    const SentTarget& target_;
    Action cap_;
    Plan& plan_;
    const Enforcement& enforcement_;
};

// Returns the one of `violations` that becomes Verdict::violation.
Violation gravest(const Plan& plan, const Violations& violations) {
    Violation found = Violation::none;
    for (const Violation each : kGravestFirst) {
        if (!violations.contains(each)) {
            continue;
        }
        if (plan.consequence(each).would > Action::pass) {
            return each;
        }
        found = found == Violation::none ? each : found;
    }
    return found;
}

// Fills in the plan of a request of `plan.verdict.crawler` for `target`.
void plan_target(const Policy& policy, const Site& site, const Request& request,
                 const SentTarget& target, Action cap, Plan& plan) {
    if (target.is_robots_txt()) {
        return;
    }
    Verdict& verdict = plan.verdict;
    verdict.group =
        site.robots->groups.select(verdict.crawler, policy.crawlers());
    const bool bound = is_bound(verdict.crawler, verdict.group);
    const bool shares = shares_budget(*site.robots, verdict.crawler);
    if (!bound) {
        verdict.group = nullptr;
        if (!shares) {
            return;
        }
    }
    verdict.judged = true;
    verdict.robots = site.robots.get();
    const Terms terms = terms_of(policy, site, request, verdict);
    if (terms.current != nullptr || shares ||
        request.identity != Identity::verified) {
        Planner(site, terms, request, target, cap, plan).make(bound);
    }
}

}  // namespace

bool record(const Plan& plan, Violation violation, Action action,
            Milliseconds wait, Verdict& verdict) {
    const Consequence& consequence = plan.consequence(violation);
    const bool too_long = wait > plan.longest_wait;
    const Action would = consequence.would == Action::throttle && too_long
                             ? Action::reject
                             : consequence.would;
    verdict.would = std::max({verdict.would, action, would});
    verdict.violations.add(violation);
    verdict.violation = gravest(plan, verdict.violations);
    const bool counts =
        verdict.acted_on == Violation::none || action > verdict.action;
    if (counts) {
        verdict.acted_on = violation;
        verdict.capped_by = CapReason::none;
        verdict.action = action;
        verdict.wait = wait;
        verdict.status = action == Action::reject
                             ? plan.enforcement->status_for(violation)
                             : std::uint16_t{0};
    }
    if (consequence.capped_by != CapReason::none &&
        verdict.action < consequence.written) {
        verdict.capped_by = consequence.capped_by;
    }
    return counts;
}

void go_by_grace_revision(const Plan& plan, Verdict& verdict) {
    verdict.robots = plan.grace_revision;
    verdict.group = plan.grace_group;
}

std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys) {
    switch (demand.of) {
        case Demand::Of::network:
            return keys.network_budget(
                plan.site, demand.group != nullptr ? demand.group->key : 0,
                demand.which, plan.address);
        case Demand::Of::budget:
            return key_of(plan, demand, keys, Keys::OfBudget::all);
        case Demand::Of::part:
            return key_of(plan, demand, keys, Keys::OfBudget::part);
        case Demand::Of::crawler:
            break;
    }
    return keys.budget({plan.site, plan.verdict.crawler, plan.verdict.identity},
                       demand.which, plan.address, plan.enforcement->rate_per);
}

std::uint64_t key_of(const Plan& plan, const Demand& demand, const Keys& keys,
                     Keys::OfBudget what) {
    const Budget& budget = *demand.budget;
    return keys.shared_budget({budget.of_all_sites ? 0 : plan.site,
                               plan.verdict.crawler, plan.verdict.identity},
                              budget.key, what);
}

// Hashes the sent target and the key of the first budget, which is secret.
std::uint64_t pass_key(const Plan& plan, const Keys& keys) {
    const std::uint64_t first = key_of(plan, plan.demands[0], keys);
    const std::uint64_t hash =
        XXH3_64bits_withSeed(plan.target.data(), plan.target.size(), first);
    return (hash & ~kOpenToAll) | (first & kOpenToAll);
}

Plan plan_request(const Policy& policy, const Site* site,
                  const Sighting& crawler, const Request& request, Action cap) {
    Plan plan;
    plan.verdict.crawler = crawler;
    plan.verdict.identity = request.identity;
    if (site == nullptr || !crawler || site->robots->settings->suspend) {
        return plan;
    }
    if (request.read != nullptr) {
        plan_target(policy, *site, request, *request.read, cap, plan);
    } else {
        const SentTarget target(request.target, request.slashes);
        plan_target(policy, *site, request, target, cap, plan);
    }
    return plan;
}

}  // namespace robots
