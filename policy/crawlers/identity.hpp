// Whether a crawler is who it says it is.
//
// A User-Agent header is a claim that anyone can make. Some operators publish
// where their crawlers come from: as address ranges, or as the domains that
// their addresses' reverse names lie in, to be confirmed by looking the name up
// again. An address shows a crawler to be verified or an impostor only by data
// that is there and fresh; whatever is missing, stale or can't be asked leaves
// it unverifiable, so that no outage, and no resolver that nobody has set up,
// makes an impostor of anyone.
//
// The ranges are asked first. Where they do not settle it and the operator
// documents reverse names:
//
//   the address has a name in one of its domains, which has
//       the address among all of its own                  verified
//       other addresses only, or none, or does not exist  impostor
//   the address has a name elsewhere, or has none         impostor
//   either question failed, or was not answered in time   unverifiable

#ifndef ROBOTS_POLICY_CRAWLERS_IDENTITY_HPP
#define ROBOTS_POLICY_CRAWLERS_IDENTITY_HPP

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots {

// "unverifiable", "verified", "impostor": as $robots_identity has it.
std::string_view to_string(Identity identity);

// Whether somebody can be asked for reverse names: in nginx, whether the
// location has a `resolver`.
enum class Resolver { none, present };

// What is known of a crawler at `address` (4 or 16 octets, empty where it has
// none) before anybody is asked. nullopt: its reverse name decides, and
// `resolver` can be asked for it. nginx and robotsctl both decide by this.
//
//   in a range                                      verified
//   in none; it has reverse names                   nullopt, or unverifiable
//                                                   without a resolver
//   in none; it has none, and all lists are fresh   impostor
//   else                                            unverifiable
//
// Where a reverse name could prove it, ranges alone make nobody an impostor,
// with or without a resolver: operators add addresses before anyone fetches the
// list anew. Neither do ranges of a file that is older than kFreshRanges.
constexpr std::chrono::hours kFreshRanges{30 * 24};
std::optional<Identity> settled_identity(const Crawler& crawler,
                                         std::string_view address, Utc now,
                                         Resolver resolver);

// The prefix of a crawler's published ranges that an address lies in.
struct HoldingRange {
    const PublishedRanges* list = nullptr;  // nullptr: none holds it
    const AddressPrefix* prefix = nullptr;
};
HoldingRange holding_range(const Crawler& crawler, std::string_view address);

// Whether a list of ranges is out of date at `now`, or can't be used.
bool is_stale(const PublishedRanges& list, Utc now);

// Whole days since the file of a list was written.
std::int64_t days_old(const PublishedRanges& list, Utc now);

// The first list of a crawler that is stale, so that an address which no list
// holds may yet be the crawler's; nullptr where all are fresh.
const PublishedRanges* first_stale(const Crawler& crawler, Utc now);

// Whether `name`, the reverse name of an address, lies in one of the domains
// that the crawler's operator documents: "crawl-1.googlebot.com" in
// "googlebot.com". Case-insensitive; a final dot does not count.
bool is_operators_name(const Crawler& crawler, std::string_view name);

}  // namespace robots

#endif
