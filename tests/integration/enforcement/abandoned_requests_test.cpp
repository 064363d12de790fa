// Delayed requests that end in another way than by an answer in time: their
// places are free again.

#include <nlohmann/json.hpp>
#include <string>

#include "tests/harness/http.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class AbandonedRequests : public RobotsTest {
  protected:
    int delayed_now() {
        return nlohmann::json::parse(
            nginx.get("http://example.com/status?format=json")
                .body)["totals"]["delayed_now"];
    }

    void ask(Connection& client) {
        client.send(message("GET /page HTTP/1.1", "example.com",
                            {"User-Agent: " + std::string(kGptBot)}));
    }
};

TEST_F(AbandonedRequests, CostNothing) {
    policy(R"(
enforce: {crawl_delay: throttle, max_wait: 50s, burst: 0, grace: 0s}
sites: [{host: example.com, groups: [{user_agent: "*", crawl_delay: 40s}]}]
)");
    serve(std::string("location = /status { robots_status any; }\n")
              .append(kToBackend));
    EXPECT_EQ(nginx.get("http://example.com/page", kGptBot).status, 200);
    for (int i = 0; i < 3; ++i) {
        {
            Connection leaving(nginx.port());
            ask(leaving);
            EXPECT_TRUE(await([&] { return delayed_now() == 1; }))
                << "with another one's charge it would be refused";
        }
        EXPECT_TRUE(await([&] { return delayed_now() == 0; }));
    }
}

TEST_F(AbandonedRequests, AnErrorPageAfterTheDelayTakesNoPlace) {
    if (!nginx_has("--with-http_auth_request_module")) {
        GTEST_SKIP() << "needs auth_request";
    }
    policy(R"(
enforce: {crawl_delay: throttle, burst: 0, tolerance: 0%, grace: 0s}
sites: [{host: example.com, groups: [{user_agent: "*", crawl_delay: 200ms}]}]
)");
    serve(R"(
location = /status { robots_status any; }
location = /fails { auth_request /broken; error_page 500 = /told; }
location = /fails-twice { auth_request /broken; error_page 500 = /last; }
location = /told { proxy_pass http://127.0.0.1:@backend@; }
location = /last { post_action /told; proxy_pass http://127.0.0.1:@backend@; }
location = /broken { proxy_pass http://127.0.0.1:@backend@; }
)");
    EXPECT_EQ(nginx.get("http://example.com/told", kGptBot).status, 200);
    for (const char* path : {"/fails", "/fails-twice", "/fails"}) {
        const Response answer =
            nginx.get("http://example.com" + std::string(path), kGptBot);
        EXPECT_EQ(answer.status, 200) << path;
        EXPECT_GE(answer.took, 100ms) << path << " was delayed";
        EXPECT_TRUE(await([&] { return delayed_now() == 0; })) << path;
    }
}

}  // namespace
}  // namespace integration
