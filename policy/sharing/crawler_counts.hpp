// What the crawlers did on all nginx of a fleet together. Every few seconds,
// each nginx writes the counts of its busiest crawlers to its own key,
// PREFIX:ledger:NODE. It writes totals, not differences, so that a text that is
// lost or sent twice changes no count. A reader gets these texts and adds them
// up itself, so that the server has no long task.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace robots {

constexpr std::size_t kMaxCrawlerCounts = 64;  // of one nginx

// Counts since the zones were made.
struct CrawlerCounts {
    std::string crawler;  // a token of the catalogue, or "(unlisted)"
    std::uint64_t fetches = 0;
    std::uint64_t judged = 0;
    std::uint64_t logged = 0;
    std::uint64_t delayed = 0;
    std::uint64_t refused = 0;
    std::uint64_t octets = 0;
};

std::string ledger_key(const std::string& prefix, const std::string& node);

// Returns the text that a node writes: the busiest crawlers of `counts`.
std::string ledger_text(std::vector<CrawlerCounts> counts);

// The sums of many nodes.
class CrawlerSums {
  public:
    static constexpr std::size_t kMost = 512;  // crawlers

    // Adds the text of one node. Lines that are malformed are skipped.
    void add(std::string_view text);

    // Returns the sums, the busiest crawler first, and removes them.
    std::vector<CrawlerCounts> take();

  private:
    void add(const CrawlerCounts& counts);

    std::unordered_map<std::string, std::size_t> places_;
    std::vector<CrawlerCounts> sums_;
};

}  // namespace robots
