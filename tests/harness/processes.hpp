// Processes of a running nginx, as /proc shows them, and starting one.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tests/harness/await.hpp"

namespace integration {

// Starts `command` in a process group of its own, its output appended to
// `output_file`. It gets SIGTERM should this process die first.
pid_t spawn(const std::vector<std::string>& command,
            const std::string& output_file);

// Whether `pid` ended within scaled(timeout); reaps it where it was a child.
// Exit status, or 128 + signal, in `status` where it was one.
bool await_end(pid_t pid, Milliseconds timeout, int* status = nullptr);

// Makes this process the parent of descendants whose own parent has gone, so
// that daemons can be awaited.
void adopt_orphans();

std::vector<pid_t> children_of(pid_t pid);

// "nginx: worker process", as nginx sets it.
std::string title_of(pid_t pid);

// Whether it accepts connections over TCP.
bool listens(pid_t pid);

// Resident memory that no file stands behind, in KiB: heap and stack, also
// where a fork still shares it. Pages of programs and libraries come and go
// with the other processes that have them, and are not counted.
std::size_t anonymous_memory(pid_t pid);

}  // namespace integration
