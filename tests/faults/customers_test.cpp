// A platform: each customer's file is saved every second, some of them broken,
// and `robotsctl watch` reloads nginx. Nobody's requests may be lost by it.

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/load.hpp"
#include "tests/harness/processes.hpp"

namespace integration {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCustomers = 1000;

class Customers : public FaultTest {
  protected:
    // So long customers save: ROBOTS_CUSTOMERS_SECONDS (default 10).
    const std::chrono::seconds time_{
        std::stoi(environment("ROBOTS_CUSTOMERS_SECONDS", "10"))};

    ~Customers() override {
        if (watch_ > 0) {
            ::kill(watch_, SIGTERM);
            EXPECT_TRUE(await_end(watch_, 10s));
        }
    }

    static std::string host(int customer) {
        return "shop" + std::to_string(customer) + ".example";
    }

    // Renamed over the old one, as editors do: no reader sees half a file.
    void save(int customer, const std::string& text) const {
        const std::string file = "sites.d/" + std::to_string(customer);
        nginx.folder().write(file + ".new", text);
        std::filesystem::rename(nginx.folder().path(file + ".new"),
                                nginx.folder().path(file + ".yaml"));
    }
    void save_version(int customer, int version) const {
        save(customer, "sites: [{host: " + host(customer) +
                           ", groups: [{user_agent: \"*\", disallow: /v" +
                           std::to_string(version) + "/}]}]\n");
    }
    void save_broken(int customer) const {
        save(customer, "sites: [{host: " + host(customer) + ", grops: []}]\n");
    }

    void start() {
        nginx.workers = 2;
        nginx.log_level = "error";
        nginx.expect_alarm("robots");
        nginx.expect_alarm("sites.d/");
        for (int customer = 0; customer < kCustomers; ++customer) {
            save_version(customer, 0);
        }
        policy(R"(
include: {files: sites.d/*.yaml, on_error: keep}
enforce: {disallow: reject}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)");
        serve("location / { empty_gif; }");
        watch_ = spawn({environment("ROBOTSCTL", "build/robotsctl"), "watch",
                        nginx.folder().path("policy.yaml"), "--exec",
                        "kill -HUP " + std::to_string(nginx.master())},
                       nginx.folder().path("watch.log"));
        ASSERT_TRUE(await(
            [this] { return contains(watch_log(), "watching 1,001 files"); },
            60s));
    }

    std::string watch_log() const {
        return read_file(nginx.folder().path("watch.log"));
    }

    static std::string last_of(const std::string& log) {
        return log.substr(log.size() - std::min<std::size_t>(log.size(), 2000));
    }

    // Each customer saves once a second, one save of 50 is broken.
    void save_all_the_time() {
        const auto between = std::chrono::microseconds(1000000 / kCustomers);
        Clock::time_point due = Clock::now();
        const Clock::time_point end = due + time_;
        for (int saves = 1; due < end; ++saves, due += between) {
            std::this_thread::sleep_until(due);
            const int customer = saves % kCustomers;
            if (saves % 50 == 7) {
                save_broken(customer);
                ++broken_;
            } else {
                save_version(customer, saves);
            }
            ++saves_;
        }
    }

    // The first customer whose robots.txt is not that of `version`; else -1.
    int outdated(int version) {
        const std::string rule = "Disallow: /v" + std::to_string(version) + "/";
        for (int customer = 0; customer < kCustomers; ++customer) {
            const std::string url = "http://" + host(customer) + "/robots.txt";
            if (!contains(nginx.get(url).body, rule)) {
                return customer;
            }
        }
        return -1;
    }

    // How long 99 of 100 browsers' requests take at most, in microseconds.
    // Asks every 5 ms until `stop`.
    long browsers_wait(const std::function<bool()>& stop) {
        std::vector<long> times;
        while (!stop()) {
            const Clock::time_point start = Clock::now();
            failed_ +=
                nginx.get("http://example.com/page", kChrome).status != 200;
            times.push_back(
                std::chrono::duration_cast<std::chrono::microseconds>(
                    Clock::now() - start)
                    .count());
            std::this_thread::sleep_until(start + 5ms);
        }
        const auto at = times.begin() +
                        static_cast<std::ptrdiff_t>(times.size() * 99 / 100);
        std::nth_element(times.begin(), at, times.end());
        return *at;
    }

    long browsers_wait_while(const std::function<void()>& work) {
        std::atomic<bool> done{false};
        std::thread working([&] {
            work();
            done = true;
        });
        const long wait = browsers_wait([&] { return done.load(); });
        working.join();
        return wait;
    }

    // As often as customers who save cause it, though nothing has changed: what
    // nginx's own reload costs.
    void reload_all_the_time() const {
        constexpr Milliseconds kBetween = 700ms;
        const Clock::time_point end =
            Clock::now() + std::min(time_, std::chrono::seconds(60));
        for (auto due = Clock::now(); due < end; due += kBetween) {
            std::this_thread::sleep_until(due);
            ::kill(nginx.master(), SIGHUP);
        }
    }

    pid_t watch_ = 0;
    int saves_ = 0;
    int broken_ = 0;
    int failed_ = 0;
};

TEST_F(Customers, WhoSaveAllTheTimeLoseNobodysRequests) {
    start();
    Load load(nginx.port());
    Stopwatch calm;
    const long before = browsers_wait([&] { return calm.elapsed() >= 2s; });
    const long reloading = browsers_wait_while([&] { reload_all_the_time(); });
    const long meanwhile = browsers_wait_while([&] { save_all_the_time(); });

    // What is saved last is served, but for files that are broken.
    constexpr int kLast = 999999999;
    for (int customer = 0; customer < kCustomers; ++customer) {
        save_version(customer, kLast);
    }
    EXPECT_TRUE(await([&] { return outdated(kLast) < 0; }, 60s))
        << outdated(kLast) << ", " << last_of(watch_log());
    for (int customer = 1; customer <= 10; ++customer) {
        save_broken(customer);
    }
    save_version(0, 0);
    EXPECT_TRUE(await([&] { return outdated(0) == 1; }, 60s));
    save_version(0, kLast);
    EXPECT_TRUE(await([&] { return outdated(kLast) < 0; }, 60s))
        << outdated(kLast) << ", " << last_of(watch_log());
    load.stop();
    EXPECT_EQ(load.failed(), 0);
    EXPECT_EQ(failed_, 0);
    std::size_t reloads = 0;
    for (const std::string& line : lines_of(watch_log())) {
        reloads += line.rfind("running:", 0) == 0 ? 1 : 0;
    }
    EXPECT_GT(reloads, 2);
    say(kCustomers, " customers saved ", saves_, " times, ", broken_,
        " times a broken file; ", reloads, " reloads; ", load.answered() * 3,
        " requests meanwhile, ", load.failed(),
        " failed; of browsers' requests, 99 in 100 took at most ", meanwhile,
        " us, ", reloading,
        " us while nginx reloaded and nothing had changed, and ", before,
        " us before");
}

}  // namespace
}  // namespace integration
