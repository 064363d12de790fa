// robots.txt over every protocol that nginx speaks, and what of a connection
// picks the site.

#include "tests/harness/certificate.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kSchemes = R"(
sites:
  - host: example.com
    scheme: http
    groups: [{user_agent: "*", disallow: /http}]
  - host: example.com
    scheme: https
    groups: [{user_agent: "*", disallow: /https}]
    sitemap: ${origin}/sitemap.xml
  - host: portly.example
    port: 443
    scheme: https
    groups: [{user_agent: "*", disallow: /443}]
  - host: portly.example
    port: 8443
    groups: [{user_agent: "*", disallow: /8443}]
  - host: portly.example
    port: 80
    groups: [{user_agent: "*", disallow: /80}]
enforce: reject
)";
constexpr std::string_view kHttpText = "User-agent: *\nDisallow: /http\n";
constexpr const char* kHttp = "http://example.com/robots.txt";
constexpr const char* kHttps = "https://example.com/robots.txt";

class ServingProtocols : public RobotsTest {
  protected:
    ServingProtocols() { policy(kSchemes); }

    void serve_tls(const std::string& listen_options) {
        write_certificate(nginx.folder());
        serve("listen 127.0.0.1:@tls@ ssl " + listen_options + "; " +
              std::string(kCertificate) + std::string(kToBackend));
    }

    void expect_https(Version version) {
        Client client;
        const Request request =
            Request(kHttps).to(nginx.port("tls")).over(version);
        for (int i = 0; i < 3; ++i) {
            const Response answer = client.send(request);
            EXPECT_EQ(answer.status, 200);
            EXPECT_TRUE(contains(answer.body, "Disallow: /https\n"));
            EXPECT_TRUE(
                contains(answer.body, "Sitemap: https://example.com:" +
                                          std::to_string(nginx.port("tls")) +
                                          "/sitemap.xml\n"))
                << answer.body;
            EXPECT_EQ(answer.version, version == Version::http2 ? "2" : "1.1");
            EXPECT_EQ(answer.reused, i != 0);
        }
    }
};

TEST_F(ServingProtocols, Tls) {
    serve_tls("");
    expect_https(Version::http1);
    EXPECT_EQ(nginx.get(kHttp).body, kHttpText);
}

TEST_F(ServingProtocols, Http2OverTls) {
    serve_tls("http2");
    expect_https(Version::http2);
}

TEST_F(ServingProtocols, MethodsAndValidatorsOverHttp2) {
    serve_tls("http2");
    Client client;
    const Request get =
        Request(kHttps).to(nginx.port("tls")).over(Version::http2);
    const Response first = client.send(get);
    Request request = get;
    const Response head = client.send(request.as("HEAD"));
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("Content-Length"), first.header("Content-Length"));
    request = get;
    EXPECT_EQ(client.send(request.as("DELETE")).status, 405);
    request = get;
    request.header("If-None-Match: " + first.header("ETag"));
    EXPECT_EQ(client.send(request).status, 304);
    request = get;
    EXPECT_EQ(client.send(request.header("Range: bytes=0-9")).status, 206);
    EXPECT_EQ(client.send(get).body, first.body);
    EXPECT_TRUE(client.send(get).reused);
}

TEST_F(ServingProtocols, Http2WithPriorKnowledge) {
    serve("listen 127.0.0.1:@h2@ http2; " + std::string(kToBackend));
    const Request request =
        Request(kHttp).to(nginx.port("h2")).over(Version::http2);
    for (int i = 0; i < 3; ++i) {
        // A new connection each: libcurl 7.88 can't reuse one that it opened
        // with prior knowledge.
        const Response answer = nginx.send(request);
        EXPECT_EQ(answer.version, "2");
        EXPECT_EQ(answer.body, kHttpText);
    }
}

TEST_F(ServingProtocols, CrawlersAreJudgedOverHttp2) {
    serve_tls("http2");
    const auto ask = [&](const std::string& path) {
        return nginx.send(Request("https://example.com" + path)
                              .to(nginx.port("tls"))
                              .over(Version::http2)
                              .agent(kGptBot));
    };
    EXPECT_EQ(ask("/http").status, 200);
    const Response refused = ask("/https/x");
    EXPECT_EQ(refused.status, 403);
    EXPECT_TRUE(contains(refused.body, "Disallow: /https")) << refused.body;
}

TEST_F(ServingProtocols, KeepAliveAndPipelining) {
    serve();
    Connection connection(nginx.port());
    const std::string robots =
        message("GET /robots.txt HTTP/1.1", "example.com");
    const std::string page = message("GET /page HTTP/1.1", "example.com");
    connection.send(robots + page + robots +
                    message("HEAD /robots.txt HTTP/1.1", "example.com") + page);
    EXPECT_EQ(connection.read().body, kHttpText);
    EXPECT_EQ(connection.read().body, "backend GET /page");
    EXPECT_EQ(connection.read().body, kHttpText);
    EXPECT_EQ(connection.read_bodiless().status, 200);
    EXPECT_EQ(connection.read().body, "backend GET /page");
}

TEST_F(ServingProtocols, ARequestInManyPieces) {
    serve();
    Connection connection(nginx.port());
    for (const char octet :
         message("GET /robots.txt HTTP/1.1", "example.com")) {
        connection.send(std::string(1, octet));
    }
    EXPECT_EQ(connection.read().body, kHttpText);
}

TEST_F(ServingProtocols, Http10AndConnectionClose) {
    serve();
    Connection old(nginx.port());
    old.send("GET /robots.txt HTTP/1.0\r\nHost: example.com\r\n\r\n");
    const Response answer = old.read();
    EXPECT_EQ(answer.body, kHttpText);
    EXPECT_EQ(answer.header("Connection"), "close");
    Connection closing(nginx.port());
    closing.send(message("GET /robots.txt HTTP/1.1", "example.com",
                         {"Connection: close"}));
    EXPECT_EQ(closing.read().body, kHttpText);
    EXPECT_THROW(closing.read(1s), std::runtime_error);
}

TEST_F(ServingProtocols, AClientThatLeavesHarmsNobody) {
    serve();
    for (int i = 0; i < 20; ++i) {
        Connection connection(nginx.port());
        connection.send(message("GET /robots.txt HTTP/1.1", "example.com"));
    }
    for (int i = 0; i < 20; ++i) {
        Connection connection(nginx.port());
        connection.send(
            "POST /robots.txt HTTP/1.1\r\nHost: example.com\r\n"
            "Content-Length: 100000\r\n\r\npart of it");
    }
    EXPECT_EQ(nginx.get(kHttp).body, kHttpText);
}

class ProxyProtocol : public ServingProtocols {
  protected:
    // The robots.txt that a balancer gets for a client of `destination_port`.
    Response through(int destination_port) {
        return Connection(nginx.port("proxied"))
            .send("PROXY TCP4 203.0.113.9 192.0.2.1 40000 " +
                  std::to_string(destination_port) + "\r\n" +
                  message("GET /robots.txt HTTP/1.1", "portly.example"))
            .read();
    }

    static constexpr std::string_view kProxied =
        "listen 127.0.0.1:@proxied@ proxy_protocol; ";
};

TEST_F(ProxyProtocol, TheDestinationPortSelectsTheSite) {
    serve(std::string(kProxied) + std::string(kToBackend));
    EXPECT_TRUE(contains(through(80).body, "Disallow: /80\n"));
    EXPECT_TRUE(contains(through(8443).body, "Disallow: /8443\n"));
    EXPECT_EQ(through(8080).body, "backend GET /robots.txt");
}

TEST_F(ProxyProtocol, Port443IsHttps) {
    serve(std::string(kProxied) + std::string(kToBackend));
    EXPECT_TRUE(contains(through(443).body, "Disallow: /443\n"));
}

TEST_F(ProxyProtocol, TheSocketsOwnPortCountsWithoutIt) {
    serve(std::string(kProxied) + std::string(kToBackend));
    EXPECT_EQ(nginx.get("http://portly.example/robots.txt").body,
              "backend GET /robots.txt");
}

TEST_F(ProxyProtocol, RealIpBehindItStillServes) {
    serve(std::string(kProxied) +
          "set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;"
          "location / { return 200 $remote_addr; }");
    EXPECT_TRUE(contains(through(80).body, "Disallow: /80\n"));
    EXPECT_EQ(Connection(nginx.port("proxied"))
                  .send("PROXY TCP4 203.0.113.9 192.0.2.1 40000 80\r\n" +
                        message("GET / HTTP/1.1", "portly.example"))
                  .read()
                  .body,
              "203.0.113.9");
}

}  // namespace
}  // namespace integration
