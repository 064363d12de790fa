#include "judge.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "percent_encoding.hpp"
#include "product_token.hpp"

namespace robots {

namespace {

// Throttled paths of a group without a crawl-delay are let through this often.
constexpr Milliseconds kDefaultPace{10000};

// Crawlers of which only the shape is known share this many budgets: their
// names are the sender's to choose, and must not fill the store.
constexpr std::uint64_t kShapeBudgets = 1024;

std::uint64_t hash(std::string_view octets, std::uint64_t seed) {
    return XXH3_64bits_withSeed(octets.data(), octets.size(), seed);
}

std::uint64_t crawler_hash(const Sighting& crawler) {
    std::array<char, 64> folded{};
    const std::size_t size = std::min(crawler.token.size(), folded.size());
    std::transform(crawler.token.begin(), crawler.token.begin() + size,
                   folded.begin(), [](char c) { return fold(c); });
    const std::uint64_t full = hash({folded.data(), size}, 0);
    return crawler.crawler != nullptr ? full : full % kShapeBudgets;
}

// The octets of an address that share a budget: /24 of IPv4, /56 of IPv6.
std::string_view budget_address(std::string_view address, BudgetPer per) {
    switch (per) {
        case BudgetPer::crawler:
            return {};
        case BudgetPer::address:
            return address;
        case BudgetPer::subnet:
            break;
    }
    return address.substr(0, address.size() == 4 ? 3 : 7);
}

// The budget of one of a group's rates, its crawl-delay being the first. Which
// one stands above the few values that shapes hash to.
std::uint64_t budget_key(const Site& site, const Sighting& crawler,
                         std::string_view address, BudgetPer per,
                         std::size_t which) {
    return hash(budget_address(address, per),
                site.key ^ crawler_hash(crawler) ^ which << 32);
}

// False where the crawler's operator documents that it passes over the
// directive.
bool supports(const Sighting& crawler, Violation violation) {
    const Crawler* entry = crawler.crawler;
    if (entry == nullptr) {
        return true;
    }
    switch (violation) {
        case Violation::none:
        case Violation::disallow:
            break;
        case Violation::crawl_delay:
            return entry->crawl_delay != Obeys::no;
        case Violation::request_rate:
            return entry->request_rate != Obeys::no;
        case Violation::visit_time:
            return entry->visit_time != Obeys::no;
    }
    return true;
}

// One budget that a request needs, and what is done where it is spent.
struct Demand {
    Violation violation = Violation::crawl_delay;
    Action action = Action::off;
    Rate rate;
    std::uint64_t key = 0;
};

// Rates beyond these are not enforced; no group has as many.
constexpr std::size_t kMaxDemands = 8;

class Demands {
  public:
    void add(const Demand& demand) {
        if (size_ < all_.size()) {
            all_[size_++] = demand;
        }
    }
    const Demand* begin() const { return all_.data(); }
    const Demand* end() const { return all_.data() + size_; }
    std::size_t size() const { return size_; }

  private:
    std::array<Demand, kMaxDemands> all_;
    std::size_t size_ = 0;
};

// Judges one request of one crawler; the steps in order. Each step may find a
// violation; the strictest action stands, and of equals the first.
class Case {
  public:
    Case(const Site& site, const Request& request, Milliseconds now,
         BudgetStore& budgets, Action cap, Verdict& verdict)
        : site_(site),
          request_(request),
          now_(now),
          budgets_(budgets),
          cap_(cap),
          verdict_(verdict),
          group_(*verdict.group),
          enforcement_(group_.enforcement) {}

    void decide() {
        judge_path();
        if (verdict_.action != Action::reject) {
            judge_window();
        }
        // What is refused already costs no budget.
        if (verdict_.action != Action::reject) {
            judge_rates();
        }
    }

  private:
    // Who documents that it does not support a directive breaks no word.
    Action capped(Violation violation) const {
        const Action action =
            std::min(cap_, enforcement_.action_for(violation));
        return supports(verdict_.crawler, violation)
                   ? action
                   : std::min(action, enforcement_.unsupported);
    }

    void find(Violation violation, Action action, Milliseconds wait) {
        if (verdict_.violation != Violation::none &&
            action <= verdict_.action) {
            return;
        }
        verdict_.violation = violation;
        verdict_.action = action;
        verdict_.wait = wait;
        verdict_.status = action == Action::reject
                              ? enforcement_.status_for(violation)
                              : std::uint16_t{0};
    }

    void judge_path() {
        verdict_.rule =
            request_.resolved
                ? deciding_rule(group_, request_.target, request_.slashes)
                : group_.rules.match(normalise_target(request_.target));
        if (verdict_.rule != nullptr && !verdict_.rule->allow) {
            find(Violation::disallow, capped(Violation::disallow),
                 Milliseconds{0});
        }
    }

    // A throttled request waits for the window to open, if not for too long.
    void judge_window() {
        const Milliseconds wait = until_open(group_.visit_times, request_.utc);
        if (wait == Milliseconds{0}) {
            return;
        }
        const Action action = capped(Violation::visit_time);
        const bool too_long =
            action == Action::throttle && wait > enforcement_.max_wait;
        find(Violation::visit_time, too_long ? Action::reject : action, wait);
    }

    void judge_rates() {
        const Demands demands = this->demands();
        if (demands.size() > 1 && refused_by_any(demands)) {
            return;
        }
        for (const Demand& demand : demands) {
            settle(demand, budgets_.charge(demand.key, now_, demand.rate));
        }
    }

    // Asks before charging, so that a request which one budget refuses costs
    // the others nothing.
    bool refused_by_any(const Demands& demands) {
        return std::any_of(
            demands.begin(), demands.end(), [this](const Demand& demand) {
                const Charge quote =
                    budgets_.quote(demand.key, now_, demand.rate);
                if (quote.granted || demand.action <= Action::log) {
                    return false;
                }
                settle(demand, quote);
                return true;
            });
    }

    Demands demands() const {
        Demands out;
        // A throttled path is let through at the pace of the crawl-delay.
        const bool paced_path = verdict_.violation == Violation::disallow &&
                                verdict_.action == Action::throttle;
        const Action pace =
            group_.crawl_delay ? capped(Violation::crawl_delay) : Action::off;
        if (paced_path && pace <= Action::throttle) {
            out.add(
                demand(Violation::disallow, Action::throttle, pace_rate(), 0));
        } else if (pace != Action::off) {
            out.add(demand(Violation::crawl_delay, pace, pace_rate(), 0));
        }
        const Action rated = capped(Violation::request_rate);
        for (std::size_t i = 0; i < group_.request_rates.size(); ++i) {
            const RequestRate& rate = group_.request_rates[i];
            if (rated != Action::off &&
                (!rate.window || rate.window->contains(request_.utc))) {
                out.add(demand(Violation::request_rate, rated, rate.budget(),
                               i + 1));
            }
        }
        return out;
    }

    Rate pace_rate() const {
        return {group_.crawl_delay.value_or(kDefaultPace), Milliseconds{0},
                Milliseconds{0}};
    }

    Demand demand(Violation violation, Action action, Rate rate,
                  std::size_t which) const {
        rate.slack +=
            slack(rate.interval, enforcement_.burst, enforcement_.tolerance);
        if (action == Action::throttle) {
            rate.max_wait = enforcement_.max_wait;
        }
        return {violation, action, rate,
                budget_key(site_, verdict_.crawler, request_.address,
                           enforcement_.budget_per, which)};
    }

    void settle(const Demand& demand, const Charge& charge) {
        if (!charge.granted && demand.action > Action::log) {
            find(demand.violation, Action::reject, charge.wait);
            // However it came to be throttled, it came too soon.
            if (demand.violation == Violation::disallow) {
                verdict_.status =
                    enforcement_.status_for(Violation::crawl_delay);
            }
        } else if (charge.wait > Milliseconds{0}) {
            find(demand.violation, demand.action, charge.wait);
            if (demand.action == verdict_.action) {
                verdict_.wait = std::max(verdict_.wait, charge.wait);
            }
        }
    }

    const Site& site_;
    const Request& request_;
    const Milliseconds now_;
    BudgetStore& budgets_;
    const Action cap_;
    Verdict& verdict_;
    const Group& group_;
    const Enforcement& enforcement_;
};

// HTTP libraries are no crawlers until a group names them.
bool is_bound(const Sighting& crawler, const Group* group) {
    return crawler.category != Category::library ||
           (group != nullptr && group->name != "*");
}

const Rule* stricter(const Rule* a, const Rule* b) {
    const bool b_closes = b != nullptr && !b->allow;
    const bool a_closes = a != nullptr && !a->allow;
    return b_closes && !a_closes ? b : a;
}

}  // namespace

bool is_robots_txt(std::string_view target, Slashes slashes) {
    constexpr std::string_view kPath = "/robots.txt";
    std::string storage;
    const std::string_view path = path_and_query(target, storage);
    if (!needs_resolving(path)) {
        return path.substr(0, path.find('?')) == kPath;
    }
    const std::string resolved = resolve_target(path, slashes);
    return resolved.substr(0, resolved.find('?')) == kPath;
}

const Rule* deciding_rule(const Group& group, std::string_view target,
                          Slashes slashes) {
    std::string storage;
    const std::string_view path = path_and_query(target, storage);
    const bool resolves = needs_resolving(path);
    if (!resolves && !may_need_normalising(path)) {
        return group.rules.match(path);
    }
    const Rule* as_sent = group.rules.match(normalise_target(path));
    if (!resolves) {
        return as_sent;
    }
    return stricter(as_sent, group.rules.match(resolve_target(path, slashes)));
}

Verdict judge_crawler(const Policy& policy, const Site* site,
                      const Sighting& crawler, const Request& request,
                      Milliseconds now, BudgetStore& budgets, Action cap) {
    Verdict verdict;
    verdict.crawler = crawler;
    if (site == nullptr || !crawler || site->robots->suspend ||
        is_robots_txt(request.target, request.slashes)) {
        return verdict;
    }
    verdict.group = site->robots->groups.select(crawler, policy.crawlers());
    if (!is_bound(crawler, verdict.group)) {
        verdict.group = nullptr;
        return verdict;
    }
    verdict.judged = true;
    if (verdict.group != nullptr) {
        Case(*site, request, now, budgets, cap, verdict).decide();
    }
    return verdict;
}

Verdict judge(const Policy& policy, const Site* site, const Request& request,
              Milliseconds now, BudgetStore& budgets, Action cap) {
    return judge_crawler(policy, site,
                         policy.crawlers().identify(request.user_agent),
                         request, now, budgets, cap);
}

}  // namespace robots
