// robotsctl report counts in an access log what the running module counts.

#include <cstdlib>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/robotsctl.hpp"
#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

class ReportAgrees : public StatusTest {
  protected:
    static constexpr const char* kNames[] = {"GPTBot", "TrueBot", "FalseBot"};

    static std::string policy_with(const std::string& closed) {
        return R"(
enforce: {disallow: log, crawl_delay: reject, burst: 0, tolerance: 0%, grace: 0s,
          impostor: log}
crawlers:
  - {token: TrueBot, ranges: 127.0.0.1}
  - {token: FalseBot, ranges: 192.0.2.0/24}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 30s, disallow: )" +
               closed + "}]\n";
    }

    void start() {
        const char* root = std::getenv("ROBOTS_SOURCE");
        policy(policy_with("/private/"));
        configure("include " + std::string(root != nullptr ? root : ".") +
                  "/docs/log-format-robots.conf; server { listen "
                  "127.0.0.1:@web@; access_log @prefix@/access.log robots;"
                  "location = /moved { return 301 /; }"
                  "location /private/ { proxy_pass http://127.0.0.1:" +
                  std::to_string(slow_.port()) + "; }" +
                  std::string(kToBackend) + "}" + status_server());
        nginx.start();
    }

    CutOffServer slow_{"HTTP/1.0 200 OK\r\nContent-Length: 4\r\n\r\nslow",
                       50ms};

    // How many requests that was.
    std::size_t crawl(const std::vector<std::string>& targets) {
        for (const std::string& target : targets) {
            for (const char* name : kNames) {
                nginx.get("http://example.com" + target,
                          std::string(name) + "/1.0");
            }
            nginx.get("http://example.com" + target, kChrome);
        }
        return targets.size() * (std::size(kNames) + 1);
    }

    std::vector<Json> report() {
        return robotsctl({"report", nginx.folder().path("policy.yaml"),
                          nginx.folder().path("access.log"), "--json"});
    }
};

TEST_F(ReportAgrees, WithTheCountsOfTheStatus) {
    start();
    std::size_t asked =
        crawl({"/private/x", "/", "/robots.txt", "/moved", "/"});
    // An older revision, whose verdicts the policy as it is then does not have.
    policy(policy_with("[/secret/, /other]"));
    ASSERT_TRUE(nginx.reload());
    asked += crawl({"/private/x", "/secret/", "/robots.txt", "/other"});
    ASSERT_EQ(nginx.await_access_log(asked).size(), asked);

    Json rows = report();
    const Json summary = rows.back();
    rows.erase(rows.size() - 1);
    for (const char* name : kNames) {
        const Json reported = find(rows, "crawler", name);
        const Json counted = crawler(name);
        ASSERT_TRUE(reported.is_object() && counted.is_object()) << name;
        for (const char* counts : {"counts", "impostors"}) {
            for (const char* member : {"requests", "verdicts", "broken"}) {
                EXPECT_EQ(reported[counts][member], counted[counts][member])
                    << name << ' ' << counts << ' ' << member;
            }
        }
        EXPECT_NEAR(reported["upstream_seconds"].get<double>(),
                    counted["upstream_seconds"].get<double>(), 1e-9)
            << name;
        EXPECT_EQ(reported["identities"], counted["identities"]) << name;
        const bool is_impostor = std::string(name) == "FalseBot";
        EXPECT_EQ(reported["fetches"]["requests"],
                  counted["fetches"]["requests"])
            << name;
        EXPECT_EQ(reported["fetches"]["by_impostors"] != 0, is_impostor);
        EXPECT_EQ(reported["not_judged"], 1) << "/moved";
        EXPECT_EQ(reported["revisions"].size(), is_impostor ? 0u : 2u);
    }
    const Json example = find(rows, "crawler", "GPTBot");
    EXPECT_EQ(example["counts"]["requests"], 6);
    EXPECT_EQ(example["revisions"][0]["before"]["judged"], 2);
    EXPECT_EQ(example["revisions"][0]["after"]["judged"], 1);
    EXPECT_EQ(example["revisions"][1]["before"]["judged"], 2);
    EXPECT_EQ(example["revisions"][1]["after"]["judged"], 1);
    EXPECT_GE(example["upstream_seconds"], 0.05);
    EXPECT_FALSE(example["examples"][0]["request_id"].is_null());
    EXPECT_EQ(summary["verdicts_logged"], summary["judged"]);
    EXPECT_TRUE(summary["notes"].size() == 1) << summary["notes"];
}

}  // namespace
}  // namespace integration
