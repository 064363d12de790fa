// Who may read the status without "robots_status any": not the pages in a
// browser on the same machine.

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

class StatusAccess : public StatusTest {
  protected:
    StatusAccess() { policy("default: {groups: []}\n"); }

    void start(const std::string& names, const std::string& more = "") {
        configure("server { listen 127.0.0.1:@web@; robots off; " + names +
                  " location = /status { robots_status" + more +
                  "; if ($arg_if) { set $x 1; } } }");
        nginx.start();
    }

    Response ask(const std::string& host,
                 const std::vector<std::string>& headers = {},
                 const std::string& query = "format=json") {
        return Connection(nginx.port())
            .send(message("GET /status?" + query + " HTTP/1.1", host, headers))
            .read();
    }
    int status_of(const std::string& host,
                  const std::vector<std::string>& headers = {}) {
        return ask(host, headers).status;
    }
};

// A page of evil.test makes that name mean 127.0.0.1, and asks it.
TEST_F(StatusAccess, ANameOfSomebodyElseGetsNothing) {
    start("");
    for (const char* own :
         {"127.0.0.1", "127.0.0.1:8091", "localhost", "LOCALHOST:8091", "[::1]",
          "[::1]:8091", "192.0.2.1", "localhost."}) {
        EXPECT_EQ(status_of(own), 200) << own;
    }
    for (const char* other :
         {"evil.test", "evil.test:8091", "localhost.evil.test", "xlocalhost",
          "127.0.0.1.evil.test", "127.0.0.1x", "1.2.3", "_"}) {
        const Response answer = ask(other);
        EXPECT_EQ(answer.status, 403) << other;
        EXPECT_TRUE(contains(answer.body, "\"server_name\"")) << answer.body;
        EXPECT_FALSE(contains(answer.body, "{"));
    }
}

// A group for monitors must not close it to your own.
TEST_F(StatusAccess, NoRuleOfThePolicyCloses) {
    policy(
        "enforce: {disallow: reject}\n"
        "default: {groups: [{category: monitor, disallow: /}]}\n");
    configure(
        "server { listen 127.0.0.1:@web@; location = /status { robots_status; "
        "} }");
    nginx.start();
    EXPECT_EQ(status_of("localhost", {"User-Agent: Prometheus/2.45.0"}), 200);
    EXPECT_EQ(nginx.get("http://localhost/page", "Prometheus/2.45.0").status,
              403);
}

TEST_F(StatusAccess, AServersOwnNamesCount) {
    start(
        "server_name status.example *.wild.example .dot.example "
        "tail.* ~^regex;");
    for (const char* own :
         {"status.example", "STATUS.example:80", "status.example.",
          "a.wild.example", "a.b.wild.example", "dot.example",
          "a.dot.example"}) {
        EXPECT_EQ(status_of(own), 200) << own;
    }
    // What anybody can register.
    for (const char* other :
         {"tail.evil.test", "regex.evil.test", "wild.example",
          "evilwild.example", "evildot.example", "evil.test"}) {
        EXPECT_EQ(status_of(other), 403) << other;
    }
}

// Of two servers at one address each has its own names.
TEST_F(StatusAccess, AnotherServersNamesDoNotCount) {
    configure(
        "server { listen 127.0.0.1:@web@; robots off; server_name a.example; "
        "location = /status { robots_status; } }"
        "server { listen 127.0.0.1:@web@; server_name b.example; }");
    nginx.start();
    EXPECT_EQ(status_of("a.example"), 200);
    EXPECT_EQ(status_of("b.example"), 404);
    EXPECT_EQ(status_of("c.example"), 403);
}

// No browser leaves its Host away.
TEST_F(StatusAccess, AClientWithoutAHostIsNoBrowser) {
    start("");
    const Response answer =
        Connection(nginx.port()).send("GET /status HTTP/1.0\r\n\r\n").read();
    EXPECT_EQ(answer.status, 200);
}

TEST_F(StatusAccess, APageOfAnotherSiteGetsNothing) {
    start("");
    for (const char* own :
         {"Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none",
          "Sec-Fetch-Site: same-site", "Origin: http://localhost:8091",
          "Origin: https://LOCALHOST:8091"}) {
        EXPECT_EQ(status_of("localhost:8091", {own}), 200) << own;
    }
    for (const char* other :
         {"Sec-Fetch-Site: cross-site", "Origin: http://evil.test",
          "Origin: http://localhost:8092", "Origin: http://localhost",
          "Origin: null", "Origin: http://localhost:8091.evil.test"}) {
        const Response answer = ask("localhost:8091", {other});
        EXPECT_EQ(answer.status, 403) << other;
        EXPECT_TRUE(contains(answer.body, "a page of another site"))
            << answer.body;
    }
    const std::string cross = "Sec-Fetch-Site: cross-site";
    EXPECT_EQ(status_of("localhost", {cross, "Sec-Fetch-Dest: iframe"}), 403);
    EXPECT_EQ(status_of("localhost", {cross, "Sec-Fetch-Dest: empty"}), 403);
    // A link to it, in a wiki or a chat.
    EXPECT_EQ(status_of("localhost", {cross, "Sec-Fetch-Dest: document"}), 200);
}

TEST_F(StatusAccess, AnyLeavesItToTheAdmin) {
    start("", " any");
    EXPECT_EQ(status_of("evil.test", {"Origin: http://evil.test"}), 200);
    EXPECT_EQ(ask("evil.test", {}, "format=json&if=1").status, 200);
}

TEST_F(StatusAccess, AnIfWithinTheLocationChangesNothing) {
    start("server_name status.example;");
    EXPECT_EQ(ask("status.example", {}, "format=json&if=1").status, 200);
    EXPECT_EQ(ask("evil.test", {}, "format=json&if=1").status, 403);
}

}  // namespace
}  // namespace integration
