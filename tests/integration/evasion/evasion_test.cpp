// Enforcement can't be walked around, and meets nobody whom it should not: the
// tables of docs/evidence/evasion.md, row by row.

#include <gmock/gmock.h>

#include "tests/harness/http2_connection.hpp"
#include "tests/harness/robots_fixture.hpp"
#include "tests/integration/evasion/evasion_rows.hpp"

namespace integration {
namespace {

constexpr std::string_view kPolicy = R"(
enforce: reject
sites:
  - host: example.com
    groups:
      - user_agent: "*"
        disallow: [/private/, /café/, "/*?sid=", /slash2/]
        allow: [/private/open, /slash2/e%2Ff, /public/long/]
      - user_agent: ClaudeBot
        allow: /
  - host: other.example
    groups: [{user_agent: "*", disallow: /other/}]
  - host: "*.open.example"
    groups: [{user_agent: "*", allow: /}]
default:
  groups: [{user_agent: "*", disallow: /private/}]
)";

// The first response to a request, "100 Continue" or not.
Response answer_to(int port, const std::string& request, bool is_head) {
    Connection connection(port);
    connection.send(request);
    return is_head ? connection.read_bodiless() : connection.read();
}

class Evasion : public RobotsTest {
  protected:
    Evasion() { policy(kPolicy); }

    void expect_statuses(const std::vector<RequestRow>& rows) {
        for (const RequestRow& row : rows) {
            const Response answer =
                answer_to(nginx.port(), row.request, row.is_head());
            EXPECT_EQ(answer.status, row.status) << row.what;
        }
    }
};

TEST_F(Evasion, Targets) {
    serve();
    for (const TargetRow& row : kTargets) {
        const std::string request =
            message("GET " + std::string(row.target) + " HTTP/1.1",
                    "example.com", {"User-Agent: GPTBot/1.2"});
        EXPECT_EQ(answer_to(nginx.port(), request, false).status, row.status)
            << row.target;
    }
}

TEST_F(Evasion, TargetsOverHttp2) {
    serve("listen 127.0.0.1:@h2@ http2; " + std::string(kToBackend));
    for (const TargetRow& row : kTargets) {
        if (row.target[0] == '/') {
            Http2Connection connection(nginx.port("h2"));
            const Response answer =
                connection.send({{":method", "GET"},
                                 {":scheme", "http"},
                                 {":authority", "example.com"},
                                 {":path", std::string(row.target)},
                                 {"user-agent", "GPTBot/1.2"}});
            EXPECT_EQ(answer.status, row.status) << row.target;
        }
    }
}

TEST_F(Evasion, PseudoHeaders) {
    serve("listen 127.0.0.1:@h2@ http2; " + std::string(kToBackend));
    for (const FieldsRow& row : kPseudoHeaders) {
        Http2Connection connection(nginx.port("h2"));
        EXPECT_EQ(connection.send(row.fields).status, row.status) << row.what;
    }
}

TEST_F(Evasion, Methods) {
    serve();
    expect_statuses(kMethods);
}

TEST_F(Evasion, Headers) {
    serve();
    expect_statuses(kHeaders);
}

// HTTP/0.9 has no headers, and so no crawlers.
TEST_F(Evasion, Http09HasNoUserAgent) {
    serve();
    EXPECT_EQ(Connection(nginx.port()).send("GET /private/x\r\n").rest(),
              "backend GET /private/x");
}

TEST_F(Evasion, EachRequestOfAConnectionIsJudged) {
    serve();
    const auto page = [](const std::string& path, std::string_view agent) {
        return message("GET " + path + " HTTP/1.1", "example.com",
                       {"User-Agent: " + std::string(agent)});
    };
    Connection connection(nginx.port());
    for (int round = 0; round < 2; ++round) {
        connection.send(
            page("/private/x", kGptBot) + page("/private/x", kChrome) +
            page("/public", kGptBot) + page("/private/x", kClaudeBot) +
            page("/robots.txt", kGptBot) + page("/private/x", kGptBot));
        for (const int status : {403, 200, 200, 200, 200, 403}) {
            EXPECT_EQ(connection.read().status, status);
        }
    }
}

TEST_F(Evasion, EachStreamOfAConnectionIsJudged) {
    serve("listen 127.0.0.1:@h2@ http2; " + std::string(kToBackend));
    Http2Connection connection(nginx.port("h2"));
    const auto status = [&](const std::string& path, std::string_view agent) {
        return connection
            .send({{":method", "GET"},
                   {":scheme", "http"},
                   {":authority", "example.com"},
                   {":path", path},
                   {"user-agent", std::string(agent)}})
            .status;
    };
    EXPECT_EQ(status("/private/x", kGptBot), 403);
    EXPECT_EQ(status("/private/x", kChrome), 200);
    EXPECT_EQ(status("/robots.txt", kGptBot), 200);
    EXPECT_EQ(status("/private/x", kGptBot), 403);
}

// Three requests an hour: what a request inside costs shows in how many more
// pass.
constexpr std::string_view kThree = R"(
enforce: {disallow: reject, request_rate: reject, burst: 0}
templates:
  three:
    groups: [{user_agent: "*", disallow: /private, request_rate: 3/1h}]
)";
constexpr int kBudget = 3;

// What rows share: see evasion_constructions.cpp.
constexpr std::string_view kAround = R"(
    limit_req_zone $server_name zone=slow:64k rate=50r/s;
    upstream tries { server 127.0.0.1:@nobody_listens@;
                     server 127.0.0.1:@backend@; }
    server { listen 127.0.0.1:@files@; robots off; root @prefix@/html; }
    server { listen 127.0.0.1:@accel@; robots off;
        location / { add_header X-Accel-Redirect /private/inside.html;
                     return 200; }
        location /named { add_header X-Accel-Redirect @app; return 200; } }
)";

class Constructions : public RobotsTest {
  protected:
    Constructions() {
        nginx.raw_file("html/index.html", "index");
        nginx.raw_file("html/sub/index.html", "sub");
        nginx.raw_file("html/private/inside.html", "inside");
        nginx.raw_file("html/ssi.html",
                       "<!--#include virtual=\"/private/inside.html\" -->|"
                       "<!--#include virtual=\"/index.html\" -->");
        std::string text = std::string(kThree) + "sites:\n";
        std::string http(kAround);
        for (std::size_t i = 0; i < kConstructions.size(); ++i) {
            text += "  - {host: " + host(i) + ", template: three}\n";
            if (runs(kConstructions[i])) {
                http += "server { listen 127.0.0.1:@web@; server_name " +
                        host(i) + "; root @prefix@/html;" +
                        "location = /plain { empty_gif; }" +
                        std::string(kConstructions[i].server) + "}\n";
            }
        }
        policy(text);
        configure(http);
        nginx.start();
    }

    static std::string host(std::size_t row) {
        return "row" + std::to_string(row) + ".example";
    }

    static bool runs(const ConstructionRow& row) {
        return row.needs.empty() || nginx_has(row.needs);
    }

    int ask(std::size_t row, std::string_view request_line) {
        std::vector<std::string> lines{"User-Agent: GPTBot/1.2"};
        std::string body;
        if (request_line.substr(0, 4) == "POST") {
            lines.emplace_back("Content-Length: 2");
            body = "hi";
        }
        return answer_to(
                   nginx.port(),
                   message(std::string(request_line), host(row), lines) + body,
                   false)
            .status;
    }
};

TEST_F(Constructions, AreChargedAsTheTableSays) {
    for (std::size_t i = 0; i < kConstructions.size(); ++i) {
        const ConstructionRow& row = kConstructions[i];
        if (!runs(row)) {
            continue;
        }
        EXPECT_EQ(ask(i, row.request_line), row.status) << row.what;
        for (int left = kBudget - row.charges; left > 0; --left) {
            EXPECT_EQ(ask(i, "GET /plain HTTP/1.1"), 200) << row.what;
        }
        EXPECT_EQ(ask(i, "GET /plain HTTP/1.1"), 429) << row.what;
    }
    for (const std::string& line : nginx.violations()) {
        EXPECT_TRUE(contains(line, "/plain")) << line;
    }
}

// Favicons and the like are pages: the policy says who may fetch them.
constexpr std::string_view kClosed = R"(
enforce: reject
sites:
  - host: example.com
    enforce: {burst: 0}
    groups:
      - user_agent: "*"
        disallow: /
        allow: [/once, /favicon.ico]
        crawl_delay: 1h
      - user_agent: curl
        disallow: /
)";

class Misfires : public RobotsTest {
  protected:
    Misfires() {
        policy(std::string(kClosed) + "default: {groups: []}\n");
        serve();
    }

    int status(const std::string& path, std::string_view agent) {
        return nginx.get("http://example.com" + path, agent).status;
    }
};

TEST_F(Misfires, RobotsTxtIsFreeInEverySpelling) {
    for (const RequestRow& row : kFree) {
        EXPECT_EQ(answer_to(nginx.port(), row.request, row.is_head()).status,
                  row.status)
            << row.what;
    }
    EXPECT_TRUE(nginx.violations().empty());
    EXPECT_EQ(status("/once", "GPTBot/1.2"), 200) << "nothing was charged";
    EXPECT_EQ(status("/once", "GPTBot/1.2"), 429);
    EXPECT_EQ(status("/robots.txt", "GPTBot/1.2"), 200);
}

TEST_F(Misfires, PathsLikeRobotsTxtAreJudged) {
    for (const char* path : {"/ROBOTS.TXT", "/robots.txt/", "/a/robots.txt",
                             "/robots.txt;x", "/robots%252etxt"}) {
        EXPECT_EQ(status(path, "GPTBot/1.2"), 403) << path;
    }
}

TEST_F(Misfires, AFaviconIsJudgedLikeAnyPath) {
    EXPECT_EQ(status("/favicon.ico", "GPTBot/1.2"), 200);
    EXPECT_EQ(status("/favicon.ico", "GPTBot/1.2"), 429);
    EXPECT_EQ(status("/apple-touch-icon.png", "ClaudeBot/1.0"), 403);
}

TEST_F(Misfires, OnlyCrawlersAreJudged) {
    for (const AgentRow& row : kNoCrawlers) {
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(status("/once", row.user_agent), 200) << row.who;
            EXPECT_EQ(status("/x", row.user_agent), 200) << row.who;
        }
    }
    EXPECT_TRUE(nginx.violations().empty());
    EXPECT_EQ(status("/x", "curl/8.5.0"), 403) << "a group names it";
}

}  // namespace
}  // namespace integration
