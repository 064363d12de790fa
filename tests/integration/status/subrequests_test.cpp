// robots_status as a part of another page: it ends its part, not the page.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kServer = R"(
    server_name example.com;
    root @prefix@/html;
    location = /status { robots_status; }
    location = /ssi.html { ssi on; }
    location = /tail { default_type text/html; alias @prefix@/html/tail; }
    location = /mirrored { mirror /status; empty_gif; }
)";

// Not every nginx has their modules.
constexpr const char* kAddition = "--with-http_addition_module";
constexpr std::string_view kBefore = R"(
    location = /before.html { add_before_body /status; add_after_body /tail; }
)";
constexpr const char* kAuthRequest = "--with-http_auth_request_module";
constexpr std::string_view kAsks = R"(
    location = /asks { auth_request /status; empty_gif; }
)";

class Subrequests : public RobotsTest {
  protected:
    void SetUp() override {
        policy("default: {groups: []}\n");
        nginx.raw_file("html/ssi.html",
                       "[<!--#include virtual=\"/status\" -->]"
                       "<!--#include virtual=\"/status?format=json\" -->|end");
        nginx.raw_file("html/before.html", "page");
        nginx.raw_file("html/tail", "tail");
        serve(std::string(kServer) +
              std::string(nginx_has(kAddition) ? kBefore : "") +
              std::string(nginx_has(kAuthRequest) ? kAsks : ""));
    }

    static std::string page(const std::string& path) {
        return message("GET " + path + " HTTP/1.1", "example.com");
    }
};

std::string last(const std::string& text, std::size_t count) {
    return text.substr(text.size() - std::min(count, text.size()));
}

TEST_F(Subrequests, AnIncludedStatusIsOnePartOfThePage) {
    Connection connection(nginx.port());
    for (int i = 0; i < 3; ++i) {
        connection.send(page("/ssi.html") + page("/mirrored"));
        const Response answer = connection.read();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body.substr(0, 1), "[");
        EXPECT_EQ(last(answer.body, 4), "|end");
        const Response next = connection.read();
        EXPECT_EQ(next.status, 200);
        EXPECT_EQ(next.header("Content-Type"), "image/gif");
    }
}

TEST_F(Subrequests, APageCanFollowAnIncludedStatus) {
    if (!nginx_has(kAddition)) {
        GTEST_SKIP();
    }
    Connection connection(nginx.port());
    for (int i = 0; i < 2; ++i) {
        const Response answer = connection.send(page("/before.html")).read();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(last(answer.body, 8), "pagetail");
        EXPECT_GT(answer.body.size(), 100u);
    }
}

TEST_F(Subrequests, AnIncludedStatusThatIsNotShownChangesNothing) {
    Connection connection(nginx.port());
    for (const char* path : {"/mirrored", "/asks", "/mirrored"}) {
        if (path[1] == 'a' && !nginx_has(kAuthRequest)) {
            continue;
        }
        const Response answer = connection.send(page(path)).read();
        EXPECT_EQ(answer.status, 200) << path;
        EXPECT_EQ(answer.header("Content-Type"), "image/gif") << path;
    }
}

}  // namespace
}  // namespace integration
