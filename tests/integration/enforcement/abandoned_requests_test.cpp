// Requests whose clients leave while they are delayed.

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

}  // namespace
}  // namespace integration
