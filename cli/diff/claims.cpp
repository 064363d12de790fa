#include "cli/diff/claims.hpp"

#include "policy/loader/build/policy_entry.hpp"

namespace robotsctl {

std::vector<HostClaim> claims_in(const std::string& file,
                                 const robots::Variables& variables,
                                 const robots::PolicyRoots& roots) {
    using namespace robots::loader;
    std::vector<HostClaim> out;
    Findings findings;
    PolicyFiles files(findings, roots);
    if (!files.read_main(file)) {
        return out;
    }
    const PolicyFile& main = *files.all().front();
    const VariableSet set =
        read_variables(main.document.root(), main.index, variables, findings);
    const Reader reader(findings, set);
    SiteLists sites(read_policy(reader, files).site_lists);
    while (const auto site = sites.next(reader)) {
        for (const robots::SiteClaim& claim : claims_of(*site)) {
            out.push_back({std::string(claim.host), claim.port, claim.scheme});
        }
    }
    return out;
}

}  // namespace robotsctl
