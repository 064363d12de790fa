// The counts of crawlers' requests on all nodes of a fleet. A node is one nginx
// instance. Every few seconds, each node writes a text with the counts of its
// busiest crawlers to its own key on the Valkey or Redis server,
// PREFIX:ledger:NODE. The counts are totals, not differences. So no count is
// wrong if a text is lost or sent twice. The readers get the texts of all nodes
// and add up the counts. The Valkey or Redis server does not add up the counts,
// because it should not run long tasks.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace robots {

constexpr std::size_t kMaxCrawlerCounts = 64;  // in the text of one node

// The counts of one crawler since the shared memory zones were created.
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

// Adds the counts of many nodes.
class CrawlerSums {
  public:
    static constexpr std::size_t kMost = 512;  // crawlers

    // Adds the text of one node. Lines that are malformed are skipped.
    void add(std::string_view text);

    // Returns the sums, the busiest crawler first, and clears the object.
    std::vector<CrawlerCounts> take();

  private:
    void add(const CrawlerCounts& counts);

    std::unordered_map<std::string, std::size_t> places_;
    std::vector<CrawlerCounts> sums_;
};

}  // namespace robots
