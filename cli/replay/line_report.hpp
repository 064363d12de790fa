// What a replay says of single requests.

#ifndef ROBOTS_CLI_REPLAY_LINE_REPORT_HPP
#define ROBOTS_CLI_REPLAY_LINE_REPORT_HPP

#include "cli/log/log_record.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

// One JSON object on standard output, with the names that the log format of
// nginx-conf-examples/log-only has.
void print_line(const LogRecord& record, const robots::Verdict& verdict);

}  // namespace robotsctl

#endif
