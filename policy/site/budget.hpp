// Budgets that crawlers share: how many requests all of them together may send,
// or for how long upstreams may work for them. robots.txt cannot say it, so
// that it is enforced and not published.

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

// How many budgets may choose one crawler.
constexpr std::size_t kMaxBudgets = 4;

// For how long upstreams may work in each period, requests that they answer
// side by side added up. Nobody knows before what a request costs: it passes
// while the budget owes no more than a tenth of the period, and pays when it
// ends.
struct UpstreamTime {
    Milliseconds time{1000};    // at least 1, at most kLongestPace
    Milliseconds period{1000};  // whole seconds, at most kLongestPace
    std::optional<DayWindow> window;

    Rate budget() const;

    // Charges a request that took so long: after 5 s of 10s/1m the budget is
    // due 30 s later; if `from_half` of it pays, 60 s. Always granted, and at
    // most kLongestPace, unless as much is owed already.
    Rate payment(Milliseconds took, bool from_half) const;

    // "upstream_time 10s/60s", "upstream_time 250ms/1s 0800-1800".
    std::string text() const;
};

struct Budget {
    std::string name;
    std::uint64_t key = 0;      // of the name; the same in every process
    bool of_all_sites = false;  // else each site has its own
    std::variant<RequestRate, UpstreamTime> grants;
    // All crawlers, but no libraries and clients, which are no crawlers.
    bool everyone = false;
    std::vector<std::uint64_t> crawlers;  // Crawler::key, sorted
    Place place;

    bool chooses(const Sighting& crawler) const {
        return (everyone && !is_no_crawler(crawler.category)) ||
               (crawler.crawler != nullptr &&
                std::binary_search(crawlers.begin(), crawlers.end(),
                                   crawler.crawler->key));
    }

    // nullptr: it counts requests.
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

    // "300/60", the requests and the seconds; or UpstreamTime::text().
    std::string quota() const {
        return std::visit([](const auto& each) { return each.text(); }, grants);
    }
    // "budget ai: 300/60"
    std::string text() const { return "budget " + name + ": " + quota(); }
};

// The budgets that bind a site's crawlers. Sites share them.
using Budgets = std::vector<std::shared_ptr<const Budget>>;

}  // namespace robots
