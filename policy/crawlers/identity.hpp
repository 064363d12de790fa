// Whether a crawler is what it asserts to be.
//
// Anyone can send any User-Agent header. Some operators publish where their
// crawlers come from: address ranges, or the domains of their addresses'
// reverse names, which are confirmed by looking the name up again. A crawler is
// verified or an impostor only by data that is there and fresh. If data is
// missing or stale, or nobody can be asked, it is unverifiable: no outage, and
// no missing resolver, makes anyone an impostor.
//
// The ranges are asked first. Where they do not settle it and the operator
// documents reverse names:
//
//   the address has a name in one of its domains, which has
//       the address among all of its own                  verified
//       other addresses only, or none, or does not exist  impostor
//   the address has a name elsewhere, or has none         impostor
//   either question failed, or was not answered in time   unverifiable

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots {

// "unverifiable", "verified", "impostor": as $robots_identity has it.
std::string_view to_string(Identity identity);

// Whether reverse names can be asked for: in nginx, whether the location has a
// `resolver`.
enum class Resolver { none, present };

// What is known about a crawler at `address` (4 or 16 octets, or empty) without
// asking DNS. nullopt: its reverse name decides, and the resolver is to be
// asked. nginx and robotsctl both decide by this.
//
//   in a range                                      verified
//   in none; it has reverse names                   nullopt, or unverifiable
//                                                   without a resolver
//   in none; it has none, and all lists are fresh   impostor
//   else                                            unverifiable
//
// If a reverse name could prove it, ranges alone make nobody an impostor, with
// or without a resolver: operators add addresses before anyone fetches the list
// again. Ranges of a file that is older than kFreshRanges do not either.
constexpr std::chrono::hours kFreshRanges{30 * 24};
std::optional<Identity> settled_identity(const Crawler& crawler,
                                         std::string_view address, Utc now,
                                         Resolver resolver);

// The prefix of a crawler's published ranges that contains an address.
struct HoldingRange {
    const PublishedRanges* list = nullptr;  // nullptr: none contains it
    const AddressPrefix* prefix = nullptr;
};
HoldingRange holding_range(const Crawler& crawler, std::string_view address);

// Whether a list of ranges is out of date at `now`, or can't be used.
bool is_stale(const PublishedRanges& list, Utc now);

// Whole days since the file of a list was written.
std::int64_t days_old(const PublishedRanges& list, Utc now);

// The first list of a crawler that is stale; nullptr: all are fresh. If one is
// stale, an address in no list may still be the crawler's.
const PublishedRanges* first_stale(const Crawler& crawler, Utc now);

// Whether `name`, the reverse name of an address, is in one of the domains that
// the crawler's operator documents: "crawl-1.googlebot.com" is in
// "googlebot.com". Case-insensitive; a final dot does not count.
bool is_operators_name(const Crawler& crawler, std::string_view name);

// Whether the finding, made with the keys of `crawlers`, proves that `crawler`
// sent the request.
bool is_signed_by(const signature::Finding& finding, const Crawlers& crawlers,
                  const Sighting& crawler);

// Whether a signature would prove that a crawler sent a request: a key of it is
// known that not everybody has.
bool is_provable_by_signature(const Crawler& crawler);

// The sender of a request whose User-Agent headers name `named`:
//
//   a crawler of the catalogue or the policy   that one, signed or not: its
//                                              operator may sign with one key
//                                              for several
//   nobody, or a crawler by its shape alone    whose key has signed it, the
//                                              first of several; else as named
//
// If one crawler is named and another's key has signed, the signature proves
// nothing: the finding becomes unknown_key.
Sighting signed_sender(signature::Finding& finding, const Crawlers& crawlers,
                       const Sighting& named);

// Where operators publish the ranges and keys of their crawlers, and the files
// that copies of them are kept in (`identity.directory` of a policy):

// The name of the file for what is published at an https URL, another for each
// URL: "openai.com_gptbot.json" for "https://openai.com/gptbot.json". A "/" is
// "_", and octets that are neither letters, digits, "-" nor "." are "%XX"; a
// long URL ends in a hash instead. It never starts with a dot.
std::string identity_file_name(std::string_view url);

// The URL to fetch the keys of an agent from, which is a URL of a JWKS or an
// origin: then its directory of keys.
std::string url_of_keys(std::string_view keys_url);

}  // namespace robots
