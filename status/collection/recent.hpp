// What happened lately, joined with the running policy, as JSON: the last
// violations, and the names of unlisted crawlers.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "status/collection/collection.hpp"
#include "status/collection/names.hpp"
#include "status/format/json_writer.hpp"

namespace robots::status {

// How many violations the view of a crawler or a site has, and how many names.
constexpr std::size_t kViolationsOnPage = 50;
constexpr std::size_t kNamesOnPage = 50;

// Writes what unlisted crawlers call themselves: a list of at most
// kNamesOnPage, the most requests first.
void put_names(JsonWriter& json, const Source& source, const Names& names);

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

    // Writes the list of those that it found.
    void put(JsonWriter& json) const;

  private:
    bool is_wanted(const ViolationNote& note) const;
    void put_row(const ViolationNote& note);

    const Source& source_;
    const Names& names_;
    Wanted wanted_;
    std::size_t most_;
    std::uint64_t next_;   // its number
    std::uint64_t first_;  // of those that are kept
    std::size_t shown_ = 0;
    std::string rows_;  // as JSON, with commas between them
};

}  // namespace robots::status
