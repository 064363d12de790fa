#include "tests/harness/nginx.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <regex>
#include <set>
#include <stdexcept>
#include <utility>

#include "tests/harness/contains.hpp"
#include "tests/harness/processes.hpp"

namespace integration {
namespace {

int listening_socket(int port) {
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int yes = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
        listen(fd, 1) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

Outcome run(const std::vector<std::string>& command, const Folder& folder,
            const std::string& output_name) {
    const std::string output = folder.path(output_name);
    unlink(output.c_str());
    Outcome outcome;
    const pid_t pid = spawn(command, output);
    if (!await_end(pid, 60s, &outcome.status)) {
        kill(pid, SIGKILL);
        await_end(pid, 5s);
        throw std::runtime_error(command[0] + " did not end");
    }
    outcome.output = read_file(output);
    return outcome;
}

bool runs_in_memcheck() {
    return contains(nginx_binary(), "memcheck");
}

bool is_worker(pid_t pid) {
    const std::string title = title_of(pid);
    // valgrind hides the title that nginx sets. A worker that is on its way
    // out listens no more. Angie's begins with its name, and ends with a
    // number.
    return contains(title, "valgrind") ? listens(pid)
                                       : contains(title, ": worker process") &&
                                             !contains(title, "shutting down");
}

constexpr std::string_view kTempPaths = R"(
    client_body_temp_path @prefix@/temp/body;
    proxy_temp_path @prefix@/temp/proxy;
    fastcgi_temp_path @prefix@/temp/fastcgi;
    uwsgi_temp_path @prefix@/temp/uwsgi;
    scgi_temp_path @prefix@/temp/scgi;
    access_log @prefix@/access.log;
)";

}  // namespace

int free_port() {
    static std::set<int> taken;
    // Below 32768, where Linux takes clients' ports from by default.
    constexpr int kLow = 11000;
    constexpr int kSpan = 21000;
    // Processes that run side by side (tools/shards) look in other places.
    static int next = static_cast<int>(getpid()) * 97 +
                      kSpan * std::stoi(environment("GTEST_SHARD_INDEX", "0")) /
                          std::stoi(environment("GTEST_TOTAL_SHARDS", "1"));
    for (int tries = 0; tries < kSpan; ++tries) {
        const int port = kLow + next++ % kSpan;
        const int fd = taken.count(port) == 0 ? listening_socket(port) : -1;
        if (fd >= 0) {
            close(fd);
            taken.insert(port);
            return port;
        }
    }
    throw std::runtime_error("no free port");
}

std::string nginx_binary() {
    return environment("ROBOTS_NGINX", "/usr/sbin/nginx");
}

std::string source_folder() {
    return environment("ROBOTS_SOURCE", ".");
}

std::string module_file() {
    return environment("ROBOTS_MODULE",
                       source_folder() + "/build/ngx_http_robots_module.so");
}

bool nginx_has(std::string_view option) {
    static const std::string options =
        run({nginx_binary(), "-V"}, Folder(), "version").output;
    return contains(options, option);
}

bool is_instrumented() {
    return nginx_has("-fsanitize") || runs_in_memcheck();
}

Nginx::~Nginx() {
    try {
        if (master_ != 0) {
            stop();
        }
        for (const std::string& alarm : alarms()) {
            ADD_FAILURE() << "nginx alarm: " << alarm;
        }
    } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
    }
    if (testing::Test::HasFailure()) {
        std::cerr << error_log() << read_file(folder_.path("output"));
    }
}

int Nginx::port(const std::string& name) {
    const auto found = ports_.find(name);
    return found != ports_.end()
               ? found->second
               : ports_.emplace(name, free_port()).first->second;
}

std::string Nginx::expand(std::string_view text) {
    static const std::regex place("@([a-z0-9_]+)@");
    std::string expanded;
    const char* rest = text.data();
    const char* const end = rest + text.size();
    for (std::cmatch found; std::regex_search(rest, end, found, place);) {
        expanded.append(rest, found[0].first);
        expanded += found[1] == "prefix" ? folder_.path()
                                         : std::to_string(port(found[1]));
        rest = found[0].second;
    }
    return expanded.append(rest, end);
}

void Nginx::file(std::string_view name, std::string_view text) {
    folder_.write(name, expand(text));
}

void Nginx::raw_file(std::string_view name, std::string_view bytes) {
    folder_.write(name, bytes);
}

void Nginx::whole_configuration(std::string_view text) {
    whole_ = text;
}

std::string Nginx::temp_paths() {
    return std::string(kTempPaths);
}

void Nginx::write_configuration() {
    std::string text;
    if (with_module && !module_file().empty()) {
        text += "load_module " + module_file() + ";\n";
    }
    if (geteuid() == 0) {
        text += "user root root;\n";
    }
    text += daemon ? "daemon on;\n" : "daemon off;\n";
    text += "worker_processes " + std::to_string(workers) + ";\n";
    text += "pid @prefix@/nginx.pid;\n";
    text += "error_log @prefix@/error.log " + log_level + ";\n";
    if (whole_.empty()) {
        // valgrind keeps some descriptors for itself.
        text += runs_in_memcheck() ? "" : "worker_rlimit_nofile 8192;\n";
        text += "events { worker_connections " + std::to_string(connections) +
                "; }\n" + main + "\n";
        text += "http {" + temp_paths() + http + "\n}\n";
    }
    folder_.write("temp/here", "");
    // In one step: nginx may be reading the one before.
    file("temp/nginx.conf", text + whole_);
    std::filesystem::rename(folder_.path("temp/nginx.conf"),
                            folder_.path("nginx.conf"));
}

std::vector<std::string> Nginx::command() const {
    std::vector<std::string> words{nginx_binary(), "-p", folder_.path(), "-c",
                                   "nginx.conf",   "-e", "error.log"};
    if (in_folder) {
        words[0] = std::filesystem::absolute(words[0]);
        words[2] = ".";
        words.insert(words.begin(), {"/usr/bin/env", "-C", folder_.path()});
    }
    return words;
}

Outcome Nginx::test() {
    write_configuration();
    std::vector<std::string> words = command();
    words.back() = "test.log";
    words.push_back("-t");
    return run(words, folder_, "test.out");
}

void Nginx::start() {
    adopt_orphans();
    write_configuration();
    unlink(folder_.path("nginx.pid").c_str());
    const pid_t started = spawn(command(), folder_.path("output"));
    master_ = started;
    if (daemon && !await_end(started, 20s)) {
        throw std::runtime_error("nginx did not go into the background");
    }
    const bool ready = await(
        [&] {
            const std::string pid = read_file(folder_.path("nginx.pid"));
            if (!daemon && await_end(started, 0ms)) {
                return true;
            }
            master_ = pid.empty() ? started : std::stoi(pid);
            return !pid.empty();
        },
        20s);
    if (!ready || read_file(folder_.path("nginx.pid")).empty()) {
        master_ = ready ? 0 : master_;
        throw std::runtime_error("nginx did not start: " + error_log() +
                                 read_file(folder_.path("output")));
    }
    await_workers();
}

void Nginx::await_workers() {
    const bool came = await(
        [&] {
            return serving_workers().size() ==
                   static_cast<std::size_t>(workers);
        },
        20s);
    if (!came) {
        throw std::runtime_error("workers did not come up: " + error_log());
    }
}

std::vector<pid_t> Nginx::serving_workers() const {
    std::vector<pid_t> found;
    for (const pid_t child : children_of(master_)) {
        if (is_worker(child)) {
            found.push_back(child);
        }
    }
    return found;
}

void Nginx::stop() {
    const pid_t master = std::exchange(master_, 0);
    kill(master, SIGQUIT);
    if (await_end(master, 15s)) {
        return;
    }
    const std::vector<pid_t> left = children_of(master);
    kill(master, SIGKILL);
    await_end(master, 5s);
    for (const pid_t worker : left) {
        kill(worker, SIGKILL);
        await_end(worker, 5s);
    }
    throw std::runtime_error("nginx did not stop");
}

bool Nginx::reload() {
    write_configuration();
    return reload_as_it_is();
}

bool Nginx::reload_as_it_is() {
    const std::vector<pid_t> old = serving_workers();
    const std::size_t logged = error_log().size();
    const auto is_old = [&](pid_t pid) {
        return std::find(old.begin(), old.end(), pid) != old.end();
    };
    kill(master_, SIGHUP);
    bool refused = false;
    const bool settled = await(
        [&] {
            const std::string log = error_log();
            refused = contains(std::string_view(log).substr(logged), "[emerg]");
            const std::vector<pid_t> now = serving_workers();
            return refused ||
                   (now.size() == static_cast<std::size_t>(workers) &&
                    std::none_of(now.begin(), now.end(), is_old));
        },
        30s);
    if (!settled) {
        throw std::runtime_error("reload did not finish: " + error_log());
    }
    return !refused;
}

void Nginx::upgrade() {
    const pid_t old = master_;
    const std::string pid_file = folder_.path("nginx.pid");
    kill(old, SIGUSR2);
    const bool came = await(
        [&] {
            const std::string pid = read_file(pid_file);
            return !pid.empty() && std::stoi(pid) != old;
        },
        20s);
    if (!came) {
        throw std::runtime_error("no new master: " + error_log());
    }
    master_ = std::stoi(read_file(pid_file));
    await_workers();
    kill(old, SIGWINCH);
    const bool retired = await([&] {
        const std::vector<pid_t> left = children_of(old);
        return std::none_of(left.begin(), left.end(), [&](pid_t child) {
            // The new master is a child of the old one.
            return child != master_ && is_worker(child);
        });
    });
    kill(old, SIGQUIT);
    if (!retired || !await_end(old, 20s)) {
        throw std::runtime_error("the old master stayed");
    }
}

void Nginx::kill_worker(pid_t worker) {
    kill(worker, SIGKILL);
    const bool gone = await([&] {
        const std::vector<pid_t> now = serving_workers();
        return std::find(now.begin(), now.end(), worker) == now.end();
    });
    if (!gone) {
        throw std::runtime_error("worker survived SIGKILL");
    }
    await_workers();
}

}  // namespace integration
