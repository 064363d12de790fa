// Decides whether a sender is the crawler that the User-Agent header names.
//
// Anyone can send any User-Agent header. Some operators publish where their
// crawlers come from: address ranges, or the domains of the reverse DNS names
// of their addresses. A reverse name is confirmed by a lookup of its addresses.
// A sender is never called an impostor because data is missing or stale, DNS is
// down, or no resolver is configured. Then the sender is unverifiable.
//
// The ranges are checked first. If the ranges do not decide and the operator
// documents reverse names, DNS decides:
//
//   the address has a name in a documented domain, and the name has
//       this address, perhaps among others                verified
//       only other addresses, no addresses, or no record  impostor
//   the address has only names elsewhere, or no name      impostor
//   a DNS query failed, or was not answered in time       unverifiable

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

// Returns the identity of a sender at `address` (4 or 16 octets, or empty) that
// claims to be `crawler`, without asking DNS. Returns nullopt if the caller
// must ask DNS for the reverse name. nginx and robotsctl use this function.
//
//   in a range                                        verified
//   not in a range, reverse names documented          nullopt, or unverifiable
//                                                     without a resolver
//   not in a range, no reverse names documented, and
//   all lists are fresh                               impostor
//   otherwise                                         unverifiable
//
// If reverse names are documented, an address outside of the ranges does not
// prove an impostor, with or without a resolver: the crawler may have a new
// address before the list is fetched again. A list in a file that is older than
// kFreshRanges does not prove an impostor, either.
constexpr std::chrono::hours kFreshRanges{30 * 24};
std::optional<Identity> settled_identity(const Crawler& crawler,
                                         std::string_view address, Utc now,
                                         Resolver resolver);

// The prefix in a crawler's published lists that contains an address, and the
// list in which the prefix is.
struct HoldingRange {
    const PublishedRanges* list = nullptr;  // nullptr: no list has the address
    const AddressPrefix* prefix = nullptr;
};
HoldingRange holding_range(const Crawler& crawler, std::string_view address);

// Whether the file of a list is older than kFreshRanges at `now`, or cannot be
// used.
bool is_stale(const PublishedRanges& list, Utc now);

// Returns the age of a list's file at `now`, in whole days.
std::int64_t days_old(const PublishedRanges& list, Utc now);

// Returns the first stale list of a crawler, or nullptr if all lists are fresh.
// If a list is stale, an address outside of all lists may still be the
// crawler's.
const PublishedRanges* first_stale(const Crawler& crawler, Utc now);

// Whether `name`, the reverse name of an address, is in one of the domains that
// the crawler's operator documents: "crawl-1.googlebot.com" is in
// "googlebot.com". Ignores case and a final dot of `name`.
bool is_operators_name(const Crawler& crawler, std::string_view name);

// Whether `finding` proves that `crawler` sent the request. `finding` must be
// the result of a signature check with crawlers.keys().
bool is_signed_by(const signature::CheckedSignature& finding,
                  const Crawlers& crawlers, const Sighting& crawler);

// Whether a signature could prove that a crawler sent a request. This requires
// a known key of the crawler. Test keys do not count, because everybody has
// them.
bool is_provable_by_signature(const Crawler& crawler);

// Returns the sender of a signed or unsigned request whose User-Agent header
// names `named`:
//
//   `named` has an entry in the         `named`, because its operator may sign
//   catalogue or the policy             for several crawlers with one key
//   `named` is empty, or a crawler     the first crawler that owns the key of
//   recognised by its shape             the signature; `named` if unsigned
//
// If `named` has an entry and does not own the key of the signature, the
// signature proves nothing. Then `finding` is changed to unknown_key.
Sighting signed_sender(signature::CheckedSignature& finding,
                       const Crawlers& crawlers, const Sighting& named);

// Operators publish the ranges and keys of their crawlers at https URLs. The
// copies of these ranges and keys are files in the directory that a policy sets
// as `identity.directory`.

// Returns the file name of the copy of `url`: "openai.com_gptbot.json" for
// "https://openai.com/gptbot.json". Different URLs have different names. A "/"
// becomes "_". Octets other than letters, digits, "-" and "." become "%XX". The
// name of a long URL ends in a hash. A name never starts with a dot.
std::string identity_file_name(std::string_view url);

// Returns the URL from which keys are fetched. If `keys_url` is an origin, this
// is the URL of its key directory. Otherwise, `keys_url` is the URL of a JWKS
// and is returned unchanged.
std::string url_of_keys(std::string_view keys_url);

}  // namespace robots
