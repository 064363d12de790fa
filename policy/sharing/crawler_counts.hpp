// What the crawlers did on all nginx of a fleet together. Every few seconds
// each nginx writes what it has counted of its busiest crawlers to its own
// field of one hash, PREFIX:ledger, as it is and not what came since: whatever
// is lost or sent twice, nothing is counted twice. The server adds the fields
// up for those that somebody looks at.

#ifndef ROBOTS_POLICY_SHARING_CRAWLER_COUNTS_HPP
#define ROBOTS_POLICY_SHARING_CRAWLER_COUNTS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/time.hpp"

namespace robots {

constexpr Milliseconds kLedgerPeriod{5000};
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

// Writes, and answers the sums. It reads what all nginx have written.
std::string ledger_script();

// What comes after EVAL and that script or node_write_script(): `node` writes
// `counts`, of which the busiest stay. An empty name: nothing is written.
std::vector<std::string> ledger_arguments(const std::string& prefix,
                                          const std::string& node,
                                          std::vector<CrawlerCounts> counts);

// The sums that an answer lists, the busiest crawler first; nullopt: it is no
// such answer.
std::optional<std::vector<CrawlerCounts>> read_ledger(
    const std::vector<std::string>& answer);

}  // namespace robots

#endif
