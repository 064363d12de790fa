// What robots_status says of the latest requests: who, from where, how much.

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

class RecentStatus : public StatusTest {
  protected:
    RecentStatus() {
        policy(R"(
enforce: {disallow: reject}
sites:
  - host: example.com
    groups:
      - {user_agent: "*", disallow: /private/}
      - {user_agent: GPTBot, disallow: /}
)");
    }

    void make_traffic() {
        nginx.get("http://example.com/private/x", kGooglebot);
        nginx.get("http://example.com/page", kGooglebot);
        nginx.get("http://example.com/page", kGptBot);
    }
};

TEST_F(RecentStatus, AddressesAreShownOrMasked) {
    serve_with_status("robots_status_addresses masked;");
    make_traffic();
    const Json masked = json("view=violations")["last_violations"];
    EXPECT_EQ(masked[0]["address"], "127.0.0.0/24");
    EXPECT_EQ(masked.back()["crawler"], "Googlebot");
    EXPECT_EQ(masked.back()["host"], "example.com");
    EXPECT_EQ(masked.back()["path"], "/private/x");
    EXPECT_EQ(masked.back()["request_id"].get<std::string>().size(), 32u);
    configure(
        "robots_status_addresses masked; server { listen "
        "127.0.0.1:@web@;" +
        std::string(kToBackend) + "}" +
        status_server("robots_status_addresses full;"));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(json("view=violations")["last_violations"][0]["address"],
              "127.0.0.1");
}

TEST_F(RecentStatus, CountsWhatIsSentToCrawlers) {
    serve_with_status();
    make_traffic();
    const auto octets = [this](const char* token) {
        return crawler(token)["bytes"].get<int>();
    };
    EXPECT_TRUE(becomes([&] { return octets("GPTBot") > 0; }));
    EXPECT_TRUE(becomes([&] {
        const Json all = json();
        return all["totals"]["bytes"] == octets("GPTBot") + octets("Googlebot");
    }));
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "robots_sent_bytes_total{site=\"example.com\","
                         "crawler=\"GPTBot\""));
}

TEST_F(RecentStatus, UnlistedCrawlersAreNamed) {
    serve_with_status();
    for (int i = 0; i < 3; ++i) {
        nginx.get("http://example.com/private/",
                  "Newbot/1.0 (+http://n.test/)");
    }
    nginx.get("http://example.com/", "Otherbot/2.0 (+http://o.test/)");
    const Json names = json()["unlisted"];
    ASSERT_EQ(names.size(), 2);
    EXPECT_EQ(names[0]["name"], "Newbot");
    EXPECT_EQ(names[0]["requests"], 3);
    EXPECT_EQ(names[0]["violating"], 3);
    EXPECT_EQ(crawler("(unlisted)")["counts"]["requests"], 4);
}

// More than crawlers without a name of their own have quotas in the log.
TEST_F(RecentStatus, EachUnlistedNameIsCountedByItself) {
    constexpr std::size_t kNames = 40;
    serve_with_status();
    for (std::size_t i = 0; i < kNames; ++i) {
        nginx.get("http://example.com/",
                  "New" + std::to_string(i) + "bot/1.0 (+http://n.test/)");
    }
    const Json names = json()["unlisted"];
    ASSERT_EQ(names.size(), kNames);
    for (const Json& name : names) {
        EXPECT_EQ(name["requests"], 1) << name["name"];
    }
}

TEST_F(RecentStatus, IsKeptOverAReload) {
    serve_with_status();
    make_traffic();
    ASSERT_TRUE(nginx.reload());
    const Json all = json();
    EXPECT_EQ(all["series"][0]["refused"].back().get<int>() +
                  all["series"][0]["allowed"].back().get<int>(),
              3);
    EXPECT_EQ(json("view=violations")["last_violations"].size(), 2);
    EXPECT_EQ(json("crawler=Googlebot")["last_violations"].size(), 1);
}

}  // namespace
}  // namespace integration
