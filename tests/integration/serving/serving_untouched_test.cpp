// robots.txt stays what it is whatever else the server is configured to do: a
// redirect, a 401, a 403, a 429 or a 5xx each mean something else to a crawler
// (RFC 9309 2.3.1).

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

struct Obstacle {
    const char* name;
    const char* server;     // directives of the server
    const char* http = "";  // directives of http
};

class Untouched : public RobotsTest,
                  public testing::WithParamInterface<Obstacle> {};

TEST_P(Untouched, IsServed) {
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private, crawl_delay: 10s}]
enforce: reject
)");
    nginx.raw_file("html/index.html", "index");
    nginx.raw_file("html/robots.txt", "not this one");
    nginx.raw_file("passwords", "user:{PLAIN}secret\n");
    configure(std::string(GetParam().http) +
              "\nserver { listen 127.0.0.1:@web@; root @prefix@/html;\n" +
              GetParam().server + "\n}");
    nginx.start();
    Client client;
    for (int i = 0; i < 4; ++i) {
        const Response answer =
            client.send(Request("http://example.com/robots.txt")
                            .to(nginx.port())
                            .agent(kGptBot));
        ASSERT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body,
                  "User-agent: *\nDisallow: /private\nCrawl-delay: 10\n");
        EXPECT_FALSE(answer.has("Location"));
        EXPECT_FALSE(answer.has("WWW-Authenticate"));
        EXPECT_EQ(answer.reused, i != 0);
    }
    const Response head = client.send(
        Request("http://example.com/robots.txt").to(nginx.port()).as("HEAD"));
    EXPECT_EQ(head.status, 200);
}

const Obstacle kObstacles[] = {
    {"ReturnRedirect", "return 301 https://www.example.com$request_uri;"},
    {"ReturnClose", "return 444;"},
    {"IfRedirect",
     "if ($host = example.com) { return 302 http://www.example.com/; }"},
    {"RewritePermanent", "rewrite ^ https://www.example.com/ permanent;"},
    {"RewriteLast", "rewrite ^ /index.html last;"},
    {"RewriteBreak", "rewrite ^/robots.txt /index.html break;"},
    {"BasicAuthentication",
     "auth_basic realm; auth_basic_user_file @prefix@/passwords;"},
    {"DenyAll", "deny all;"},
    {"SatisfyAny",
     "satisfy any; deny all;"
     "auth_basic realm; auth_basic_user_file @prefix@/passwords;"},
    {"AuthRequest",
     "auth_request /auth;"
     "location /auth { internal; proxy_pass http://127.0.0.1:@backend@/refuse;"
     "}"},
    {"LimitRequests", "limit_req zone=slow;",
     "limit_req_zone $server_name zone=slow:64k rate=1r/m;"},
    {"LimitConnections", "limit_conn all 1;",
     "limit_conn_zone $server_name zone=all:64k;"},
    {"DeadUpstream",
     "location / { proxy_pass http://127.0.0.1:@nobody_listens@; }"},
    {"OwnLocation", "location = /robots.txt { return 500; }"},
    {"InternalLocation", "location = /robots.txt { internal; }"},
    {"RegexLocation", "location ~ \\.txt$ { deny all; }"},
    {"TryFiles",
     "try_files /nothing @app;"
     "location @app { proxy_pass http://127.0.0.1:@nobody_listens@; }"},
    {"ErrorPage", "error_page 403 404 405 =200 /index.html; deny all;"},
    {"LimitExcept", "location / { limit_except POST { deny all; } }"},
};

INSTANTIATE_TEST_SUITE_P(By, Untouched, testing::ValuesIn(kObstacles),
                         [](const auto& obstacle) {
                             return std::string(obstacle.param.name);
                         });

}  // namespace
}  // namespace integration
