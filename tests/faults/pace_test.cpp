// Budgets under load, while nginx reloads and its workers are killed: how many
// requests they let through, and how much time of upstreams.

#include <array>
#include <chrono>
#include <deque>
#include <regex>
#include <string>

#include "tests/faults/fault_fixture.hpp"
#include "tests/faults/paced_clients.hpp"
#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/processes.hpp"

namespace integration {
namespace {

class Pace : public FaultTest {
  protected:
    // So long each test lasts: ROBOTS_PACE_SECONDS (default 20).
    static Milliseconds length() {
        return std::chrono::seconds(
            std::stoi(environment("ROBOTS_PACE_SECONDS", "20")));
    }

    // An application whose pages take 20, 50, 100 or 200 ms.
    std::string application() {
        std::string servers;
        for (int i = 0; i < 48; ++i) {
            constexpr std::array kTimes{20ms, 50ms, 100ms, 200ms};
            application_.emplace_back(
                "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\npage",
                kTimes[static_cast<std::size_t>(i) % kTimes.size()]);
            servers += "server 127.0.0.1:" +
                       std::to_string(application_.back().port()) + ";";
        }
        return "upstream application { least_conn; " + servers + " }";
    }

    // Serves /page with `page`, which may need `more` of the http block.
    void start(const std::string& budget, const std::string& page,
               const std::string& more = "") {
        nginx.workers = 2;
        nginx.log_level = "error";
        nginx.expect_alarm("exited on signal 9");
        policy(
            "enforce: {budget: reject, burst: 0, tolerance: 0%}\n"
            "budgets: {all: {user_agent: LoadBot, " +
            budget + "}}\nsites: [{host: site0.example}]\n");
        configure(more +
                  "log_format times '$upstream_response_time';"
                  "server { listen 127.0.0.1:@web@;"
                  "keepalive_requests 100000000;"
                  "access_log @prefix@/times.log times;"
                  "location / { empty_gif; } location = /page { " +
                  page + " } }");
        nginx.start();
    }

    // 50 connections ask, while nginx reloads and workers are killed.
    void load(PacedClients& clients, int& faults) {
        const Stopwatch watch;
        for (; watch.elapsed() < length(); ++faults) {
            last(2s);
            if (faults % 2 == 0) {
                ASSERT_TRUE(nginx.reload());
            } else {
                nginx.kill_worker(nginx.serving_workers().front());
            }
        }
        clients.stop();
    }

    static Pacing fifty_connections() {
        Pacing pacing;
        pacing.clients = 50;
        pacing.askers = 50;
        return pacing;
    }

    // What nginx logged, in seconds.
    double logged() {
        const std::string log = read_file(nginx.expand("@prefix@/times.log"));
        static const std::regex time("[0-9]+\\.[0-9]{3}");
        double sum = 0;
        for (std::sregex_iterator at(log.begin(), log.end(), time);
             at != std::sregex_iterator(); ++at) {
            sum += std::stod(at->str());
        }
        return sum;
    }

    std::deque<CutOffServer> application_;
};

TEST_F(Pace, RequestsAreLetThroughAsTheBudgetSays) {
    start("request_rate: 5/1s", "empty_gif;");
    PacedClients clients({nginx.port()}, fifty_connections());
    int faults = 0;
    ASSERT_NO_FATAL_FAILURE(load(clients, faults));
    say(clients.passed(), " requests let through at 5 a second, ",
        clients.allowed(), " allowed, ", clients.refused(), " refused, ",
        faults, " reloads and kills");
    // Five may come at once.
    EXPECT_LE(clients.passed(), clients.allowed() * 1.01 + 4);
    EXPECT_GE(clients.passed(), clients.allowed_as_asked() * 0.99 - 1);
}

TEST_F(Pace, UpstreamsAreBusyAsLongAsTheBudgetSays) {
    start("upstream_time: 1s/2s", "proxy_pass http://application;",
          application());
    Pacing pacing = fifty_connections();
    pacing.after_refusal = 500ms;
    const Stopwatch watch;
    PacedClients clients({nginx.port()}, pacing);
    int faults = 0;
    ASSERT_NO_FATAL_FAILURE(load(clients, faults));
    // All is paid when the next one may pass, which costs nothing itself.
    ASSERT_TRUE(await(
        [&] {
            return nginx.get("http://site0.example/file", "LoadBot/1.0")
                       .status == 200;
        },
        60s));
    const double allowed =
        std::chrono::duration<double>(watch.elapsed()).count() / 2;
    const double took = logged();
    say(took, " s of upstreams for ", clients.passed(), " requests, ", allowed,
        " s allowed, ", clients.refused(), " refused, ", faults,
        " reloads and kills");
    EXPECT_GT(clients.refused(), clients.passed());
    EXPECT_NEAR(took, allowed, allowed * 0.05);
}

}  // namespace
}  // namespace integration
