// robotsctl replay --suggest: a policy that slows down who comes too fast.

#ifndef ROBOTS_CLI_VERBS_SUGGEST_HPP
#define ROBOTS_CLI_VERBS_SUGGEST_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/log/access_log.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

struct SuggestFrom {
    const robots::Policy& policy;
    const std::optional<robots::Url>& url;  // of the site; none: the only one
    const std::vector<std::string>& logs;
    const LogReading& reading;
    robots::Slashes slashes;
    std::uint64_t too_many;  // requests in a minute, at most so many are fine
    bool json;
};

// Prints the policy, with comments that say what it would have done with these
// logs, or JSON. Reads the logs twice. Returns an exit code: kNo if nobody
// came too fast.
int suggest(const SuggestFrom& from);

}  // namespace robotsctl

#endif
