// The harness itself, on an nginx without the module: what it starts, stops,
// reloads and reports.

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "tests/harness/nginx.hpp"
#include "tests/harness/processes.hpp"

namespace integration {
namespace {

class PlainNginx : public testing::Test {
  protected:
    PlainNginx() {
        nginx.with_module = false;
        nginx.http = R"(
            server {
                listen 127.0.0.1:@web@;
                location / { return 200 "$host|$http_user_agent|$request_uri"; }
            })";
    }

    Nginx nginx;
};

TEST_F(PlainNginx, AnswersWithHostAgentAndTargetAsSent) {
    nginx.start();
    const Response answer = nginx.get("http://Example.com/a/../b?c", "X/1");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "example.com|X/1|/a/../b?c");
    EXPECT_EQ(nginx.get("http://example.com/").body, "example.com||/");
}

TEST_F(PlainNginx, StopsWithAllItsWorkers) {
    nginx.workers = 2;
    nginx.start();
    const std::vector<pid_t> workers = nginx.serving_workers();
    ASSERT_EQ(workers.size(), 2U);
    nginx.stop();
    for (const pid_t worker : workers) {
        EXPECT_TRUE(await_end(worker, 1s));
    }
    EXPECT_THROW(Connection{nginx.port()}, std::runtime_error);
}

TEST_F(PlainNginx, ReloadReplacesWorkersAndConfiguration) {
    nginx.start();
    const std::vector<pid_t> before = nginx.serving_workers();
    nginx.http = "server { listen 127.0.0.1:@web@; return 204; }";
    EXPECT_TRUE(nginx.reload());
    EXPECT_NE(nginx.serving_workers(), before);
    EXPECT_EQ(nginx.get("http://example.com/").status, 204);
}

TEST_F(PlainNginx, ReloadOfABrokenConfigurationIsRefused) {
    nginx.start();
    const std::vector<pid_t> before = nginx.serving_workers();
    nginx.http += "nonsense;";
    nginx.expect_alarm("nonsense");
    EXPECT_FALSE(nginx.reload());
    EXPECT_EQ(nginx.serving_workers(), before);
    EXPECT_EQ(nginx.get("http://example.com/").status, 200);
}

TEST_F(PlainNginx, TestReportsStatusAndOutput) {
    EXPECT_EQ(nginx.test().status, 0);
    nginx.http += "nonsense;";
    const Outcome outcome = nginx.test();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_NE(outcome.output.find("nonsense"), std::string::npos);
}

TEST_F(PlainNginx, UpgradeLeavesOnlyTheNewMaster) {
    nginx.daemon = true;
    nginx.start();
    const pid_t old = nginx.master();
    nginx.upgrade();
    EXPECT_NE(nginx.master(), old);
    EXPECT_EQ(nginx.get("http://example.com/").status, 200);
}

TEST_F(PlainNginx, ADeadWorkerIsReplacedAndReported) {
    nginx.start();
    const pid_t worker = nginx.serving_workers().front();
    nginx.kill_worker(worker);
    EXPECT_EQ(nginx.get("http://example.com/").status, 200);
    ASSERT_EQ(nginx.alarms().size(), 1U);
    nginx.expect_alarm("exited on signal 9");
    EXPECT_TRUE(nginx.alarms().empty());
}

TEST_F(PlainNginx, SanitizerReportsAreAlarms) {
    nginx.start();
    nginx.raw_file("output", "==1==ERROR: AddressSanitizer: heap-use-after\n");
    EXPECT_EQ(nginx.alarms().size(), 1U);
    nginx.raw_file("output", "a.cpp:1:2: runtime error: signed overflow\n");
    EXPECT_EQ(nginx.alarms().size(), 1U);
    nginx.raw_file("output", "");
}

TEST_F(PlainNginx, StartThrowsWhereNginxCannotStart) {
    nginx.http += "nonsense;";
    nginx.expect_alarm("nonsense");
    EXPECT_THROW(nginx.start(), std::runtime_error);
}

TEST_F(PlainNginx, RawConnectionsPipelineAndKeepAlive) {
    nginx.start();
    Connection connection(nginx.port());
    connection.send(message("GET /1 HTTP/1.1", "a.example") +
                    message("HEAD /2 HTTP/1.1", "a.example"));
    EXPECT_EQ(connection.read().body, "a.example||/1");
    EXPECT_EQ(connection.read_bodiless().status, 200);
    connection.send("GET /3 HTTP/1.0\r\n\r\n");
    EXPECT_EQ(connection.read().body, "||/3");
}

TEST_F(PlainNginx, ClientsReuseConnections) {
    nginx.start();
    Client client;
    const Request request = Request("http://a.example/").to(nginx.port());
    EXPECT_FALSE(client.send(request).reused);
    EXPECT_TRUE(client.send(request).reused);
}

}  // namespace
}  // namespace integration
