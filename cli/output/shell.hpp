// Commands that an admin has a verb run.

#pragma once

#include <sys/types.h>

#include <string>

namespace robotsctl {

// Starts `/bin/sh -c command` with no signal blocked. Its process, or -1 with
// errno.
pid_t start_shell(const std::string& command);

// The same, and awaits its end. Its wait status, or -1 with errno.
int run_shell(const std::string& command);

// "ended with exit code 3", "was ended by signal 9"; of -1 "did not start:
// ...".
std::string how_it_ended(int status);

}  // namespace robotsctl
