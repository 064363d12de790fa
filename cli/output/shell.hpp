// Runs shell commands that the admin gives to a verb.

#pragma once

#include <sys/types.h>

#include <string>

namespace robotsctl {

// Starts `/bin/sh -c command` with no signal blocked. Returns the process id,
// or -1 with errno set.
pid_t start_shell(const std::string& command);

// Calls start_shell() and waits until the command has ended. Returns the wait
// status (waitpid(2)), or -1 with errno set.
int run_shell(const std::string& command);

// Describes a wait status: "ended with exit code 3", "was ended by signal 9";
// for -1 "did not start: ...".
std::string how_it_ended(int status);

}  // namespace robotsctl
