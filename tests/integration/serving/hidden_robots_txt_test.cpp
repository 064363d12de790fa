// What the module's robots.txt hides: `nginx -t` says so.

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kLocation = "\"location = /robots.txt\"";
constexpr std::string_view kFile = "is not served";

class HiddenRobotsTxt : public RobotsTest {
  protected:
    HiddenRobotsTxt() {
        policy("default: {groups: [{user_agent: '*', disallow: /private/}]}\n");
    }

    // What `nginx -t` prints about one server with `server` in it.
    std::string printed(const std::string& server) {
        configure("server { listen 127.0.0.1:@web@; " + server + "}");
        const Outcome outcome = nginx.test();
        EXPECT_EQ(outcome.status, 0) << outcome.output;
        return outcome.output;
    }
};

TEST_F(HiddenRobotsTxt, AnExactLocationIsWarnedAbout) {
    const std::string output = printed(
        "location /r { } location /robots { } location = /robots { }"
        "location = /robots.txt { return 200 x; } location = /robots.txt.gz { }"
        "location /robots.txt.d { } location / { }");
    EXPECT_TRUE(contains(output, "[warn]")) << output;
    EXPECT_TRUE(contains(output, kLocation)) << output;
    EXPECT_TRUE(contains(output, "nginx.conf:")) << output;
}

TEST_F(HiddenRobotsTxt, AnExactLocationAloneIsWarnedAbout) {
    EXPECT_TRUE(contains(printed("location = /robots.txt { }"), kLocation));
}

TEST_F(HiddenRobotsTxt, AnExactLocationBesideAPrefixOfItsNameIsWarnedAbout) {
    EXPECT_TRUE(
        contains(printed("location /robots.txt { } location = /robots.txt { }"),
                 kLocation));
    EXPECT_TRUE(contains(
        printed("location ^~ /rob { } location = /robots.txt { }"), kLocation));
}

TEST_F(HiddenRobotsTxt, OtherLocationsGetNoWarning) {
    const std::string output = printed(
        "location = /robot.txt { } location = /robots.txt2 { }"
        "location = /robots { } location /robots.txt/ { }"
        "location ~ ^/robots.txt$ { } location @robots { } location = / { }");
    EXPECT_FALSE(contains(output, kLocation)) << output;
}

TEST_F(HiddenRobotsTxt, AServerWithRobotsOffGetsNoWarning) {
    nginx.file("html/robots.txt", "User-agent: *\n");
    const std::string output =
        printed("robots off; root @prefix@/html; location = /robots.txt { }");
    EXPECT_FALSE(contains(output, kLocation)) << output;
    EXPECT_FALSE(contains(output, kFile)) << output;
}

TEST_F(HiddenRobotsTxt, AFileBelowTheServersRootIsWarnedAbout) {
    nginx.file("site/robots.txt", "User-agent: *\n");
    const std::string output = printed("root @prefix@/site;");
    EXPECT_TRUE(contains(output, kFile)) << output;
    EXPECT_TRUE(contains(output, "/site/robots.txt\"")) << output;
}

TEST_F(HiddenRobotsTxt, OtherRootsAreIgnored) {
    nginx.file("site/robots.txt", "User-agent: *\n");
    nginx.file("other/index.html", "x");
    for (const char* server :
         {"root @prefix@/other;", "root @prefix@/missing;",
          "root @prefix@/$host;",
          "root @prefix@/other; location / { root @prefix@/site; }"}) {
        EXPECT_FALSE(contains(printed(server), kFile)) << server;
    }
}

TEST_F(HiddenRobotsTxt, AFolderOfThatNameIsIgnored) {
    nginx.file("site/robots.txt/x", "x");
    EXPECT_FALSE(contains(printed("root @prefix@/site;"), kFile));
}

}  // namespace
}  // namespace integration
