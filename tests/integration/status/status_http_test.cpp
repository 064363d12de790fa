// robots_status: how it answers, whom, and in which format.

#include <unistd.h>

#include <csignal>
#include <deque>

#include "tests/harness/processes.hpp"
#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kPolicy = R"(
enforce: {disallow: reject}
sites:
  - host: example.com
    groups:
      - {user_agent: "*", disallow: /private/, crawl_delay: 1s}
      - {user_agent: GPTBot, disallow: /}
)";

class StatusHttp : public StatusTest {
  protected:
    StatusHttp() { policy(kPolicy); }

    // Writes what the status answers to a file in the test's folder.
    std::string saved(const std::string& name, const std::string& arguments) {
        nginx.raw_file(name, status(arguments));
        return nginx.folder().path(name);
    }

    // The exit status of a command, and what it printed.
    Outcome run(const std::vector<std::string>& command) {
        const std::string output = nginx.folder().path("command-output");
        Outcome outcome;
        EXPECT_TRUE(await_end(spawn(command, output), 30s, &outcome.status));
        outcome.output = read_file(output);
        return outcome;
    }

    void make_traffic() {
        nginx.get("http://example.com/private/x", kGooglebot);
        nginx.get("http://example.com/page", kGooglebot);
        nginx.get("http://example.com/page", kGptBot);
        nginx.get("http://example.com/robots.txt", kGooglebot);
        nginx.get("http://example.com/robots.txt");
    }
};

TEST_F(StatusHttp, EachFormatHasItsType) {
    serve_with_status();
    const auto type = [this](const std::string& format) {
        return nginx.send(status_request("format=" + format))
            .header("Content-Type");
    };
    EXPECT_EQ(type("html"), "text/html; charset=utf-8");
    EXPECT_EQ(type("json"), "application/json");
    EXPECT_EQ(type("prometheus"), "text/plain; version=0.0.4; charset=utf-8");
    EXPECT_EQ(type("unknown"), "text/html; charset=utf-8");
    EXPECT_EQ(type(""), "text/html; charset=utf-8");
}

// realip makes the client one of another machine.
TEST_F(StatusHttp, OnlyClientsOnTheSameMachineAreAnswered) {
    const std::string realip =
        "set_real_ip_from 127.0.0.1; real_ip_header X-Client;";
    serve_with_status(realip);
    const auto answered = [this](const std::string& client) {
        return nginx.send(
            status_request("format=json").header("X-Client: " + client));
    };
    for (const char* local :
         {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_EQ(answered(local).status, 200) << local;
    }
    for (const char* other : {"128.0.0.1", "126.255.255.255", "10.0.0.1", "::2",
                              "::ffff:10.0.0.1", "fe80::1"}) {
        const Response response = answered(other);
        EXPECT_EQ(response.status, 403) << other;
        EXPECT_EQ(response.header("Content-Type"), "text/plain; charset=utf-8");
        EXPECT_TRUE(contains(response.body, "write \"robots_status any;\""))
            << response.body;
        EXPECT_FALSE(contains(response.body, "{"));
    }
}

TEST_F(StatusHttp, AnyAnswersAllClientsThatNginxAdmits) {
    configure(
        "server { listen 127.0.0.1:@status@; robots off;"
        "set_real_ip_from 127.0.0.1; real_ip_header X-Client;"
        "location = /status { robots_status any; deny 10.0.0.1; } }"
        "server { listen 127.0.0.1:@web@; }");
    nginx.start();
    const auto status_for = [this](const std::string& client) {
        return nginx.send(status_request("").header("X-Client: " + client))
            .status;
    };
    EXPECT_EQ(status_for("192.0.2.1"), 200);
    EXPECT_EQ(status_for("10.0.0.1"), 403);
}

// nginx keeps both as locations of their own.
TEST_F(StatusHttp, AnyHoldsWithinIfAndLimitExcept) {
    configure(
        "server { listen 127.0.0.1:@status@; robots off;"
        "set_real_ip_from 127.0.0.1; real_ip_header X-Client;"
        "location = /status { robots_status any;"
        "if ($http_x_client) { add_header X-Seen yes; } }"
        "location = /limited { robots_status any;"
        "limit_except POST { allow all; } } }"
        "server { listen 127.0.0.1:@web@; }");
    nginx.start();
    const auto ask = [this](const std::string& path) {
        return nginx.send(Request("http://status.example" + path)
                              .to(nginx.port("status"))
                              .header("X-Client: 192.0.2.1"));
    };
    EXPECT_EQ(ask("/status").status, 200);
    EXPECT_EQ(ask("/status").header("X-Seen"), "yes");
    EXPECT_EQ(ask("/limited").status, 200);
}

TEST_F(StatusHttp, AnotherParameterIsRefused) {
    configure(
        "server { listen 127.0.0.1:@web@; location /s { robots_status all; } "
        "}");
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(
        contains(outcome.output, "invalid parameter \"all\", expected \"any\""))
        << outcome.output;
}

TEST_F(StatusHttp, AUnixSocketsClientIsOnTheSameMachine) {
    const std::string path = nginx.folder().path("status.sock");
    configure("server { listen unix:" + path +
              "; robots off; location = /status { robots_status; } }"
              "server { listen 127.0.0.1:@web@; }");
    nginx.start();
    const Outcome outcome = run({"/usr/bin/curl", "-s", "--unix-socket", path,
                                 "http://localhost/status?format=json"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(Json::accept(outcome.output)) << outcome.output;
}

TEST_F(StatusHttp, OnlyTheQueryChoosesTheFormat) {
    serve_with_status();
    const Response answer = nginx.send(
        status_request("").header("Accept: application/json, text/plain"));
    EXPECT_EQ(answer.header("Content-Type"), "text/html; charset=utf-8");
    EXPECT_FALSE(answer.has("Vary"));
}

TEST_F(StatusHttp, FiguresAreNotStored) {
    serve_with_status("expires 1h;");
    for (const char* format : {"json", "prometheus"}) {
        const Response answer =
            nginx.send(status_request(std::string("format=") + format));
        EXPECT_EQ(answer.header("Cache-Control"), "no-store") << format;
        EXPECT_EQ(answer.header("X-Content-Type-Options"), "nosniff");
        EXPECT_FALSE(answer.has("ETag")) << format;
        EXPECT_FALSE(answer.has("Last-Modified")) << format;
    }
}

TEST_F(StatusHttp, ThePageHasAStrongValidatorAndASecurityPolicy) {
    serve_with_status("expires 1h;");
    const Response page = nginx.send(status_request(""));
    EXPECT_EQ(page.header("Cache-Control"), "no-cache");
    EXPECT_EQ(page.header("ETag").front(), '"');
    const std::string policy = page.header("Content-Security-Policy");
    EXPECT_TRUE(contains(policy, "default-src 'none'")) << policy;
    EXPECT_TRUE(contains(policy, "connect-src 'self'")) << policy;
    EXPECT_FALSE(contains(policy, "unsafe")) << policy;
    const Response again = nginx.send(
        status_request("").header("If-None-Match: " + page.header("ETag")));
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
    make_traffic();
    const Response other = nginx.send(
        status_request("").header("If-None-Match: " + page.header("ETag")));
    EXPECT_EQ(other.status, 200) << "it has other totals";
    EXPECT_TRUE(contains(other.body, "<td class=\"n\">3</td>"));
}

TEST_F(StatusHttp, HeadHasTheHeadersOfGet) {
    serve_with_status();
    for (const char* format : {"html", "prometheus"}) {
        const std::string query = std::string("format=") + format;
        const Response get = nginx.send(status_request(query));
        Connection connection(nginx.port("status"));
        connection.send(
            message("HEAD /status?" + query + " HTTP/1.1", "status.example"));
        const Response head = connection.read_bodiless();
        EXPECT_EQ(head.status, 200);
        EXPECT_EQ(head.header("Content-Type"), get.header("Content-Type"));
        EXPECT_EQ(head.header("Content-Length"), get.header("Content-Length"));
        connection.send(
            message("HEAD /status?" + query + " HTTP/1.1", "status.example"));
        EXPECT_EQ(connection.read_bodiless().status, 200)
            << "the connection goes on";
    }
}

TEST_F(StatusHttp, OtherMethodsAreRefused) {
    serve_with_status();
    for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"}) {
        const Response answer =
            nginx.send(status_request("format=json").as(method).posting("x=1"));
        EXPECT_EQ(answer.status, 405) << method;
        EXPECT_EQ(answer.header("Allow"), "GET, HEAD") << method;
    }
    EXPECT_EQ(nginx.send(status_request("format=json")).status, 200);
}

TEST_F(StatusHttp, AnUnknownNameIs404) {
    serve_with_status();
    for (const char* query : {"crawler=nobody", "site=nowhere.example",
                              "site=%00", "crawler=%FF%FE"}) {
        const std::string arguments(query);
        EXPECT_EQ(nginx.send(status_request(arguments)).status, 200)
            << "the page says what is not there: " << query;
        const Response answer =
            nginx.send(status_request(arguments + "&format=json"));
        EXPECT_EQ(answer.status, 404);
        EXPECT_EQ(Json::parse(answer.body)["view"], "error");
    }
}

TEST_F(StatusHttp, AccessControlOfNginxProtectsIt) {
    serve_with_status("deny all;");
    EXPECT_EQ(nginx.send(status_request("format=json")).status, 403);
}

TEST_F(StatusHttp, AnswersOverHttp2AndCompressed) {
    serve_with_status("gzip on; gzip_types application/json;");
    make_traffic();
    const Response zipped = nginx.send(
        status_request("format=json").header("Accept-Encoding: gzip"));
    EXPECT_EQ(zipped.header("Content-Encoding"), "gzip");
    if (!nginx_has("http_v2_module")) {
        GTEST_SKIP() << "this nginx has no HTTP/2";
    }
    nginx.http +=
        "server { listen 127.0.0.1:@h2@ http2; server_name status.example; "
        "robots off; location = /status { robots_status; } }";
    ASSERT_TRUE(nginx.reload());
    const Response answer =
        nginx.send(Request("http://status.example/status?format=json")
                       .to(nginx.port("h2"))
                       .over(Version::http2));
    EXPECT_EQ(answer.version, "2");
    EXPECT_EQ(Json::parse(answer.body)["view"], "overview");
}

TEST_F(StatusHttp, AClientThatLeavesLeaksNothing) {
    serve_with_status();
    for (int i = 0; i < 50; ++i) {
        Connection leaving(nginx.port("status"));
        leaving.send(message("GET /status HTTP/1.1", "status.example"));
    }
    EXPECT_EQ(nginx.send(status_request("format=json")).status, 200);
    nginx.stop();  // The fixture fails the test where anything was left.
}

// A worker that meets requests and the order to quit at the same instant has to
// make its answers over some turns of its event loop while it quits.
TEST_F(StatusHttp, AWorkerThatQuitsFinishesItsAnswers) {
    serve_with_status();
    const pid_t worker = nginx.serving_workers().front();
    const std::string request =
        message("GET /status?format=json HTTP/1.1", "status.example");
    std::deque<Connection> asked;
    for (int i = 0; i < 20; ++i) {
        asked.emplace_back(nginx.port("status")).send(request.substr(0, 20));
    }
    // Whoever is answered after them finds them begun.
    nginx.send(status_request("format=json"));
    nginx.send(status_request("format=json"));
    kill(worker, SIGSTOP);
    for (Connection& connection : asked) {
        connection.send(request.substr(20));
    }
    kill(worker, SIGQUIT);
    kill(worker, SIGCONT);
    for (Connection& connection : asked) {
        const Response answer = connection.read();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(Json::parse(answer.body)["view"], "overview");
    }
    nginx.await_workers();
}

TEST_F(StatusHttp, AClientThatLeavesStopsNoOtherAnswer) {
    serve_with_status();
    std::deque<Connection> asked;
    for (int i = 0; i < 60; ++i) {
        asked.emplace_back(nginx.port("status"))
            .send(
                message("GET /status?format=json HTTP/1.1", "status.example"));
    }
    for (int i = 0; i < 20; ++i) {
        asked.pop_front();
        asked.pop_back();
    }
    for (Connection& connection : asked) {
        EXPECT_EQ(connection.read().status, 200);
    }
}

TEST_F(StatusHttp, PipelinedRequestsAreAnsweredInTurn) {
    serve_with_status();
    Connection connection(nginx.port("status"));
    connection.send(
        message("GET /status?format=json HTTP/1.1", "status.example") +
        message("GET /status?format=html HTTP/1.1", "status.example"));
    EXPECT_EQ(connection.read().header("Content-Type"), "application/json");
    EXPECT_EQ(connection.read().header("Content-Type"),
              "text/html; charset=utf-8");
}

TEST_F(StatusHttp, WorksInAServerWithRobotsOn) {
    serve(
        "server_name example.com; "
        "location = /status { robots_status; robots_enforce off; }" +
        std::string(kToBackend));
    const Response answer =
        nginx.get("http://example.com/status?format=json", kGptBot);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(Json::parse(answer.body)["totals"]["counts"]["requests"], 0);
}

TEST_F(StatusHttp, JsonMatchesItsSchema) {
    serve_with_status();
    make_traffic();
    const std::string root = source_folder();
    std::vector<std::string> command{"/usr/bin/env", "python3",
                                     root + "/tests/schema/check-status", root};
    int number = 0;
    for (const char* query :
         {"", "crawler=Googlebot", "crawler=bingbot", "site=example.com",
          "view=sites", "view=violations", "view=explain", "crawler=nobody",
          "view=explain&host=",
          "view=explain&scheme=http&host=example.com&path=/private/x"
          "&user_agent=Googlebot/2.1",
          "view=explain&scheme=http&host=example.com&user_agent=Mozilla/5.0",
          "view=explain&scheme=ftp&host=example.com&user_agent=GPTBot"}) {
        command.push_back(saved("answer" + std::to_string(++number) + ".json",
                                "format=json&" + std::string(query)));
    }
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 0) << outcome.output;
}

TEST_F(StatusHttp, PromtoolAcceptsTheMetrics) {
    const std::string promtool = environment("ROBOTS_PROMTOOL", "");
    if (promtool.empty() || access(promtool.c_str(), X_OK) != 0) {
        GTEST_SKIP() << "no promtool: make promtool";
    }
    serve_with_status();
    make_traffic();
    const std::string metrics = saved("metrics", "format=prometheus");
    const Outcome outcome =
        run({"/bin/sh", "-c", "exec \"$1\" check metrics < \"$2\"", "sh",
             promtool, metrics});
    EXPECT_EQ(outcome.status, 0) << outcome.output;
    EXPECT_EQ(outcome.output, "");
}

TEST_F(StatusHttp, TheDirectiveNeedsAPolicy) {
    nginx.http =
        "server { listen 127.0.0.1:@web@; location /s { "
        "robots_status; } }";
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "\"robots_status\" in "))
        << outcome.output;
    EXPECT_TRUE(contains(outcome.output, "needs a \"robots_policy\""))
        << outcome.output;
}

TEST_F(StatusHttp, TheDirectiveIsChecked) {
    for (const char* wrong :
         {"location /s { robots_status on; }",
          "location /s { robots_status; robots_status; }", "robots_status;"}) {
        configure("server { listen 127.0.0.1:@web@; " + std::string(wrong) +
                  "}");
        EXPECT_NE(nginx.test().status, 0) << wrong;
    }
}

}  // namespace
}  // namespace integration
