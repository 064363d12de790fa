// The shared memory: workers that die in the middle of an update, and far more
// keys than it has room for.

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/processes.hpp"

namespace integration {
namespace {

class ZoneFaults : public FaultTest {
  protected:
    // Every address has a budget of its own; X-Forwarded-For names it.
    void start(const std::string& directives) {
        nginx.log_level = "error";
        policy(R"(
enforce: {crawl_delay: reject, rate_per: address, burst: 0, tolerance: 0%}
sites:
  - host: example.com
    groups: [{user_agent: "*", crawl_delay: 24h}]
)");
        configure(directives +
                  "server { listen 127.0.0.1:@web@;"
                  "set_real_ip_from 127.0.0.1;"
                  "real_ip_header X-Forwarded-For; access_log off;"
                  "keepalive_requests 1000000;"
                  "location / { empty_gif; } }");
        nginx.start();
    }

    static std::string request(std::size_t address) {
        return message(
            "GET /page HTTP/1.1", "example.com",
            {"User-Agent: " + std::string(kGptBot),
             "X-Forwarded-For: 10." + std::to_string(address / 65536 % 256) +
                 "." + std::to_string(address / 256 % 256) + "." +
                 std::to_string(address % 256)});
    }
};

// Asks for one address after the other, again and again; counts what passed.
// Several requests are on their way at any time, so that a worker is killed
// while it works.
class Askers {
  public:
    template <typename Make>
    Askers(std::size_t addresses, int port, Make make)
        : port_(port), passed_(addresses) {
        for (int i = 0; i < 2; ++i) {
            threads_.emplace_back([this, make] { run(make); });
        }
    }

    void stop() {
        stopping_ = true;
        for (std::thread& thread : threads_) {
            thread.join();
        }
    }

    std::size_t asked() const { return asked_; }
    std::size_t cut_off() const { return cut_off_; }
    // Addresses of which more than one request passed.
    std::size_t passed_twice() const {
        std::size_t count = 0;
        for (const auto& passed : passed_) {
            count += passed > 1 ? 1 : 0;
        }
        return count;
    }
    std::size_t passed() const {
        std::size_t count = 0;
        for (const auto& passed : passed_) {
            count += passed > 0 ? 1 : 0;
        }
        return count;
    }

  private:
    static constexpr std::size_t kOnTheirWay = 16;

    template <typename Make>
    void run(Make make) {
        std::size_t next = 0;
        while (!stopping_) {
            std::size_t answered = 0;
            try {
                Connection connection(port_);
                while (!stopping_) {
                    ask(connection, make, next, answered);
                    next = (next + kOnTheirWay) % passed_.size();
                }
            } catch (const std::exception&) {
                cut_off_ += kOnTheirWay - answered;  // its worker was killed
            }
        }
    }

    template <typename Make>
    void ask(Connection& connection, Make make, std::size_t first,
             std::size_t& answered) {
        answered = 0;
        std::string requests;
        for (std::size_t i = 0; i < kOnTheirWay; ++i) {
            requests += make((first + i) % passed_.size());
        }
        asked_ += kOnTheirWay;
        connection.send(requests);
        for (; answered < kOnTheirWay; ++answered) {
            passed_[(first + answered) % passed_.size()] +=
                connection.read().status == 200 ? 1 : 0;
        }
    }

    int port_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::size_t> asked_{0};
    std::atomic<std::size_t> cut_off_{0};
    std::vector<std::atomic<int>> passed_;
    std::vector<std::thread> threads_;
};

TEST_F(ZoneFaults, KilledWorkersLeaveEveryBudgetAsItWas) {
    const int kills = share_of(100);
    constexpr std::size_t kAddresses = 2000;
    nginx.workers = 2;
    nginx.expect_alarm("exited on signal 9");
    start("");
    Askers askers(kAddresses, nginx.port(), request);
    for (int i = 0; i < kills; ++i) {
        const auto workers = nginx.serving_workers();
        const std::size_t asked = askers.asked();
        ASSERT_TRUE(await([&] { return askers.asked() > asked + 20; }));
        nginx.kill_worker(
            workers[static_cast<std::size_t>(i) % workers.size()]);
    }
    askers.stop();
    EXPECT_GT(askers.passed(), 0U);
    EXPECT_GT(askers.cut_off(), 0U) << "no worker was killed at work";
    EXPECT_EQ(askers.passed_twice(), 0U);
    say(kills, " workers killed during ", askers.asked(), " requests of ",
        kAddresses, " addresses; ", askers.cut_off(),
        " cut off with their worker, budgets lost or wrong: ",
        askers.passed_twice());
}

TEST_F(ZoneFaults, AHundredThousandKeysInTheSmallestZone) {
    const auto keys = static_cast<std::size_t>(share_of(100000));
    const auto minimum = 8 * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    start("robots_zone " + std::to_string(minimum) + ";");
    Connection connection(nginx.port());
    const auto status = [&](std::size_t address) {
        return connection.send(request(address)).read().status;
    };
    std::size_t passed = 0;
    std::size_t remembered = 0;
    for (std::size_t i = 0; i < keys; ++i) {
        passed += status(i) == 200 ? 1 : 0;
        if (i % 100 == 0) {
            const int again = status(i);
            remembered += again == 429 ? 1 : 0;
        }
    }
    // A key that is taken for another of its bucket costs a page.
    EXPECT_GE(passed, keys - keys / 1000);
    EXPECT_EQ(remembered, keys / 100) << "the newest is always known";
    say(keys, " keys in ", minimum / 1024, " KiB: ", passed,
        " passed at their first request, ", remembered, " of ", keys / 100,
        " were refused their second");
}

}  // namespace
}  // namespace integration
