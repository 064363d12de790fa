// The most that is done about a request, whatever the policy's action is: less
// than that action where it would hit somebody who breaks no promise.

#ifndef ROBOTS_POLICY_VERDICT_CAP_HPP
#define ROBOTS_POLICY_VERDICT_CAP_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/site/groups.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// The cap that `settings` put on `violation` by this crawler's request. The
// reason is `none` where nothing caps the action.
Cap cap_for(const Enforcement& settings, const Sighting& crawler,
            const Request& request, Violation violation);

// "unsupported", "contact_only", "unsafe_method", as JSON has it; "" for none.
std::string_view to_string(CapReason reason);

// A kind of violation about which less is done than the policy says.
struct CappedKind {
    Violation violation = Violation::none;
    Cap cap;
};

// Those of which the group has lines.
std::vector<CappedKind> capped_kinds(const Group& group,
                                     const Sighting& crawler,
                                     const Request& request);

// What a cap does about that violation, and why: "only logged: Googlebot
// documents that it ignores Crawl-delay". Empty if its reason is `none`.
std::string cap_text(const Cap& cap, const Sighting& crawler,
                     Violation violation);

}  // namespace robots

#endif
