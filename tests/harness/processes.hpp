// Starts processes, and reads from /proc about the processes of a running
// nginx.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/harness/await.hpp"

namespace integration {

// Starts `command` in its own process group, and appends its output to
// `output_file`. The command gets SIGTERM if this process ends first.
pid_t spawn(const std::vector<std::string>& command,
            const std::string& output_file);

// Waits until `pid` ends. Returns false if it does not within scaled(timeout).
// If `pid` is a child, reaps it and sets `status` to the exit status, or 128 +
// signal.
bool await_end(pid_t pid, Milliseconds timeout, int* status = nullptr);

// Makes this process the parent of descendants whose parent has ended, so that
// it can wait for daemons.
void adopt_orphans();

std::vector<pid_t> children_of(pid_t pid);

// Returns the process title that nginx sets: "nginx: worker process".
std::string title_of(pid_t pid);

// Whether a process accepts TCP connections.
bool listens(pid_t pid);

// Returns in KiB the resident memory that is not mapped from a file: heap and
// stack, also if a fork still shares them. Pages of programs and libraries are
// not counted, since other processes influence them.
std::size_t anonymous_memory(pid_t pid);

}  // namespace integration
