// Budgets that several crawlers share. A budget limits how many requests these
// crawlers together may send, or for how long upstreams may work for them.
// robots.txt has no field for budgets, so budgets are enforced, but not
// published.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/robots_txt/request_rate.hpp"

namespace robots {

// The maximum number of budgets that one crawler may have on a site.
constexpr std::size_t kMaxBudgets = 4;

// The total time for which upstreams may work in each period; the times of
// parallel requests are added. The cost of a request is known only when the
// request ends, so the request is charged then. A request passes if the TAT of
// the budget (rate.hpp) is at most a tenth of the period ahead of now: with
// 10s/1m, at most 6 s ahead, which is the charge for 1 s of work.
struct UpstreamTime {
    Milliseconds time{1000};    // at least 1, at most kLongestPace
    Milliseconds period{1000};  // whole seconds, at most kLongestPace
    std::optional<DayWindow> window;

    Rate budget() const;

    // Returns the rate that charges a request of the duration `took`. With
    // 10s/1m, 5 s move the TAT on by 30 s. With `from_half`, 5 s move the TAT
    // on by 60 s: the TAT is that of one crawler, which has half of the budget.
    // The charge is at most kLongestPace. The charge is refused only if the TAT
    // is already more than kLongestPace ahead of now.
    Rate payment(Milliseconds took, bool from_half) const;

    // Returns "upstream_time 10s/60s" or "upstream_time 250ms/1s 0800-1800".
    std::string text() const;
};

struct Budget {
    std::string name;
    // A hash of the name or, for a budget of UpstreamTime, of text(). The same
    // in all processes.
    std::uint64_t key = 0;
    bool of_all_sites = false;  // false: each site has its own budget
    std::variant<RequestRate, UpstreamTime> grants;
    bool everyone = false;  // true: for all senders with obeys_star()
    std::vector<std::uint64_t> crawlers;  // Crawler::key, sorted
    Place place;

    bool names(const Crawler& crawler) const {
        return std::binary_search(crawlers.begin(), crawlers.end(),
                                  crawler.key);
    }
    bool chooses(const Sighting& crawler) const {
        return (everyone && crawler.obeys_star()) ||
               (crawler.crawler != nullptr && names(*crawler.crawler));
    }

    // Returns nullptr if the budget counts requests.
    const UpstreamTime* upstream_time() const {
        return std::get_if<UpstreamTime>(&grants);
    }
    Rate rate() const {
        return std::visit([](const auto& each) { return each.budget(); },
                          grants);
    }
    Milliseconds period() const {
        return std::visit([](const auto& each) { return each.period; }, grants);
    }
    bool counts_at(Utc now) const {
        return std::visit(
            [now](const auto& each) {
                return !each.window || each.window->contains(now);
            },
            grants);
    }

    // Returns "300/60", the requests and the seconds; or UpstreamTime::text().
    std::string quota() const {
        return std::visit([](const auto& each) { return each.text(); }, grants);
    }
    // Returns "budget ai: 300/60".
    std::string text() const { return "budget " + name + ": " + quota(); }
};

// The budgets that bind the crawlers of one site. Several sites can share one
// Budget object.
using Budgets = std::vector<std::shared_ptr<const Budget>>;

}  // namespace robots
