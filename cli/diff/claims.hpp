// The requests that a policy's sites claim, as their author wrote them.

#ifndef ROBOTS_CLI_DIFF_CLAIMS_HPP
#define ROBOTS_CLI_DIFF_CLAIMS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/build/load.hpp"
#include "policy/site/host.hpp"

namespace robotsctl {

// A host, or "*.suffix", and a port and a scheme where the claim names them.
struct HostClaim {
    std::string host;
    std::optional<std::uint16_t> port;
    std::optional<robots::Scheme> scheme;
};

// Of a policy that loads without an error.
std::vector<HostClaim> claims_in(const std::string& file,
                                 const robots::Variables& variables,
                                 const robots::PolicyRoots& roots);

}  // namespace robotsctl

#endif
