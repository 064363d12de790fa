// Who sent a signed request.

#ifndef ROBOTS_POLICY_CRAWLERS_SIGNED_SENDER_HPP
#define ROBOTS_POLICY_CRAWLERS_SIGNED_SENDER_HPP

#include "policy/crawlers/crawlers.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots {

// Whether what was found, with the keys of `crawlers`, proves that `crawler`
// sent the request.
bool is_signed_by(const signature::Finding& finding, const Crawlers& crawlers,
                  const Sighting& crawler);

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

}  // namespace robots

#endif
