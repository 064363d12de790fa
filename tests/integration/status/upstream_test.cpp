// How long upstreams take for a crawler's requests: as in nginx's own
// $upstream_response_time, which the access log of these servers has.

#include <cmath>
#include <regex>
#include <sstream>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/processes.hpp"
#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr Milliseconds kSlow = 150ms;
constexpr const char* kPage =
    "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n"
    "slow";

class UpstreamTime : public StatusTest {
  protected:
    UpstreamTime() {
        policy(R"(
enforce: {disallow: reject}
sites: [{host: example.com, groups: [{user_agent: "*", disallow: /private/}]}]
)");
    }

    // Serves `locations`, in which SLOW is an address that answers after kSlow,
    // BROKEN one that answers 503 then, and ELSEWHERE one that redirects.
    void serve_slowly(std::string locations) {
        const std::vector<std::pair<std::string, int>> names{
            {"SLOW", slow_.port()},
            {"BROKEN", broken_.port()},
            {"ELSEWHERE", elsewhere_.port()}};
        for (const auto& [name, port] : names) {
            locations = std::regex_replace(locations, std::regex(name),
                                           "127.0.0.1:" + std::to_string(port));
        }
        configure(
            "log_format times '$status $upstream_response_time';"
            "proxy_cache_path @prefix@/cache keys_zone=pages:1m;" +
            locations + status_server());
        nginx.raw_file("html/page", "static");
        nginx.raw_file("html/ssi.html", "<!--#include virtual=\"/slow\" -->");
        nginx.start();
    }
    void serve_locations(const std::string& locations) {
        serve_slowly(
            "server { listen 127.0.0.1:@web@; root @prefix@/html; access_log "
            "@prefix@/times.log times;" +
            locations + "}");
    }

    Response crawl(const std::string& path) {
        return nginx.get("http://example.com" + path, kGptBot);
    }

    std::vector<std::string> log() {
        std::vector<std::string> lines;
        std::istringstream text(read_file(nginx.expand("@prefix@/times.log")));
        for (std::string line; std::getline(text, line);) {
            lines.push_back(line);
        }
        return lines;
    }

    // Milliseconds, as the last line of the log has them; -1: none.
    static int logged(const std::string& line) {
        static const std::regex time("([0-9]+)\\.([0-9]{3})");
        const std::string times = line.substr(line.find(' ') + 1);
        int sum = times == "-" ? -1 : 0;
        for (std::sregex_iterator at(times.begin(), times.end(), time);
             at != std::sregex_iterator(); ++at) {
            sum += 1000 * std::stoi((*at)[1]) + std::stoi((*at)[2]);
        }
        return sum;
    }

    static int milliseconds(const Json& seconds) {
        return static_cast<int>(std::lround(1000 * seconds.get<double>()));
    }
    int of_totals() {
        return milliseconds(json()["totals"]["upstream_seconds"]);
    }

    // Crawls, and expects that the status then has what the log has: at least
    // so much more. Returns the line.
    std::string expect_cost(const std::string& path, Milliseconds least) {
        const int before = of_totals();
        const std::size_t lines = log().size();
        EXPECT_EQ(crawl(path).status, 200) << path;
        EXPECT_TRUE(becomes([&] { return log().size() > lines; })) << path;
        const std::string line = log().back();
        const int time = logged(line);
        EXPECT_GE(time, least.count()) << path;
        EXPECT_TRUE(becomes([&] { return of_totals() == before + time; }))
            << path << ": " << line << ", " << of_totals() - before;
        return line;
    }

    // The same of a request that costs nothing.
    void expect_free(const std::string& path, int status = 200) {
        const int before = of_totals();
        const auto bytes = [this] { return json()["totals"]["bytes"]; };
        const Json sent = bytes();
        EXPECT_EQ(crawl(path).status, status) << path;
        EXPECT_TRUE(becomes([&] { return bytes() != sent; })) << path;
        EXPECT_EQ(of_totals(), before) << path;
    }

    CutOffServer slow_{kPage, kSlow};
    CutOffServer broken_{
        "HTTP/1.0 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", kSlow};
    CutOffServer elsewhere_{
        "HTTP/1.0 200 OK\r\nX-Accel-Redirect: /slow\r\n\r\n", kSlow};
};

TEST_F(UpstreamTime, IsCountedForTheCrawlerTheSiteAndAll) {
    serve_locations("location / { proxy_pass http://SLOW; }");
    const int time = logged(expect_cost("/", kSlow));
    EXPECT_EQ(milliseconds(crawler("GPTBot")["upstream_seconds"]), time);
    EXPECT_EQ(milliseconds(site("example.com")["upstream_seconds"]), time);
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "robots_upstream_seconds_total{site=\"example.com\","
                         "crawler=\"GPTBot\",category=\"ai-training\"} 0."));
    EXPECT_EQ(nginx.get("http://example.com/", kChrome).status, 200);
    EXPECT_TRUE(becomes([&] { return log().size() == 2; }));
    EXPECT_EQ(of_totals(), time) << "browsers are not counted";
}

TEST_F(UpstreamTime, EachServerThatIsTriedCounts) {
    serve_slowly(R"(
        upstream pair { server BROKEN max_fails=0; server SLOW backup; }
        server { listen 127.0.0.1:@web@; access_log @prefix@/times.log times;
            location / {
                proxy_pass http://pair;
                proxy_next_upstream http_503;
            } })");
    EXPECT_TRUE(contains(expect_cost("/", 2 * kSlow), ", "));
}

TEST_F(UpstreamTime, CountsOnceAcrossInternalRedirects) {
    serve_locations(R"(
        location / { proxy_pass http://ELSEWHERE; }
        location = /slow { internal; proxy_pass http://SLOW; })");
    EXPECT_TRUE(contains(expect_cost("/", 2 * kSlow), " : "));
}

TEST_F(UpstreamTime, WhatNoUpstreamAnswersIsFree) {
    serve_locations(R"(
        location / { proxy_pass http://SLOW; }
        location = /page { }
        location = /cached {
            proxy_pass http://SLOW;
            proxy_cache pages;
            proxy_cache_valid 1h;
        })");
    expect_free("/page");
    expect_free("/private/x", 403);
    expect_cost("/cached", kSlow);
    expect_free("/cached");
}

// As in the log: their times are not those of the main request.
TEST_F(UpstreamTime, SubrequestsDoNotCount) {
    const bool asks = nginx_has("--with-http_auth_request_module");
    serve_locations(
        "location = /slow { proxy_pass http://SLOW; }"
        "location = /ssi.html { ssi on; }"
        "location = /mirrored { mirror /slow; empty_gif; }" +
        std::string(asks ? "location = /asks { auth_request /slow; empty_gif; }"
                         : ""));
    expect_free("/ssi.html");
    expect_free("/mirrored");
    if (asks) {
        expect_free("/asks");
    }
    expect_cost("/slow", kSlow);
}

TEST_F(UpstreamTime, AClientThatLeavesCostsWhatItTookUntilThen) {
    serve_locations("location / { proxy_pass http://SLOW; }");
    Connection connection(nginx.port());
    connection.send(message("GET / HTTP/1.1", "example.com",
                            {"User-Agent: " + std::string(kGptBot)}));
    EXPECT_FALSE(connection.readable(20ms));
    connection.close();
    ASSERT_TRUE(becomes([&] { return !log().empty(); }));
    const std::string line = log().back();
    EXPECT_TRUE(contains(line, "499 0.")) << line;
    EXPECT_TRUE(becomes([&] { return of_totals() == logged(line); }))
        << line << ", " << of_totals();
}

// What is counted stays, in the memory of a reload.
TEST_F(UpstreamTime, AReloadKeepsIt) {
    serve_locations("location / { proxy_pass http://SLOW; }");
    const int time = logged(expect_cost("/", kSlow));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(of_totals(), time);
}

}  // namespace
}  // namespace integration
