// Findings as SARIF 2.1.0, which code hosts and editors read
// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/).

#ifndef ROBOTS_CLI_CHECK_SARIF_HPP
#define ROBOTS_CLI_CHECK_SARIF_HPP

#include "cli/output/json.hpp"
#include "policy/base/diagnostic.hpp"

namespace robotsctl {

// One log with one run. A finding without a line is about the whole file.
Json sarif_log(const robots::Diagnostics& diagnostics);

}  // namespace robotsctl

#endif
