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

std::uint64_t budget_key(const Site& site, const Sighting& crawler,
                         std::string_view address, BudgetPer per) {
    return hash(budget_address(address, per), site.key ^ crawler_hash(crawler));
}

// Judges one request of one crawler; the steps in order, each with its verdict.
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
          group_(*verdict.group) {}

    void decide() {
        verdict_.rule =
            request_.resolved
                ? deciding_rule(group_, request_.target, request_.slashes)
                : group_.rules.match(normalise_target(request_.target));
        const bool closed = verdict_.rule != nullptr && !verdict_.rule->allow;
        const Action path = closed ? capped(Violation::disallow) : Action::off;
        if (closed) {
            verdict_.violation = Violation::disallow;
            verdict_.action = path;
        }
        if (path == Action::reject) {
            verdict_.status =
                group_.enforcement.status_for(Violation::disallow);
            return;
        }
        const Action pace =
            group_.crawl_delay ? capped(Violation::crawl_delay) : Action::off;
        if (std::max(path, pace) != Action::off) {
            charge_pace(closed, path, pace);
        }
    }

  private:
    Action capped(Violation violation) const {
        return std::min(cap_, group_.enforcement.action_for(violation));
    }

    // Charges the crawler's budget. `path` and `pace` are the actions for the
    // path and for the crawl-delay; the stricter shapes what the budget grants.
    void charge_pace(bool closed, Action path, Action pace) {
        if (path != Action::throttle && pace == Action::off) {
            return;
        }
        const Enforcement& enforcement = group_.enforcement;
        const Action action = std::max(path, pace);
        Rate rate;
        rate.interval = group_.crawl_delay.value_or(kDefaultPace);
        rate.slack =
            slack(rate.interval, enforcement.burst, enforcement.tolerance);
        rate.max_wait =
            action == Action::throttle ? enforcement.max_wait : Milliseconds{0};
        const Charge charge = budgets_.charge(
            budget_key(site_, verdict_.crawler, request_.address,
                       enforcement.budget_per),
            now_, rate);
        if (charge.granted && charge.wait == Milliseconds{0}) {
            return;
        }
        settle(charge, closed && path >= pace, action);
    }

    // A request that came too early.
    void settle(const Charge& charge, bool path_stands, Action action) {
        const Violation pace = Violation::crawl_delay;
        if (!path_stands) {
            verdict_.violation = pace;
        }
        verdict_.wait = charge.wait;
        verdict_.action = action;
        if (action != Action::log && !charge.granted) {
            verdict_.action = Action::reject;
            verdict_.status = group_.enforcement.status_for(pace);
        }
    }

    const Site& site_;
    const Request& request_;
    const Milliseconds now_;
    BudgetStore& budgets_;
    const Action cap_;
    Verdict& verdict_;
    const Group& group_;
};

// HTTP libraries are no crawlers until a group names them.
bool is_bound(const Sighting& crawler, const Group& group) {
    return crawler.category != Category::library || group.name != "*";
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
    if (verdict.group != nullptr && !is_bound(crawler, *verdict.group)) {
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
