// robots_zone: how small it may be, and what happens when it is full.

#include <unistd.h>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Zone : public RobotsTest {
  protected:
    Zone() {
        policy(R"(
enforce: {crawl_delay: reject, rate_per: address, burst: 0}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 10m}]
)");
    }

    void configure_zone(const std::string& size) {
        configure("robots_zone " + size +
                  ";\nserver { listen 127.0.0.1:@web@;"
                  "set_real_ip_from 127.0.0.1;"
                  "real_ip_header X-Forwarded-For; access_log off;"
                  "location / { empty_gif; } }");
    }

    int status_from(std::size_t address) {
        return client_
            .send(Request("http://example.com/page")
                      .to(nginx.port())
                      .agent(kGptBot)
                      .header("X-Forwarded-For: 10." +
                              std::to_string(address / 65536 % 256) + "." +
                              std::to_string(address / 256 % 256) + "." +
                              std::to_string(address % 256)))
            .status;
    }

    // nginx wants a zone of at least eight pages.
    static std::size_t minimum() {
        return 8 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    }

  private:
    Client client_;
};

TEST_F(Zone, TheSmallestForgetsTheOldestAndNeverFails) {
    constexpr std::size_t kKeys = 12000;
    configure_zone(std::to_string(minimum()));
    nginx.log_level = "error";
    nginx.start();
    std::size_t passed = 0;
    for (std::size_t i = 0; i < kKeys; ++i) {
        passed += status_from(i) == 200 ? 1 : 0;
    }
    EXPECT_GE(passed, kKeys - kKeys / 1000) << "new keys have a full budget";
    EXPECT_EQ(status_from(kKeys - 1), 429) << "the newest is remembered";
    EXPECT_EQ(status_from(0), 200) << "the oldest went";
}

TEST_F(Zone, TheDefaultRemembersThousands) {
    configure_zone("4m");
    nginx.log_level = "error";
    nginx.start();
    constexpr std::size_t kKeys = 3000;
    for (std::size_t i = 0; i < kKeys; ++i) {
        ASSERT_EQ(status_from(i), 200);
    }
    std::size_t remembered = 0;
    for (std::size_t i = 0; i < kKeys; ++i) {
        remembered += status_from(i) == 429 ? 1 : 0;
    }
    EXPECT_EQ(remembered, kKeys);
}

TEST_F(Zone, OneTooSmallIsRefusedWithAClearMessage) {
    for (const std::string& size :
         {std::string("1k"), std::to_string(minimum() - 1)}) {
        configure_zone(size);
        const Outcome outcome = nginx.test();
        EXPECT_NE(outcome.status, 0);
        EXPECT_TRUE(contains(outcome.output, "zone")) << outcome.output;
        EXPECT_TRUE(contains(outcome.output, "too small")) << outcome.output;
        EXPECT_TRUE(contains(outcome.output, "/nginx.conf:"));
    }
}

TEST_F(Zone, AnInvalidSizeIsRefused) {
    for (const char* size :
         {"0", "-1", "many", "4x", "\"\"", "99999999999999999999"}) {
        configure_zone(size);
        const Outcome outcome = nginx.test();
        EXPECT_NE(outcome.status, 0) << size;
        EXPECT_TRUE(contains(outcome.output, "zone")) << outcome.output;
    }
}

TEST_F(Zone, AnotherSizeOnReloadStartsEmpty) {
    configure_zone("1m");
    nginx.start();
    EXPECT_EQ(status_from(1), 200);
    EXPECT_EQ(status_from(1), 429);
    configure_zone("2m");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status_from(1), 200);
    EXPECT_EQ(status_from(1), 429);
}

}  // namespace
}  // namespace integration
