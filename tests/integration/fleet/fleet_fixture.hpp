// Several nginx that share the budgets of crawlers.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/robots_fixture.hpp"
#include "tests/harness/valkey.hpp"

namespace integration {

class FleetTest : public testing::Test {
  protected:
    // A policy for all nodes: the lines of "enforce" and of one group "*".
    void policy_of(const std::string& enforce, const std::string& group,
                   const std::string& closed = "/private") {
        policy_ = "version: 1\nenforce: {" + enforce +
                  "}\nsites:\n  - host: [example.com, www.example.com]\n"
                  "    groups: [{user_agent: \"*\", disallow: " +
                  closed + ", " + group + "}]\n";
    }

    // A policy of any text after "version: 1".
    void whole_policy(const std::string& text) {
        policy_ = "version: 1\n" + text;
    }

    // A budget of what upstreams take, and directives for a server whose
    // upstream listens on `port`.
    std::string budget_upstream_time(int port) {
        whole_policy(
            "enforce: {budget: reject}\n"
            "budgets: {ai: {category: ai-training, upstream_time: 1s/1h}}\n"
            "sites: [{host: example.com}]\n");
        return "location / { proxy_pass http://127.0.0.1:" +
               std::to_string(port) + "; }";
    }
    static constexpr const char* kSlowly =
        "HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nslow";

    // Starts one more nginx; `fleet` are the arguments of robots_fleet. The
    // machine may be busy: unless these say it, a request waits up to a second.
    Nginx& add_node(const std::string& arguments,
                    const std::string& server = "") {
        const std::string fleet = contains(arguments, "timeout=")
                                      ? arguments
                                      : arguments + " timeout=1s";
        nodes.push_back(std::make_unique<Nginx>());
        Nginx& node = *nodes.back();
        node.daemon = daemon;
        node.workers = workers;
        node.connections = connections;
        node.file("policy.yaml", policy_);
        node.file("page", "page");
        for (const auto& [name, text] : files) {
            node.raw_file(name, text);
        }
        node.http = before_fleet +
                    "robots_policy policy.yaml; robots on;\nrobots_fleet " +
                    fleet + ";\n" +
                    "server { listen 127.0.0.1:@web@; root @prefix@;\n"
                    "add_header X-Fleet $robots_fleet always;\n"
                    "add_header X-Action $robots_action always;\n"
                    "location = /status { robots_status any; }\n"
                    "location = /go { proxy_pass "
                    "http://127.0.0.1:@backend@; }\n" +
                    server +
                    "}\nserver { listen 127.0.0.1:@backend@; robots off;\n"
                    "return 302 /page; }\n";
        node.start();
        return node;
    }

    // Gives a node the policy that policy_of() was last told.
    void change_policy(Nginx& node) {
        node.file("policy.yaml", policy_);
        ASSERT_TRUE(node.reload());
    }

    // A node that its servers answer already.
    Nginx& add_ready_node(const std::string& fleet,
                          const std::string& server = "") {
        Nginx& node = add_node(fleet, server);
        EXPECT_TRUE(node.await_error_log("answers"));
        return node;
    }

    static Response ask(Nginx& node, std::string_view agent = kGptBot,
                        const std::string& path = "/page") {
        return node.get("http://example.com" + path, agent);
    }

    // A crawler whose budget nobody has charged yet.
    Response ask_anew(Nginx& node) {
        return ask(node, "New" + std::to_string(++crawlers_) + "Bot/1.0");
    }

    // Asks until `is_right`, at most 33 times a second: a network has the first
    // requests of 1,024 invented names, and no more.
    bool await_answer(Nginx& node,
                      const std::function<bool(const Response&)>& is_right,
                      Milliseconds timeout = 10s) {
        std::optional<Stopwatch> since;
        return await(
            [&] {
                if (since && since->elapsed() < 30ms) {
                    return false;
                }
                since.emplace();
                return is_right(ask_anew(node));
            },
            timeout);
    }

    bool await_shared(Nginx& node) {
        return await_answer(node, [](const Response& answer) {
            return answer.header("X-Fleet") == "shared";
        });
    }
    bool await_local(Nginx& node) {
        return await_answer(node, [](const Response& answer) {
            EXPECT_EQ(answer.status, 200);
            return answer.header("X-Fleet") == "local";
        });
    }

    static std::string metrics(Nginx& node) {
        return node.get("http://example.com/status?format=prometheus").body;
    }

    std::vector<std::unique_ptr<Nginx>> nodes;
    std::string before_fleet;                  // more of the http block
    std::map<std::string, std::string> files;  // beside the policy, by name
    bool daemon = false;                       // for a binary upgrade
    int workers = 1;
    int connections = 4096;  // of each worker

  private:
    std::string policy_;
    int crawlers_ = 0;
};

constexpr const char* kRejects =
    "crawl_delay: reject, request_rate: reject, disallow: reject, burst: 0";

// One server, which a test makes fail, and crawlers that one request may pass.
class FaultyServerTest : public FleetTest {
  protected:
    void SetUp() override { policy_of(kRejects, "crawl_delay: 60s"); }

    Valkey valkey;
};

}  // namespace integration
