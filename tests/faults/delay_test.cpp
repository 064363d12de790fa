// Ten thousand delayed requests at once, and clients that leave.

#include <algorithm>
#include <vector>

#include "tests/faults/fault_fixture.hpp"

namespace integration {
namespace {

class DelayFaults : public FaultTest {
  protected:
    // Connections that nginx has open, by stub_status.
    int active() {
        const std::string text =
            nginx.send(Request("http://example.com/").to(nginx.port("stub")))
                .body;
        const std::string name = "Active connections: ";
        return std::stoi(text.substr(text.find(name) + name.size()));
    }

    static std::string ask(std::size_t address) {
        return message(
            "GET /page HTTP/1.1", "example.com",
            {"User-Agent: " + std::string(kGptBot),
             "X-Forwarded-For: 10.0." + std::to_string(address / 256) + "." +
                 std::to_string(address % 256)});
    }
};

TEST_F(DelayFaults, TenThousandAtOnceWithClientsLeaving) {
    const auto all = static_cast<std::size_t>(share_of(10000));
    if (!nginx_has("--with-http_stub_status_module")) {
        GTEST_SKIP() << "needs stub_status";
    }
    nginx.workers = 2;
    nginx.connections = 18000;
    nginx.log_level = "error";
    policy(R"(
enforce: {crawl_delay: throttle, rate_per: address, burst: 0, tolerance: 0%, max_wait: 60s}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 50s}]
)");
    configure(
        "server { listen 127.0.0.1:@web@ reuseport backlog=4096;"
        "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"
        "access_log off; location / { empty_gif; } }"
        "server { listen 127.0.0.1:@stub@; access_log off;"
        "location / { stub_status; } }");
    nginx.start();
    std::vector<Connection> clients;
    clients.reserve(all);
    for (std::size_t i = 0; i < all; ++i) {
        clients.emplace_back(nginx.port());
        clients.back().send(ask(i));
        ASSERT_EQ(clients.back().read().status, 200) << i;
        clients.back().send(ask(i));
    }
    EXPECT_EQ(status("/page", kChrome), 200) << "browsers pass meanwhile";
    std::size_t delayed = 0;
    for (Connection& client : clients) {
        delayed += client.readable(0ms) ? 0 : 1;
    }
    EXPECT_EQ(delayed, all);
    for (std::size_t i = 0; i < all; i += 2) {
        clients[i].close();
    }
    EXPECT_TRUE(
        await([&] { return active() <= static_cast<int>(all / 2) + 2; }, 30s));
    // The others have waited for part of the time already.
    std::size_t served = 0;
    for (std::size_t i = 1; i < all; i += 2) {
        served += clients[i].read(60s).status == 200 ? 1 : 0;
    }
    EXPECT_EQ(served, all / 2);
    clients.clear();
    EXPECT_TRUE(await([&] { return active() <= 2; }, 30s));
    say(delayed, " requests delayed at once; ", all / 2,
        " clients left and were freed, ", served, " others were served");
}

}  // namespace
}  // namespace integration
