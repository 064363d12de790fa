// The hosts that the sites of a policy claim, as they are written there.

#ifndef ROBOTS_CLI_DIFF_CLAIMS_HPP
#define ROBOTS_CLI_DIFF_CLAIMS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/build/load.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

// A host or "*.suffix", and the port and the scheme if the claim has them.
struct HostClaim {
    std::string host;
    std::optional<std::uint16_t> port;
    std::optional<robots::Scheme> scheme;
};

// `file` is a policy that loads without an error.
std::vector<HostClaim> claims_in(const std::string& file,
                                 const robots::Variables& variables,
                                 const robots::PolicyRoots& roots);

}  // namespace robotsctl

#endif
