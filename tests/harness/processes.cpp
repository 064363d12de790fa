#include "tests/harness/processes.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "tests/harness/folder.hpp"

namespace integration {
namespace {

std::string in_proc(pid_t pid, const std::string& file) {
    return "/proc/" + std::to_string(pid) + "/" + file;
}

[[noreturn]] void run(const std::vector<std::string>& command,
                      const std::string& output_file) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    unsetenv("NGINX");  // sockets of an nginx that may run this test
    const int nothing = open("/dev/null", O_RDONLY);
    const int output =
        open(output_file.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    std::vector<char*> argv;
    for (const std::string& word : command) {
        argv.push_back(const_cast<char*>(word.c_str()));
    }
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
}

}  // namespace

pid_t spawn(const std::vector<std::string>& command,
            const std::string& output_file) {
    const pid_t pid = fork();
    if (pid < 0) {
        throw std::runtime_error("fork failed");
    }
    if (pid == 0) {
        run(command, output_file);
    }
    return pid;
}

bool await_end(pid_t pid, Milliseconds timeout, int* status) {
    return await(
        [&] {
            int how = 0;
            const pid_t ended = waitpid(pid, &how, WNOHANG);
            if (ended == pid) {
                if (status != nullptr) {
                    *status =
                        WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
                }
                return true;
            }
            // Not a child of this process (yet): gone is good enough.
            return ended < 0 && kill(pid, 0) != 0 && errno == ESRCH;
        },
        timeout);
}

void adopt_orphans() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::vector<pid_t> children_of(pid_t pid) {
    const std::string file =
        in_proc(pid, "task/" + std::to_string(pid) + "/children");
    // A child that ends during a read can hide another from it (proc(5)).
    std::string before = read_file(file);
    std::string list = read_file(file);
    while (list != before) {
        before = std::exchange(list, read_file(file));
    }
    std::istringstream words(list);
    return {std::istream_iterator<pid_t>(words), {}};
}

std::string title_of(pid_t pid) {
    const std::string words = read_file(in_proc(pid, "cmdline"));
    return words.substr(0, words.find('\0'));
}

bool listens(pid_t pid) {
    constexpr const char* kListening = "0A";
    std::set<std::string> sockets;
    std::istringstream table(read_file(in_proc(pid, "net/tcp")));
    for (std::string line; std::getline(table, line);) {
        std::istringstream words(line);
        std::vector<std::string> fields{
            std::istream_iterator<std::string>(words), {}};
        constexpr std::size_t kState = 3;
        constexpr std::size_t kInode = 9;
        if (fields.size() > kInode && fields[kState] == kListening) {
            sockets.insert("socket:[" + fields[kInode] + "]");
        }
    }
    std::error_code error;
    const std::filesystem::directory_iterator files(in_proc(pid, "fd"), error);
    return std::any_of(begin(files), end(files), [&](const auto& file) {
        return sockets.count(
                   std::filesystem::read_symlink(file.path(), error).string()) >
               0;
    });
}

std::size_t anonymous_memory(pid_t pid) {
    constexpr const char* kField = "\nAnonymous:";
    const std::string rollup = read_file(in_proc(pid, "smaps_rollup"));
    const std::size_t at = rollup.find(kField);
    return at == std::string::npos
               ? 0
               : std::strtoul(rollup.c_str() + at + std::strlen(kField),
                              nullptr, 10);
}

}  // namespace integration
