// What happened lately, joined with the running policy: series, the last
// violations, and the names of unlisted crawlers.

#ifndef ROBOTS_STATUS_COLLECTION_RECENT_HPP
#define ROBOTS_STATUS_COLLECTION_RECENT_HPP

#include <cstdint>
#include <optional>
#include <vector>

#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/collection/source.hpp"
#include "status/model/model.hpp"
#include "status/model/query.hpp"

namespace robots::status {

// How many of them the view of a crawler or a site has, and how many names.
constexpr std::size_t kViolationsOnPage = 50;
constexpr std::size_t kNamesOnPage = 50;

// At most kNamesOnPage, the most requests first.
std::vector<model::Name> names_of(const Source& source, const Names& names);

// Which violations: those of a site, of a crawler, or all.
struct Wanted {
    std::optional<std::uint64_t> site;     // Site::key
    std::optional<std::uint64_t> crawler;  // Crawler::key, kUnlistedCrawler
    bool nothing = false;                  // what was named does not exist
};

// Walks through the last violations, the latest first.
class ViolationList {
  public:
    // `names` outlives the list, and is complete before the first step.
    ViolationList(const Source& source, const Names& names,
                  const Wanted& wanted, std::size_t most);

    // Looks at a few more. True: that was the last.
    bool step();

    std::vector<model::RecentViolation>& rows() { return rows_; }

  private:
    bool is_wanted(const ViolationNote& note) const;
    model::RecentViolation row_of(const ViolationNote& note) const;
    void take_line(model::RecentViolation& row, const ViolationNote& note,
                   std::uint32_t site) const;

    Source source_;
    const Names& names_;
    Wanted wanted_;
    std::size_t most_;
    std::uint64_t next_;   // its number
    std::uint64_t first_;  // of those that are kept
    std::vector<model::RecentViolation> rows_;
};

// The last violations of all, or of those that the query names.
class ViolationsCollection : public Collection {
  public:
    ViolationsCollection(const Source& source, const Query& query);

    bool step() override;

    // Complete when step() has said so.
    const model::Violations& violations() const { return violations_; }

  private:
    Source source_;
    Names names_;
    bool named_ = false;  // names_ is complete
    ViolationList list_;
    model::Violations violations_;
};

}  // namespace robots::status

#endif
