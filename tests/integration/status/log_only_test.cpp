// What robots_status says while robots_enforce only logs.

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

class LogOnly : public StatusTest {
  protected:
    LogOnly() {
        policy(
            "enforce: {disallow: reject}\n"
            "sites: [{host: example.com, groups: [{user_agent: '*', "
            "disallow: /private/}]}]\n");
    }

    int ask() {
        return nginx.get("http://example.com/private/1", kGptBot).status;
    }

    // Servers with "robots on": the one that is asked, and another.
    void write(const std::string& asked, const std::string& other) {
        configure("server { listen 127.0.0.1:@web@;" + asked +
                  std::string(kToBackend) +
                  "} server { listen 127.0.0.1:@web@; server_name "
                  "other.example;" +
                  other + std::string(kToBackend) + "}" + status_server());
    }

    void serve(const std::string& asked, const std::string& other) {
        write(asked, other);
        nginx.start();
    }

    void reload(const std::string& asked, const std::string& other) {
        write(asked, other);
        ASSERT_TRUE(nginx.reload());
    }
};

TEST_F(LogOnly, IsCountedByWhatItWouldBe) {
    serve("robots_enforce log;", "robots_enforce log;");
    EXPECT_EQ(ask(), 200);
    EXPECT_EQ(ask(), 200);
    for (const Json& counts :
         {json()["totals"]["counts"], crawler("GPTBot")["counts"],
          site("example.com")["counts"]}) {
        EXPECT_EQ(counts["requests"], 2);
        EXPECT_EQ(counts["actions"]["log"], 2);
        EXPECT_EQ(counts["actions"]["reject"], 0);
        EXPECT_EQ(counts["would"]["reject"], 2);
    }
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "verdict=\"disallow\",action=\"log\","
                         "would=\"reject\"} 2\n"));
    EXPECT_EQ(json()["server"]["log_only"], "all");
}

TEST_F(LogOnly, IsSaidOfSomeOrOfAll) {
    serve(
        "location /private { robots_enforce log; "
        "proxy_pass http://127.0.0.1:@backend@; }",
        "robots_enforce log;");
    EXPECT_EQ(json()["server"]["log_only"], "some") << "only some locations";
    reload("robots_enforce log; location /off { robots_enforce off; }",
           "robots off;");
    EXPECT_EQ(json()["server"]["log_only"], "all") << "off does not count";
}

TEST_F(LogOnly, IsOverOnceAllIsEnforced) {
    serve("robots_enforce log;", "robots off;");
    EXPECT_EQ(ask(), 200);
    EXPECT_EQ(json()["server"]["log_only"], "all");
    reload("", "robots off;");
    EXPECT_EQ(ask(), 403);
    EXPECT_EQ(json()["server"]["log_only"], "none");
    const Json counts = crawler("GPTBot")["counts"];
    EXPECT_EQ(counts["actions"]["log"], 1);
    EXPECT_EQ(counts["would"]["reject"], 2);
}

}  // namespace
}  // namespace integration
