// Which site's robots.txt a request gets: host, port and scheme.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class ServingHosts : public RobotsTest {
  protected:
    // The first Disallow path that a host is given, or the status.
    std::string answer(const std::string& url, const std::string& on = "web") {
        return rule(nginx.send(Request(url).to(nginx.port(on))));
    }

    static std::string rule(const Response& response) {
        const std::size_t at = response.body.find("Disallow: ");
        if (response.status != 200 || at == std::string::npos) {
            return std::to_string(response.status);
        }
        return response.body.substr(at + 10,
                                    response.body.find('\n', at) - at - 10);
    }

    std::string answer_to(const std::string& bytes,
                          const std::string& on = "web") {
        return rule(Connection(nginx.port(on)).send(bytes).read());
    }
};

constexpr std::string_view kHosts = R"(
sites:
  - host: [example.com, www.example.com]
    groups: [{user_agent: "*", disallow: /exact}]
  - host: "*.example.com"
    groups: [{user_agent: "*", disallow: /wild}]
  - host: "*.preview.example.com"
    groups: [{user_agent: "*", disallow: /preview}]
  - host: bücher.example
    groups: [{user_agent: "*", disallow: /idn}]
  - host: 192.0.2.7
    groups: [{user_agent: "*", disallow: /v4}]
  - host: "[2001:db8::1]"
    groups: [{user_agent: "*", disallow: /v6}]
)";

TEST_F(ServingHosts, TheMostSpecificHostWins) {
    policy(std::string(kHosts) + "default: {robots_txt: none}\n");
    serve();
    EXPECT_EQ(answer("http://example.com/robots.txt"), "/exact");
    EXPECT_EQ(answer("http://www.example.com/robots.txt"), "/exact");
    EXPECT_EQ(answer("http://a.example.com/robots.txt"), "/wild");
    EXPECT_EQ(answer("http://a.b.example.com/robots.txt"), "/wild");
    EXPECT_EQ(answer("http://a.preview.example.com/robots.txt"), "/preview");
    EXPECT_EQ(answer("http://preview.example.com/robots.txt"), "/wild");
    EXPECT_EQ(answer("http://notexample.com/robots.txt"), "404");
}

TEST_F(ServingHosts, SpellingsOfOneHostAreEqual) {
    policy(kHosts);
    serve();
    const auto with_host = [&](const std::string& host) {
        return answer_to(message("GET /robots.txt HTTP/1.1", host));
    };
    EXPECT_EQ(with_host("EXAMPLE.com"), "/exact");
    EXPECT_EQ(with_host("example.com."), "/exact");
    EXPECT_EQ(with_host("example.com:8080"), "/exact");
    EXPECT_EQ(with_host("xn--bcher-kva.example"), "/idn");
    const std::string unicode = with_host(
        "b\xC3\xBC"
        "cher.example");
    // Later versions of nginx refuse such a Host before any module sees it.
    EXPECT_TRUE(unicode == "/idn" || unicode == "400") << unicode;
    EXPECT_EQ(with_host("192.0.2.7"), "/v4");
    EXPECT_EQ(with_host("[2001:db8::1]"), "/v6");
    EXPECT_EQ(with_host("[2001:DB8:0:0::1]:80"), "/v6");
}

constexpr std::string_view kDefault = R"(
default: {groups: [{user_agent: "*", disallow: /default}]}
sites:
  - host: abs.example
    groups: [{user_agent: "*", disallow: /abs}]
)";

TEST_F(ServingHosts, TheDefaultAnswersForHostsThatNoSiteNames) {
    policy(kDefault);
    serve();
    EXPECT_EQ(answer("http://unknown.example/robots.txt"), "/default");
    EXPECT_EQ(answer("http://127.0.0.1/robots.txt"), "/default");
}

TEST_F(ServingHosts, Http10WithoutAHostGetsTheDefault) {
    policy(kDefault);
    serve();
    EXPECT_EQ(answer_to("GET /robots.txt HTTP/1.0\r\n\r\n"), "/default");
    EXPECT_EQ(
        answer_to("GET /robots.txt HTTP/1.0\r\nHost: abs.example\r\n\r\n"),
        "/abs");
}

TEST_F(ServingHosts, AnAbsoluteFormNamesTheHost) {
    policy(kDefault);
    serve();
    EXPECT_EQ(answer_to(message("GET http://ABS.example/robots.txt HTTP/1.1",
                                "other.example")),
              "/abs");
    EXPECT_EQ(
        answer_to(message("GET http://other.example:9/robots.txt HTTP/1.1",
                          "abs.example")),
        "/default");
}

TEST_F(ServingHosts, AnInvalidHostReachesNoSite) {
    policy(kDefault);
    serve();
    for (const char* host :
         {"abs.example\x01", "a b", "abs.example/x", "..", "", "[::1", "-"}) {
        Connection connection(nginx.port());
        connection.send(message("GET /robots.txt HTTP/1.1", host));
        const Response response = connection.read();
        EXPECT_TRUE(response.status == 400 || response.status == 404 ||
                    rule(response) == "/default")
            << host << ": " << response.status << response.body;
    }
}

// A host is looked at in pieces of eight and of sixteen octets.
TEST_F(ServingHosts, OneOddOctetAnywhereMakesAHostInvalid) {
    policy(std::string(kHosts) +
           "  - {host: \"*.io\", robots_txt: {text: \"Disallow: /${host}\"}}\n"
           "default: {robots_txt: none}\n");
    serve();
    Connection connection(nginx.port());
    const auto with_host = [&](const std::string& host) {
        return rule(
            connection.send(message("GET /robots.txt HTTP/1.1", host)).read());
    };
    for (const std::size_t size : {1, 3, 4, 5, 12, 13, 14, 36}) {
        const std::string label(size, 'z');
        EXPECT_EQ(with_host(label + ".io"), "/" + label + ".io");
        for (std::size_t at = 0; at < size; ++at) {
            std::string odd = label;
            odd[at] = '!';
            EXPECT_EQ(with_host(odd + ".io"), "/") << odd;
        }
    }
    EXPECT_EQ(with_host("z.example.c!m"), "404");
    EXPECT_EQ(with_host("z09-.x.example.com"), "/wild");
}

TEST_F(ServingHosts, TheClientsPortSelectsTheSite) {
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /any-port}]
  - host: example.com
    port: @second@
    groups: [{user_agent: "*", disallow: /second}]
)");
    serve("listen 127.0.0.1:@second@; " + std::string(kToBackend));
    EXPECT_EQ(answer("http://example.com/robots.txt"), "/any-port");
    EXPECT_EQ(answer("http://example.com/robots.txt", "second"), "/second");
    EXPECT_EQ(answer("http://example.com:" +
                     std::to_string(nginx.port("second")) + "/robots.txt"),
              "/any-port")
        << "what Host says of a port is a client's word";
}

TEST_F(ServingHosts, HostAndOriginAreTheRequestsOwn) {
    policy(R"(
sites:
  - host: ["*.example.com", example.com]
    comment: "Crawling ${host}: bots@${host}"
    sitemap: ${origin}/sitemap.xml
    groups: [{user_agent: "*", disallow: /private}]
)");
    serve();
    const std::string port = std::to_string(nginx.port());
    std::string etag;
    for (const std::string host : {"example.com", "shop.example.com"}) {
        const Response answer = nginx.get("http://" + host + "/robots.txt");
        EXPECT_TRUE(contains(answer.body,
                             "# Crawling " + host + ": bots@" + host + "\n"))
            << answer.body;
        EXPECT_TRUE(contains(answer.body, "Sitemap: http://" + host + ":" +
                                              port + "/sitemap.xml\n"))
            << answer.body;
        EXPECT_EQ(answer.header("Content-Length"),
                  std::to_string(answer.body.size()));
        EXPECT_NE(answer.header("ETag"), etag) << "other bytes, same ETag";
        etag = answer.header("ETag");
    }
    Connection connection(nginx.port());
    connection.send(message("GET /robots.txt HTTP/1.1", "SHOP.Example.com.:9"));
    const Response answer = connection.read();
    EXPECT_TRUE(contains(answer.body, "# Crawling shop.example.com:"))
        << answer.body;
    EXPECT_EQ(answer.header("ETag"), etag);
}

TEST_F(ServingHosts, RobotsOffLeavesAServersOwnRobotsTxtAlone) {
    policy(kDefault);
    configure(R"(
        server { listen 127.0.0.1:@web@; }
        server {
            listen 127.0.0.1:@own@;
            robots off;
            location = /robots.txt { return 200 "Disallow: /own\n"; }
        })");
    nginx.start();
    EXPECT_EQ(answer("http://abs.example/robots.txt"), "/abs");
    EXPECT_EQ(answer("http://abs.example/robots.txt", "own"), "/own");
}

}  // namespace
}  // namespace integration
