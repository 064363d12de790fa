// HTTP/3, where nginx has it: asked by gtlsclient, of Debian's ngtcp2-client,
// which names itself "nghttp3/ngtcp2 client".

#include <unistd.h>

#include <regex>

#include "tests/harness/certificate.hpp"
#include "tests/harness/processes.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr const char* kClient = "/usr/bin/gtlsclient";

constexpr std::string_view kHttp3Policy = R"(
crawlers: [{token: ngtcp2, category: search}]
enforce: {disallow: reject, crawl_delay: throttle, max_wait: 1m, burst: 0}
sites:
  - host: example.com
    port: @web@
    scheme: https
    groups: [{user_agent: "*", disallow: /private/}]
    sitemap: ${origin}/sitemap.xml
  - host: keep.example
    groups: [{user_agent: "*", disallow: /private/}]
  - host: slow.example
    groups: [{user_agent: "*", crawl_delay: 1s}]
  - host: slower.example
    groups: [{user_agent: "*", crawl_delay: 1m}]
default:
  groups: [{user_agent: "*", disallow: /}]
)";

class Http3 : public RobotsTest {
  protected:
    void SetUp() override {
        if (!nginx_has("--with-http_v3_module")) {
            GTEST_SKIP() << "nginx was built without http_v3_module";
        }
        if (access(kClient, X_OK) != 0) {
            GTEST_SKIP() << kClient << " is not installed";
        }
        policy(kHttp3Policy);
        write_certificate(nginx.folder());
        configure(
            "log_format robots '$status $robots_action';"
            "server { listen 127.0.0.1:@web@ quic;" +
            std::string(kCertificate) +
            "access_log @prefix@/robots.log robots;" + std::string(kToBackend) +
            "} server { listen 127.0.0.1:@web@ quic; server_name keep.example;"
            "merge_slashes off;" +
            std::string(kCertificate) + std::string(kToBackend) + "}");
        nginx.start();
    }

    // The statuses of the URLs, each on a stream of one connection; 0 for those
    // that were not answered before nothing came for `patience`.
    std::vector<int> ask(const std::vector<std::string>& urls,
                         const std::string& patience = "20s") {
        std::vector<std::string> command{kClient,
                                         "--exit-on-all-streams-close",
                                         "--no-quic-dump",
                                         "--disable-early-data",
                                         "--timeout=" + patience,
                                         "--download=" + nginx.folder().path(),
                                         "127.0.0.1",
                                         std::to_string(nginx.port())};
        for (const std::string& url : urls) {
            command.push_back(nginx.expand(url));
        }
        const std::string output = nginx.folder().path("client");
        EXPECT_TRUE(await_end(spawn(command, output), 30s));
        return statuses(read_file(output), urls.size());
    }

    // How many requests ended with that "$status $robots_action".
    std::size_t ended(std::string_view part) const {
        std::size_t count = 0;
        for (const std::string& line :
             lines_of(read_file(nginx.folder().path("robots.log")))) {
            count += contains(line, part) ? 1 : 0;
        }
        return count;
    }

  private:
    // Streams of requests are numbered in steps of four (RFC 9000 2.1).
    static std::vector<int> statuses(const std::string& output,
                                     std::size_t count) {
        std::vector<int> found(count);
        const std::regex line("stream 0x([0-9a-f]+) \\[:status: ([0-9]+)\\]");
        for (std::sregex_iterator it(output.begin(), output.end(), line), end;
             it != end; ++it) {
            found.at(std::stoul((*it)[1], nullptr, 16) / 4) =
                std::stoi((*it)[2]);
        }
        return found;
    }
};

TEST_F(Http3, RobotsTxtIsThatOfTheSchemeAndThePort) {
    EXPECT_EQ(ask({"https://example.com:@web@/robots.txt"}),
              std::vector<int>{200});
    EXPECT_EQ(read_file(nginx.folder().path("robots.txt")),
              nginx.expand("User-agent: *\nDisallow: /private/\n\n"
                           "Sitemap: https://example.com:@web@/sitemap.xml\n"));
}

TEST_F(Http3, CrawlersAreJudged) {
    EXPECT_EQ(ask({"https://example.com:@web@/page",
                   "https://example.com:@web@/private/x",
                   "https://example.com:@web@//private/x",
                   "https://example.com:@web@/public/%2e%2e/private/x",
                   "https://example.com:@web@/private%2Fx",
                   "https://another.example:@web@/page"}),
              (std::vector<int>{200, 403, 403, 403, 403, 403}));
    for (const std::string& line : nginx.violations()) {
        EXPECT_TRUE(contains(line, "crawler=ngtcp2")) << line;
    }
}

// The client names "localhost" by SNI, so that the default server merges.
TEST_F(Http3, SlashesMergeAsNginxMergesThem) {
    EXPECT_EQ(ask({"https://keep.example:@web@//private/x"}),
              std::vector<int>{403});
}

TEST_F(Http3, AThrottledRequestIsDelayedAndAnswered) {
    const std::string url = "https://slow.example:@web@/page";
    EXPECT_EQ(ask({url, url}), (std::vector<int>{200, 200}));
    EXPECT_EQ(ended("200 pass"), 1U);
    EXPECT_EQ(ended("200 throttle"), 1U);
}

TEST_F(Http3, ADelayedRequestEndsWhenItsClientLeaves) {
    const std::string url = "https://slower.example:@web@/page";
    EXPECT_EQ(ask({url, url}, "1s"), (std::vector<int>{200, 0}));
    EXPECT_TRUE(await([&] { return ended("throttle") == 1; }, 30s));
    EXPECT_EQ(ended("200 throttle"), 0U);
}

}  // namespace
}  // namespace integration
