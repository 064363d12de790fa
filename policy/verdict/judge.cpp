#include "policy/verdict/judge.hpp"

#include <algorithm>
#include <optional>

#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/cap.hpp"
#include "policy/verdict/charging.hpp"
#include "policy/verdict/deciding_rule.hpp"
#include "policy/verdict/demands.hpp"
#include "policy/verdict/terms.hpp"

namespace robots {

namespace {

// Between paced requests, if their group has no crawl-delay.
constexpr Milliseconds kDefaultInterval{10000};

// Judges one request of one crawler, step by step. Each step may find a
// violation; all are kept, and the strictest action counts. By example,
// a group with "Disallow: /a" and "Crawl-delay: 10", throttled without a burst
// and with a max_wait of 20 s; a request for /a comes 4 s after the last one:
//
//     path        disallow, throttle
//     rates       it is due in 6 s: throttle, wait 6 s
//     verdict     disallow, throttle, wait 6 s
//
// All steps are in one file, so that the compiler makes one function of them.
// What few requests need is not inline, so that the others pass it quickly.
class Case {
  public:
    Case(const Site& site, const Terms& terms, const Request& request,
         const SentTarget& target, Milliseconds now, BudgetStore& budgets,
         Action cap, Verdict& verdict)
        : site_(site),
          terms_(terms),
          request_(request),
          target_(target),
          charging_(request, now, budgets),
          cap_(cap),
          verdict_(verdict),
          enforcement_(terms.current != nullptr
                           ? *terms.current->enforcement
                           : site.robots->settings->enforcement) {}

    void decide() {
        if (request_.identity == Identity::impostor) {
            record(Violation::impostor, capped(Violation::impostor),
                   Milliseconds{0});
        }
        judge_path();
        judge_window();
        // What is refused already costs no budget.
        if (verdict_.action != Action::reject) {
            judge_rates();
        }
    }

  private:
    // What the policy does, however little robots_enforce lets this nginx do.
    Action uncapped(Violation violation) const {
        const Cap cap =
            cap_for(enforcement_, verdict_.crawler, request_, violation);
        return std::min(enforcement_.action_for(violation), cap.most);
    }

    Action capped(Violation violation) const {
        return std::min(cap_, uncapped(violation));
    }

    // Of the violations so far, the one that the verdict is named for.
    Violation gravest() const {
        Violation found = Violation::none;
        for (const Violation each : kGravestFirst) {
            if (!verdict_.violations.contains(each)) {
                continue;
            }
            if (capped(each) > Action::off) {
                return each;
            }
            found = found == Violation::none ? each : found;
        }
        return found;
    }

    // Keeps a violation in the verdict. Its action counts, unless one before it
    // has as strict a one.
    [[gnu::noinline]] void record(Violation violation, Action action,
                                  Milliseconds wait) {
        Action would = cap_ == Action::reject ? action : uncapped(violation);
        const bool too_long = wait > longest_wait();
        would = would == Action::throttle && too_long ? Action::reject : would;
        verdict_.would = std::max({verdict_.would, action, would});
        verdict_.violations.add(violation);
        verdict_.violation = gravest();
        if (verdict_.acted_on != Violation::none && action <= verdict_.action) {
            note_cap(violation);
            return;
        }
        verdict_.acted_on = violation;
        verdict_.capped_by = CapReason::none;
        verdict_.action = action;
        note_cap(violation);
        verdict_.wait = wait;
        verdict_.status = action == Action::reject
                              ? enforcement_.status_for(violation)
                              : std::uint16_t{0};
    }

    // Whether it is a cap that keeps the verdict from a stricter action.
    void note_cap(Violation violation) {
        const Cap cap =
            cap_for(enforcement_, verdict_.crawler, request_, violation);
        const Action written = enforcement_.action_for(violation);
        if (cap.most < written && verdict_.action < written) {
            verdict_.capped_by = cap.reason;
        }
    }

    // The verdict rests on the grace revision, not on the current robots.txt.
    void go_by_grace_revision() {
        verdict_.robots = terms_.grace_revision;
        verdict_.group = terms_.grace_group;
    }

    // Whether the group closes the path. Keeps the rule that decides.
    bool closes_path(const Group* group) {
        verdict_.rule = nullptr;
        if (group != nullptr) {
            verdict_.rule =
                request_.resolved
                    ? deciding_rule(*group, target_)
                    : group->rules.match(normalise_target(request_.target));
        }
        return verdict_.rule != nullptr && !verdict_.rule->allow;
    }

    void judge_path() {
        bool closed = closes_path(terms_.current);
        if (closed && terms_.grace_revision != nullptr) {
            go_by_grace_revision();
            closed = closes_path(terms_.grace_group);
        }
        if (closed) {
            record(Violation::disallow, capped(Violation::disallow),
                   Milliseconds{0});
        }
    }

    Milliseconds longest_wait() const {
        return request_.may_wait ? enforcement_.max_wait : Milliseconds{0};
    }

    Milliseconds until_visit(const Group* group) const {
        return group != nullptr
                   ? until_open(group->pace->visit_times, request_.utc)
                   : Milliseconds{0};
    }

    // A throttled request waits until the next window opens, unless that takes
    // too long.
    void judge_window() {
        if (terms_.current != nullptr &&
            !terms_.current->pace->visit_times.empty()) {
            judge_visit();
        }
    }

    [[gnu::noinline]] void judge_visit() {
        Milliseconds wait = until_visit(terms_.current);
        if (wait > Milliseconds{0} && terms_.grace_revision != nullptr) {
            go_by_grace_revision();
            wait = std::min(wait, until_visit(terms_.grace_group));
        }
        if (wait == Milliseconds{0}) {
            return;
        }
        const Action action = capped(Violation::visit_time);
        const bool too_long =
            action == Action::throttle && wait > longest_wait();
        record(Violation::visit_time, too_long ? Action::reject : action, wait);
    }

    void judge_rates() {
        const Group* group = terms_.lenient(longest_interval_of);
        if ((group != nullptr && !group->pace->request_rates.empty()) ||
            is_invented()) {
            judge_several_rates(group);
        } else if (const auto delay = crawl_delay_demand()) {
            charge_one(*delay);
        }
    }

    // Nearly all requests of a crawler that keeps its crawl-delay end here.
    [[gnu::always_inline]] void charge_one(const Demand& demand) {
        const Charge charge = charging_.charge(demand);
        if (charging_.is_usual(demand, charge)) {
            charging_.note(demand, charge);
        } else {
            settle_one(demand, charge);
        }
    }

    [[gnu::noinline]] void settle_one(const Demand& demand,
                                      const Charge& charge) {
        if (charging_.is_early(demand, charge) && charging_.uses_pass(demand)) {
            if (charge.granted) {
                charging_.give_back(demand, charge);
            }
            return;
        }
        settle(demand, charge);
        if (charge.granted) {
            charging_.leave_pass(demand, charge.wait, demand.rate.interval);
        }
    }

    // Whether the sender may have invented the crawler's name.
    bool is_invented() const { return verdict_.crawler.crawler == nullptr; }

    [[gnu::noinline]] void judge_several_rates(const Group* group) {
        Demands demands;
        if (const auto delay = crawl_delay_demand()) {
            add(*delay, 0, demands);
        }
        if (group != nullptr) {
            add_request_rates(*group, demands);
        }
        charge_all(demands);
    }

    // If one budget refuses, or the request has a pass, no budget is charged.
    void charge_all(const Demands& demands) {
        Charged charged;
        const Demand* refusing = nullptr;
        Charge refusal;
        bool early = false;
        for (const Demand& demand : demands) {
            const Charge charge = charging_.charge(demand);
            early = early || charging_.is_early(demand, charge);
            if (!charge.granted && demand.action > Action::log) {
                refusing = &demand;
                refusal = charge;
                break;
            }
            charged.add(charge);
        }
        const bool passes = early && charging_.uses_pass(*demands.begin());
        if (passes || refusing != nullptr) {
            charging_.give_back(demands, charged);
        }
        if (passes) {
            return;
        }
        if (refusing != nullptr) {
            for (std::size_t i = 0; i < charged.size; ++i) {
                if (charged.at(i).wait > Milliseconds{0}) {
                    verdict_.violations.add(demands.begin()[i].violation);
                }
            }
            settle(*refusing, refusal);
            return;
        }
        settle_all(demands, charged);
    }

    void settle_all(const Demands& demands, const Charged& charged) {
        Milliseconds longest{0};
        Milliseconds wait{0};
        for (std::size_t i = 0; i < charged.size; ++i) {
            const Demand& demand = demands.begin()[i];
            const Charge charge = charged.at(i);
            settle(demand, charge);
            if (charge.granted) {
                longest = std::max(longest, demand.rate.interval);
                wait = std::max(wait, charge.wait);
            }
        }
        if (longest > Milliseconds{0} && verdict_.action != Action::reject) {
            charging_.leave_pass(*demands.begin(), wait, longest);
        }
    }

    static bool is_paced(Violation violation) {
        return violation == Violation::disallow ||
               violation == Violation::impostor;
    }

    // Whether the request is throttled for what it asks for or who sent it.
    // Such requests are let through one by one.
    bool is_paced() const {
        return verdict_.action == Action::throttle &&
               is_paced(verdict_.acted_on);
    }

    // The budget of the crawl-delay, or of a paced request. nullopt: none.
    [[gnu::always_inline]] std::optional<Demand> crawl_delay_demand() const {
        const Group* group = terms_.lenient(crawl_delay_of);
        const bool has_delay = group != nullptr && group->pace->crawl_delay;
        const Rate rate{
            has_delay ? *group->pace->crawl_delay : kDefaultInterval, {}, {}};
        const Action action =
            has_delay ? capped(Violation::crawl_delay) : Action::off;
        if (is_paced() && action <= Action::throttle) {
            return demand(verdict_.acted_on, Action::throttle, rate, 0, group);
        }
        if (action == Action::off) {
            return std::nullopt;
        }
        return demand(Violation::crawl_delay, action, rate, 0, group);
    }

    void add_request_rates(const Group& group, Demands& out) const {
        const Action action = capped(Violation::request_rate);
        if (action == Action::off) {
            return;
        }
        std::size_t which = 0;
        for (const RequestRate& rate : group.pace->request_rates) {
            ++which;
            if (!rate.window || rate.window->contains(request_.utc)) {
                add(demand(Violation::request_rate, action, rate.budget(),
                           which, &group),
                    which, out);
            }
        }
    }

    // A name that its sender may have invented is charged to its network, too.
    void add(const Demand& demand, std::size_t which, Demands& out) const {
        out.add(demand);
        if (is_invented()) {
            Demand network = demand;
            network.rate = network_rate(demand.rate);
            network.key = charging_.keys().network_budget(
                site_.key, demand.group != nullptr ? demand.group->key : 0,
                which, request_.address);
            out.add(network);
        }
    }

    [[gnu::always_inline]] Demand demand(Violation violation, Action action,
                                         Rate rate, std::size_t which,
                                         const Group* group) const {
        rate.slack += enforcement_.slack(rate.interval);
        if (action == Action::throttle) {
            rate.max_wait = longest_wait();
        }
        return {violation, action, rate, key(which), group};
    }

    [[gnu::always_inline]] std::uint64_t key(std::size_t which) const {
        return charging_.keys().budget(
            {site_.key, verdict_.crawler, verdict_.identity}, which,
            request_.address, enforcement_.rate_per);
    }

    // The same for a request that came earlier than the demand allows.
    void record_early(const Demand& demand, Action action, Milliseconds wait) {
        record(demand.violation, action, wait);
        if (verdict_.acted_on == demand.violation && demand.group != nullptr &&
            demand.group == terms_.grace_group) {
            go_by_grace_revision();
        }
    }

    void settle(const Demand& demand, const Charge& charge) {
        if (charge.granted) {
            charging_.note(demand, charge);
        }
        if (!charge.granted || charge.wait > Milliseconds{0}) {
            settle_early(demand, charge);
        }
    }

    [[gnu::noinline]] void settle_early(const Demand& demand,
                                        const Charge& charge) {
        // A paced request is charged to the budget of the crawl-delay.
        if (is_paced(demand.violation) && demand.group != nullptr &&
            demand.group->pace->crawl_delay &&
            capped(Violation::crawl_delay) > Action::off) {
            verdict_.violations.add(Violation::crawl_delay);
        }
        if (!charge.granted && demand.action > Action::log) {
            record_early(demand, Action::reject, charge.wait);
            // Whatever it was throttled for, it is refused for its haste.
            if (is_paced(verdict_.acted_on)) {
                verdict_.status =
                    enforcement_.status_for(Violation::crawl_delay);
            }
        } else if (charge.wait > Milliseconds{0}) {
            record_early(demand, demand.action, charge.wait);
            if (demand.action == verdict_.action) {
                verdict_.wait = std::max(verdict_.wait, charge.wait);
            }
        }
    }

    const Site& site_;
    const Terms& terms_;
    const Request& request_;
    const SentTarget& target_;
    Charging charging_;
    const Action cap_;
    Verdict& verdict_;
    const Enforcement& enforcement_;
};

}  // namespace

Verdict judge(const Policy& policy, const Site* site, const Sighting& crawler,
              const Request& request, Milliseconds now, BudgetStore& budgets,
              Action cap) {
    Verdict verdict;
    verdict.crawler = crawler;
    verdict.identity = request.identity;
    if (site == nullptr || !crawler || site->robots->settings->suspend) {
        return verdict;
    }
    const SentTarget target(request.target, request.slashes, request.prepared);
    if (is_robots_txt(target)) {
        return verdict;
    }
    verdict.group = site->robots->groups.select(crawler, policy.crawlers());
    if (!is_bound(crawler, verdict.group)) {
        verdict.group = nullptr;
        return verdict;
    }
    verdict.judged = true;
    verdict.robots = site->robots.get();
    const Terms terms = terms_of(policy, *site, request, verdict);
    if (terms.current != nullptr || request.identity == Identity::impostor) {
        Case(*site, terms, request, target, now, budgets, cap, verdict)
            .decide();
    }
    return verdict;
}

}  // namespace robots
