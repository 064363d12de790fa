// Prints the verdict on each request of a replay.

#ifndef ROBOTS_CLI_REPLAY_LINE_REPORT_HPP
#define ROBOTS_CLI_REPLAY_LINE_REPORT_HPP

#include "cli/log/log_record.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

// Prints one JSON object on standard output. Its keys are those of the log
// format in nginx-conf-examples/log-only.
void print_line(const LogRecord& record, const robots::Verdict& verdict);

}  // namespace robotsctl

#endif
