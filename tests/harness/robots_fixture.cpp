#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kBackend = R"(
    server {
        listen 127.0.0.1:@backend@;
        robots off;
        access_log off;
        large_client_header_buffers 4 32k;
        location / { return 200 "backend $request_method $request_uri"; }
        location /crawler-header { return 200 "$http_x_crawler"; }
        location = /go { return 302 /page; }
        location /grant { return 204; }
        location /refuse { return 403; }
        location /snippet { return 200 "snippet"; }
        location /broken { return 500; }
    })";

}  // namespace

const std::string_view kToBackend =
    "location / { proxy_pass http://127.0.0.1:@backend@; }";

void RobotsTest::policy(std::string_view text) {
    nginx.file("policy.yaml", "version: 1\n" + std::string(text));
}

void RobotsTest::configure(std::string_view http) {
    nginx.http = "robots_policy policy.yaml;\nrobots on;\n" +
                 std::string(http) + std::string(kBackend);
}

void RobotsTest::serve(std::string_view server) {
    configure("server { listen 127.0.0.1:@web@;\n" + std::string(server) + "}");
    nginx.start();
}

void RobotsTest::serve() {
    serve(kToBackend);
}

}  // namespace integration
