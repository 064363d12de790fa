// What the crawlers did on all nginx of a fleet together. Every few seconds
// each nginx writes what it has counted of its busiest crawlers to a key of its
// own, PREFIX:ledger:NODE, as it is and not what came since: whatever is lost
// or sent twice, nothing is counted twice. Who looks at the sums reads these
// texts and adds them up: the server does nothing that takes it long.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace robots {

constexpr std::size_t kMaxCrawlerCounts = 64;  // of one nginx

// Since the zones were made.
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

// What a node writes of `counts`, of which the busiest stay.
std::string ledger_text(std::vector<CrawlerCounts> counts);

// The sums of many nodes.
class CrawlerSums {
  public:
    static constexpr std::size_t kMost = 512;  // crawlers

    // Adds what one node has written. Lines that are no such text are left out.
    void add(std::string_view text);

    // The busiest crawler first; empty afterwards.
    std::vector<CrawlerCounts> take();

  private:
    void add(const CrawlerCounts& counts);

    std::unordered_map<std::string, std::size_t> places_;
    std::vector<CrawlerCounts> sums_;
};

}  // namespace robots
