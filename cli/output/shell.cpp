#include "cli/output/shell.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace robotsctl {

pid_t start_shell(const std::string& command) {
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    std::string shell = "sh";
    std::string option = "-c";
    std::string text = command;
    const std::array<char*, 4> arguments{shell.data(), option.data(),
                                         text.data(), nullptr};
    pid_t child = 0;
    const int problem = ::posix_spawn(&child, "/bin/sh", nullptr, &attributes,
                                      arguments.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    if (problem != 0) {
        errno = problem;
        return -1;
    }
    return child;
}

int run_shell(const std::string& command) {
    const pid_t child = start_shell(command);
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) != child) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return child < 0 ? -1 : status;
}

std::string how_it_ended(int status) {
    if (status < 0) {
        return std::string("did not start: ") + std::strerror(errno);
    }
    return WIFSIGNALED(status)
               ? "was ended by signal " + std::to_string(WTERMSIG(status))
               : "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace robotsctl
