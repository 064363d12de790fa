// Feeds the requests of logs to a replay.

#ifndef ROBOTS_CLI_REPLAY_LOG_REPLAY_HPP
#define ROBOTS_CLI_REPLAY_LOG_REPLAY_HPP

#include "cli/log/log_merge.hpp"
#include "cli/log/site_of_line.hpp"
#include "cli/replay/replay.hpp"

namespace robotsctl {

// Reads `log` to its end. False, after a complaint, if a line has no host and
// `sites` has no place for it.
bool replay_log(LogMerge& log, const SiteOfLine& sites, Replay& replay);

// Whether all files could be read, and at least a line of them. Complains if no
// line is in a known format.
bool is_readable(const LogCounts& counts);

}  // namespace robotsctl

#endif
