// A real nginx on 127.0.0.1, with its own folder and ports that nothing else
// uses. The destructor stops it, and fails the test if nginx wrote an alarm to
// its error_log that the test did not announce.
//
// Environment variables: ROBOTS_NGINX is the nginx binary (default
// /usr/sbin/nginx), or tools/nginx-memcheck, which runs nginx under valgrind;
// ROBOTS_MODULE is the module's .so (set but empty: the module is compiled in);
// ROBOTS_SOURCE is the repository's root (default ".").

#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/await.hpp"
#include "tests/harness/folder.hpp"
#include "tests/harness/http.hpp"

namespace integration {

// Returns a free TCP port of 127.0.0.1: never the same port twice, and none
// from the range of clients' own ports.
int free_port();

std::string nginx_binary();
std::string module_file();
std::string source_folder();

// Whether the nginx binary was configured with `option`.
bool nginx_has(std::string_view option);

// Whether nginx runs under a sanitizer or valgrind, which delay the release of
// freed memory.
bool is_instrumented();

// The exit status and output of a command.
struct Outcome {
    int status = 0;
    std::string output;
};

class Nginx {
  public:
    Nginx() = default;
    ~Nginx();
    Nginx(const Nginx&) = delete;
    Nginx& operator=(const Nginx&) = delete;

    // The configuration, which test(), start() and reload() read. In `http`,
    // `main` and file(), "@web@" is replaced by a free port (the same for the
    // same name), and "@prefix@" by the folder.
    std::string http;  // inside http {}
    std::string main;  // outside http {}
    int workers = 1;
    int connections = 4096;  // of each worker
    bool with_module = true;
    bool daemon = false;  // nginx ignores SIGUSR2 while its first parent lives
    bool in_folder = false;  // started in its folder, with "-p ."
    std::string log_level = "notice";

    int port(const std::string& name = "web");
    std::string expand(std::string_view text);
    void file(std::string_view name, std::string_view text);
    void raw_file(std::string_view name, std::string_view bytes);
    const Folder& folder() const { return folder_; }

    // Uses a whole nginx.conf instead of the one made from `http`. It must not
    // have the directives user, pid and error_log.
    void whole_configuration(std::string_view text);
    // Directives for http {} that keep temporary files and the access_log in
    // "@prefix@".
    static std::string temp_paths();

    Outcome test();  // nginx -t
    void start();    // throws if that fails
    void stop();     // SIGQUIT; waits for all processes

    // Sends SIGHUP. Returns true if new workers have taken over and the old
    // ones accept no more connections, false if nginx refused the configuration
    // and the old workers continue.
    bool reload();
    // The same, with the nginx.conf that the folder has, and its time.
    bool reload_as_it_is();

    // Sends SIGUSR2, WINCH and QUIT to the old master, so that a new nginx
    // serves.
    void upgrade();

    pid_t master() const { return master_; }
    std::vector<pid_t> serving_workers() const;
    void await_workers();

    // Sends SIGKILL to a worker, and waits for its successor.
    void kill_worker(pid_t worker);

    std::string error_log() const;
    std::string access_log() const;
    bool await_error_log(std::string_view text, Milliseconds timeout = 10s);
    // Waits until the access_log has at least `count` lines, and returns the
    // lines.
    std::vector<std::string> await_access_log(std::size_t count);
    // The lines that this module wrote to the error_log about requests.
    std::vector<std::string> violations() const;

    // Alarms in the logs that the test did not announce. The destructor fails
    // the test for each.
    std::vector<std::string> alarms() const;
    // Announces alarms that contain `text`.
    void expect_alarm(std::string text);

    // Sends a request over a new connection, to port("web") unless the request
    // has a port.
    Response send(Request request);
    Response get(const std::string& url);
    Response get(const std::string& url, std::string_view user_agent);

  private:
    void write_configuration();
    std::vector<std::string> command() const;

    Folder folder_;
    std::map<std::string, int> ports_;
    std::string whole_;
    std::vector<std::string> expected_;
    pid_t master_ = 0;
};

}  // namespace integration
