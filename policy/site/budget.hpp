// Budgets that crawlers share: how many requests all of them together may send.
// robots.txt cannot say it, so that it is enforced and not published.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/robots_txt/request_rate.hpp"

namespace robots {

// How many budgets may choose one crawler.
constexpr std::size_t kMaxBudgets = 4;

struct Budget {
    std::string name;
    std::uint64_t key = 0;      // of the name; the same in every process
    bool of_all_sites = false;  // else each site has its own
    RequestRate request_rate;
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

    // "budget ai: 300/60": the requests and the seconds.
    std::string text() const {
        return "budget " + name + ": " + request_rate.text();
    }
};

// The budgets that bind a site's crawlers. Sites share them.
using Budgets = std::vector<std::shared_ptr<const Budget>>;

}  // namespace robots
