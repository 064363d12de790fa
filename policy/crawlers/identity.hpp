// Decides whether the sender is the crawler that its User-Agent header names.
//
// Anyone can send any User-Agent header. Some operators publish where their
// crawlers come from: address ranges, or the domains of the reverse names of
// their addresses. A reverse name is confirmed by looking up its addresses.
// Missing or stale data makes nobody an impostor, and neither does an outage of
// DNS or a missing resolver. A sender that cannot be verified then is
// unverifiable.
//
// The ranges are checked first. If they do not decide and the operator
// documents reverse names, DNS decides:
//
//   the address has a name in one of its domains, and the name has
//       that address, alone or among others               verified
//       other addresses only, or none, or does not exist  impostor
//   the address has a name elsewhere, or has none         impostor
//   either query failed, or was not answered in time      unverifiable

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/base/time.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots {

// Returns the value of $robots_identity: "unverifiable", "verified" or
// "impostor".
std::string_view to_string(Identity identity);

// Whether DNS can be asked for reverse names: in nginx, whether the location
// has a `resolver`.
enum class Resolver { none, present };

// Decides about a crawler at `address` (4 or 16 octets, or empty) without
// asking DNS. nullopt means that the reverse name decides, so the resolver must
// be asked. nginx and robotsctl both use this function.
//
//   in a range                                        verified
//   not in a range, reverse names documented          nullopt, or unverifiable
//                                                     without a resolver
//   not in a range, none documented, all lists fresh  impostor
//   else                                              unverifiable
//
// If reverse names are documented, ranges alone make nobody an impostor, with
// or without a resolver. The crawler may have a new address before the list is
// fetched again. Ranges of a file that is older than kFreshRanges make nobody
// an impostor, either.
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

// Whether a list of ranges is older than kFreshRanges at `now`, or can't be
// used.
bool is_stale(const PublishedRanges& list, Utc now);

// Whole days since the file of a list was written.
std::int64_t days_old(const PublishedRanges& list, Utc now);

// Returns the first stale list of a crawler, or nullptr if all are fresh. If
// one list is stale, an address that is in no list may still be the crawler's.
const PublishedRanges* first_stale(const Crawler& crawler, Utc now);

// Whether `name`, the reverse name of an address, is in one of the domains that
// the crawler's operator documents: "crawl-1.googlebot.com" is in
// "googlebot.com". Case-insensitive; a final dot does not count.
bool is_operators_name(const Crawler& crawler, std::string_view name);

// Whether `finding`, made with crawlers.keys(), proves that `crawler` sent the
// request.
bool is_signed_by(const signature::Finding& finding, const Crawlers& crawlers,
                  const Sighting& crawler);

// Whether a signature could prove that a crawler sent a request: at least one
// of its keys is known and is not a test key, which everybody has.
bool is_provable_by_signature(const Crawler& crawler);

// Returns the sender of a signed or unsigned request whose User-Agent header
// names `named`:
//
//   `named` has an entry in the         `named`, signed or not: its operator
//   catalogue or the policy             may sign for several crawlers with
//                                       one key
//   `named` is nobody, or a crawler     the crawler whose key signed, the first
//   recognised by its shape             of several; `named` if none signed
//
// If an entry is named and the key is another crawler's, the signature proves
// nothing: the finding becomes unknown_key.
Sighting signed_sender(signature::Finding& finding, const Crawlers& crawlers,
                       const Sighting& named);

// Where operators publish the ranges and keys of their crawlers, and the files
// in which copies are kept (`identity.directory` of a policy).

// Returns the name of the file for what is published at an https URL:
// "openai.com_gptbot.json" for "https://openai.com/gptbot.json". Different URLs
// have different names. A "/" becomes "_", and octets other than letters,
// digits, "-" and "." become "%XX"; the name of a long URL ends in a hash. It
// never starts with a dot.
std::string identity_file_name(std::string_view url);

// Returns the URL from which keys are fetched. `keys_url` is the URL of a JWKS,
// which is returned, or an origin: then its directory of keys is returned.
std::string url_of_keys(std::string_view keys_url);

}  // namespace robots
