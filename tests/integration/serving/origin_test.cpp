// `robots_origin`: what a proxy in front says that the client asked for.

#include "tests/harness/certificate.hpp"
#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kForwarded =
    "robots_origin $http_x_forwarded_proto://$http_x_forwarded_host;";

constexpr std::string_view kSites = R"(
enforce: {disallow: reject, impostor: pass}
sites:
  - host: shop.example
    scheme: https
    sitemap: ${origin}/sitemap.xml
    x_robots_tag: all
    groups: [{user_agent: "*", disallow: /private/}]
  - host: shop.example
    port: 8443
    groups: [{user_agent: "*", disallow: /8443/}]
  - host: ["*.shop.example", "[2001:db8::1]", münchen.example]
    comment: "${scheme} ${host} ${port} ${origin}"
    groups: [{user_agent: "*", disallow: /wild/}]
default:
  sitemap: ${origin}/default.xml
  groups: [{user_agent: "*", disallow: /default/}]
)";

class Origin : public StatusTest {
  protected:
    void start(const std::string& server,
               const std::string& http = std::string(kForwarded)) {
        policy(kSites);
        configure(http + "server { listen 127.0.0.1:@web@; " + server +
                  std::string(kToBackend) + "}" + status_server());
        nginx.start();
    }

    static Request forwarded(const std::string& path, const std::string& proto,
                             const std::string& host = {}) {
        Request request("http://inner.example" + path);
        request.header("X-Forwarded-Proto: " + proto);
        if (!host.empty()) {
            request.header("X-Forwarded-Host: " + host);
        }
        return request;
    }

    std::string robots_txt(const std::string& proto,
                           const std::string& host = {}) {
        return nginx.send(forwarded("/robots.txt", proto, host)).body;
    }

    std::string own() {
        return "Sitemap: http://inner.example:" + std::to_string(nginx.port()) +
               "/default.xml\n";
    }

    std::size_t lines_with(std::string_view text) const {
        const std::string log = nginx.error_log();
        std::size_t count = 0;
        for (std::size_t at = log.find(text); at != std::string::npos;
             at = log.find(text, at + 1)) {
            ++count;
        }
        return count;
    }
};

TEST_F(Origin, PicksTheSiteAndFillsItsRobotsTxt) {
    start("");
    EXPECT_EQ(robots_txt("https", "shop.example"),
              "User-agent: *\nDisallow: /private/\n\n"
              "Sitemap: https://shop.example/sitemap.xml\n");
    EXPECT_TRUE(contains(robots_txt("http", "shop.example:8443"), "/8443/"));
    EXPECT_TRUE(contains(robots_txt("http", "shop.example"), "/default/"));
    EXPECT_TRUE(
        contains(robots_txt("https", "a.shop.example:444"),
                 "# https a.shop.example 444 https://a.shop.example:444\n"));
    EXPECT_TRUE(
        contains(robots_txt("HTTPS, http", "A.Shop.Example., b"),
                 "# https a.shop.example 443 https://a.shop.example\n"));
    EXPECT_TRUE(contains(robots_txt("http", "[2001:DB8::1]:81"),
                         "# http [2001:db8::1] 81 http://[2001:db8::1]:81\n"));
}

TEST_F(Origin, WithoutAHostTheRequestsOwnCounts) {
    start("", "robots_origin $http_x_forwarded_proto://;");
    EXPECT_TRUE(contains(robots_txt("https"),
                         "Sitemap: https://inner.example/default.xml\n"));
    Request request = forwarded("/robots.txt", "https");
    request.url = "http://shop.example/robots.txt";
    EXPECT_TRUE(contains(nginx.send(request).body, "/private/"));
}

TEST_F(Origin, WithoutItsHeadersTheConnectionCounts) {
    start("");
    const std::string body = nginx.get("http://inner.example/robots.txt").body;
    EXPECT_TRUE(contains(body, own())) << body;
    EXPECT_EQ(lines_with("robots_origin"), 0U);
}

TEST_F(Origin, WhatIsNoOriginFallsBackAndIsToldOnce) {
    start("");
    for (int i = 0; i < 20; ++i) {
        EXPECT_TRUE(contains(robots_txt("https", "a\"b\x1b[31m"), own()));
        EXPECT_TRUE(contains(robots_txt("gopher", "shop.example"), own()));
        EXPECT_TRUE(
            contains(robots_txt("https", std::string(300, 'a')), own()));
    }
    EXPECT_TRUE(
        nginx.await_error_log("\"robots_origin\" is \"https://a\\x22b"
                              "\\x1B[31m\", which is not"));
    EXPECT_EQ(lines_with("\"robots_origin\" is"), 1U) << nginx.error_log();
}

TEST_F(Origin, RefusalsTagsLogsAndTheStatusGoByIt) {
    start("add_header X-Site $robots_site;");
    const Response refused = nginx.send(
        forwarded("/private/x", "https", "shop.example").agent(kGptBot));
    EXPECT_EQ(refused.status, 403);
    EXPECT_TRUE(contains(refused.body, "https://shop.example/robots.txt"))
        << refused.body;
    const Response page =
        nginx.send(forwarded("/x", "https", "shop.example").agent(kChrome));
    EXPECT_EQ(page.header("X-Robots-Tag"), "all");
    EXPECT_EQ(page.header("X-Site"), "shop.example");
    EXPECT_TRUE(contains(nginx.violations().at(0), " host=shop.example "));
    EXPECT_TRUE(becomes([&] { return !site("shop.example").is_null(); }))
        << json()["sites"];
}

TEST_F(Origin, IsTheServersOwnAndCanBeTakenBack) {
    policy(kSites);
    configure(std::string(kForwarded) +
              "server { listen 127.0.0.1:@web@; robots_origin ''; " +
              std::string(kToBackend) +
              "} server { listen 127.0.0.1:@fixed@; "
              "robots_origin https://shop.example; " +
              std::string(kToBackend) + "}");
    nginx.start();
    EXPECT_TRUE(contains(robots_txt("https", "shop.example"), own()));
    EXPECT_TRUE(contains(
        nginx
            .send(
                Request("http://x.example/robots.txt").to(nginx.port("fixed")))
            .body,
        "Sitemap: https://shop.example/sitemap.xml\n"));
}

TEST_F(Origin, TrustIsAMatterOfConfiguration) {
    start("set_real_ip_from 127.0.0.1; real_ip_header X-Real-IP;",
          "geo $realip_remote_addr $by_proxy { default 0; 127.0.0.2 1; }"
          "map $by_proxy $asked { 1 "
          "$http_x_forwarded_proto://$http_x_forwarded_host; }"
          "robots_origin $asked;");
    EXPECT_TRUE(contains(robots_txt("https", "shop.example"), own()));
    EXPECT_EQ(lines_with("robots_origin"), 0U);
}

TEST_F(Origin, AValueThatAsksForTheSiteComesToAnEnd) {
    start("", "robots_origin $robots_site;");
    EXPECT_TRUE(
        contains(nginx.get("http://inner.example/robots.txt").body, own()));
}

TEST_F(Origin, ItIsTheSameOverHttp2) {
    write_certificate(nginx.folder());
    policy(kSites);
    configure(std::string(kForwarded) +
              "server { listen 127.0.0.1:@tls@ ssl http2; " +
              std::string(kCertificate) + std::string(kToBackend) + "}");
    nginx.start();
    Request request("https://inner.example/robots.txt");
    request.to(nginx.port("tls"))
        .over(Version::http2)
        .header("X-Forwarded-Proto: http")
        .header("X-Forwarded-Host: a.shop.example");
    const Response answer = nginx.send(request);
    EXPECT_EQ(answer.version, "2");
    EXPECT_TRUE(contains(answer.body, "# http a.shop.example 80 "))
        << answer.body;
}

TEST_F(Origin, TheProxyProtocolHasAVariableForThePort) {
    policy(kSites);
    configure(
        "map $proxy_protocol_server_port $asked_scheme { default http; 443 "
        "https; 8443 https; }"
        "robots_origin $asked_scheme://$host:$proxy_protocol_server_port;"
        "server { listen 127.0.0.1:@web@ proxy_protocol; " +
        std::string(kToBackend) + "}");
    nginx.start();
    const auto through = [&](int port) {
        return Connection(nginx.port())
            .send("PROXY TCP4 203.0.113.9 192.0.2.1 40000 " +
                  std::to_string(port) + "\r\n" +
                  message("GET /robots.txt HTTP/1.1", "a.shop.example"))
            .read()
            .body;
    };
    EXPECT_TRUE(contains(through(8443), "# https a.shop.example 8443 "));
    EXPECT_TRUE(contains(through(443), "# https a.shop.example 443 "));
    EXPECT_TRUE(contains(through(80), "# http a.shop.example 80 "));
}

TEST_F(Origin, ALiteralThatIsNoneIsAnError) {
    policy(kSites);
    for (const char* value : {"https", "shop.example", "https://a/b", "://"}) {
        configure("robots_origin " + std::string(value) +
                  "; server { listen 127.0.0.1:@web@; }");
        const Outcome outcome = nginx.test();
        EXPECT_NE(outcome.status, 0) << value;
        EXPECT_TRUE(contains(outcome.output, "invalid origin")) << value;
    }
}

TEST_F(Origin, AForwardedSchemeThatNobodyReadsIsWarnedOfOnce) {
    start("", "");
    EXPECT_TRUE(
        contains(nginx.get("http://inner.example/robots.txt").body, own()));
    EXPECT_EQ(lines_with("X-Forwarded-Proto"), 0U);
    for (int i = 0; i < 3; ++i) {
        robots_txt("HTTPS, http");
    }
    EXPECT_TRUE(nginx.await_error_log("set \"robots_origin\""));
    EXPECT_EQ(lines_with("X-Forwarded-Proto"), 1U) << nginx.error_log();
}

TEST_F(Origin, NoSchemeInTheFileNoWarning) {
    policy("default: {groups: [{user_agent: '*', disallow: /x/}]}\n");
    serve();
    robots_txt("https");
    policy(kSites);
    EXPECT_EQ(lines_with("X-Forwarded-Proto"), 0U);
}

TEST_F(Origin, ServersWhoseHostIsStatedAreNotCheckedForCoverage) {
    policy("sites: [{host: a.example}]\n");
    const auto warns = [&](const std::string& origin) {
        configure(origin +
                  "server { listen 127.0.0.1:@web@; server_name "
                  "inner.example; }");
        return contains(nginx.test().output, "has no site for");
    };
    EXPECT_TRUE(warns(""));
    EXPECT_TRUE(warns("robots_origin $http_x_forwarded_proto://;"));
    EXPECT_FALSE(warns(std::string(kForwarded)));
}

}  // namespace
}  // namespace integration
