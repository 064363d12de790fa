// A day of a fleet in a minute, with the clocks of all nginx and of the server
// moved: budgets expire, and the server's memory stays as it is.

#include <algorithm>
#include <atomic>

#include "tests/faults/fleet_fault_fixture.hpp"
#include "tests/faults/moved_clock.hpp"

namespace integration {
namespace {

constexpr std::chrono::hours kDayOfTraffic{24};
constexpr std::chrono::minutes kStep{30};
constexpr int kSteps = kDayOfTraffic / kStep;
constexpr int kCrawlers = 10000;
constexpr int kSites = 1000;
constexpr int kClients = 8;
constexpr int kAtOnce = 32;  // requests of a client in a row

class FleetFaultDay : public FleetFaultTest {
  protected:
    // Requests, each of another crawler or to another site than all before.
    // Returns how many were let through.
    int charge(int count) {
        std::vector<std::thread> clients;
        std::atomic<int> passed{0};
        for (int i = 0; i < kClients; ++i) {
            clients.emplace_back([&, i, first = next_] {
                Connection line(
                    ports()[static_cast<std::size_t>(i) % nodes_.size()]);
                for (int at = i * kAtOnce; at < count;
                     at += kClients * kAtOnce) {
                    passed +=
                        ask(line, first + at, std::min(kAtOnce, count - at));
                }
            });
        }
        for (std::thread& client : clients) {
            client.join();
        }
        next_ += count;
        return passed;
    }

    static long number_in(const Valkey& valkey, const std::string& section,
                          const std::string& name) {
        const std::string text = valkey.ask({"INFO", section});
        return std::stol(text.substr(text.find(name + ":") + name.size() + 1));
    }

    // Those that are there, expired or not.
    static long budgets(const Valkey& valkey) {
        return std::stol(valkey.ask({"DBSIZE"})) -
               static_cast<long>(valkey.keys("{robots}:[^b]*").size());
    }

  private:
    static int ask(Connection& line, int first, int count) {
        std::string requests;
        for (int i = first; i < first + count; ++i) {
            requests +=
                message("GET /page HTTP/1.1",
                        "site" + std::to_string((i / kCrawlers + i) % kSites) +
                            ".example",
                        {"User-Agent: Crawler" + std::to_string(i % kCrawlers) +
                         "Bot/1.0"});
        }
        line.send(requests);
        int passed = 0;
        for (int i = 0; i < count; ++i) {
            passed += line.read().status == 200 ? 1 : 0;
        }
        return passed;
    }

    int next_ = 0;
};

TEST_F(FleetFaultDay, BudgetsExpireAndTakeNoMoreMemoryThanTheyNeed) {
    if (!can_move_clocks()) {
        GTEST_SKIP() << kCannotMoveClocks;
    }
    MovedClock clock(MovedClock::Moves::all);
    const Valkey valkey;
    const std::string policy =
        policy_of(kSites, "crawl_delay: reject, burst: 0, tolerance: 0%",
                  "crawl_delay: 1h");
    for (int i = 0; i < 2; ++i) {
        start_node(policy, valkey.url() + " timeout=1s");
    }
    await_fleet();
    ASSERT_TRUE(await([&] { return budgets(valkey) == 0; }));
    const long at_first = number_in(valkey, "memory", "used_memory");
    const Stopwatch watch;
    const int each =
        std::max(500, static_cast<int>(length() / 1s) * 10000 / kSteps);
    int passed = 0;
    long least = 0;
    long most = 0;
    long most_budgets = 0;
    double octets = 0;  // of a budget
    for (int step = 0; step < kSteps; ++step) {
        passed += charge(each);
        // Those of this step, of the one before, and of the one before that if
        // an hour has not quite passed since.
        ASSERT_TRUE(await([&] { return budgets(valkey) <= 3 * each; }, 60s));
        const long live = budgets(valkey);
        const long memory = number_in(valkey, "memory", "used_memory");
        most_budgets = std::max(most_budgets, live);
        if (step >= 4) {
            least = least == 0 ? memory : std::min(least, memory);
            most = std::max(most, memory);
            octets = std::max(octets, static_cast<double>(memory - at_first) /
                                          static_cast<double>(live));
        }
        clock.move(kStep);
    }
    clock.move(2 * kDayOfTraffic / 24);
    ASSERT_TRUE(await([&] { return budgets(valkey) == 0; }, 60s));
    const std::size_t name = std::string("{robots}:b:").size() + 32;
    say("a day in ", watch.elapsed().count() / 1000, " s: ", kCrawlers,
        " crawlers, ", kSites, " sites, ", each * kSteps, " requests, ", passed,
        " let through; at most ", most_budgets, " budgets at once; memory ",
        at_first / 1024, " KiB at first, ", least / 1024, " to ", most / 1024,
        " KiB from the third hour on; a budget takes at most ",
        static_cast<int>(octets), " octets with its name of ", name);
    EXPECT_EQ(passed, each * kSteps) << "all are charged for the first time";
    EXPECT_LE(octets - static_cast<double>(name), 150);
    EXPECT_LE(most - least, (most - at_first) / 2) << "KiB";
}

}  // namespace
}  // namespace integration
