// A real nginx on 127.0.0.1, in a folder of its own, with ports that nobody
// else uses. It is stopped when the object goes, and a test in which it wrote
// an alarm to its error_log that the test did not announce fails.
//
// Environment: ROBOTS_NGINX, the nginx binary (default /usr/sbin/nginx), or
// tools/nginx-memcheck, which runs it under valgrind;
// ROBOTS_MODULE, the module's .so (set but empty: it is compiled in);
// ROBOTS_SOURCE, the repository's root (default ".").

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

// A TCP port of 127.0.0.1 that is free, never the same twice, and outside the
// range from which clients' own ports come.
int free_port();

std::string nginx_binary();
std::string module_file();
std::string source_folder();

// Whether the nginx binary was configured with `option`.
bool nginx_has(std::string_view option);

// Whether it runs under a sanitizer or valgrind, which keep freed memory back.
bool is_instrumented();

// How a command ended, and what it printed.
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

    // Configuration, read by test(), start() and reload(). In `http`, `main`
    // and file() "@web@" stands for a free port, the same for the same name,
    // and "@prefix@" for the folder.
    std::string http;  // inside http {}
    std::string main;  // outside
    int workers = 1;
    int connections = 4096;  // of each worker
    bool with_module = true;
    bool daemon = false;  // nginx ignores SIGUSR2 while its first parent lives
    std::string log_level = "notice";

    int port(const std::string& name = "web");
    std::string expand(std::string_view text);
    void file(std::string_view name, std::string_view text);
    void raw_file(std::string_view name, std::string_view bytes);
    const Folder& folder() const { return folder_; }

    // Uses a whole nginx.conf in place of the one made from `http`; what it
    // must not say is who it runs as, and where its pid and error_log go.
    void whole_configuration(std::string_view text);
    // Directives for http {} that keep temporary files and the access_log in
    // "@prefix@".
    static std::string temp_paths();

    Outcome test();  // nginx -t
    void start();    // throws where that fails
    void stop();     // SIGQUIT; all processes gone afterwards

    // SIGHUP. True: new workers have taken over and the old ones accept no
    // more. False: the configuration was refused and the old workers go on.
    bool reload();

    // SIGUSR2, WINCH and QUIT to the old master: another nginx serves now.
    void upgrade();

    pid_t master() const { return master_; }
    std::vector<pid_t> serving_workers() const;
    void await_workers();

    // SIGKILL, and awaits its successor.
    void kill_worker(pid_t worker);

    std::string error_log() const;
    std::string access_log() const;
    bool await_error_log(std::string_view text, Milliseconds timeout = 10s);
    // The access_log's lines, once there are at least `count`.
    std::vector<std::string> await_access_log(std::size_t count);
    // The error_log's lines of this module about requests.
    std::vector<std::string> violations() const;

    // Alarms in the logs that nobody announced. The destructor fails the test
    // for each.
    std::vector<std::string> alarms() const;
    // Announces alarms that contain `text`.
    void expect_alarm(std::string text);

    // Sends to port("web") unless the request names a port; a new connection.
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
