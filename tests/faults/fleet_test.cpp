// A fleet under load while its server fails: four nginx, eight clients as one
// crawler. No request fails, and the fleet's pace holds.

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/valkey.hpp"

namespace integration {
namespace {

constexpr int kNodes = 4;
constexpr int kClients = 8;
constexpr Milliseconds kDelay{200};
constexpr Milliseconds kTimeout{20};

// What came of the requests of all clients.
struct Figures {
    std::atomic<int> passed{0};
    std::atomic<int> refused{0};
    std::atomic<int> failed{0};
    std::atomic<std::int64_t> longest{0};  // milliseconds

    void add(int status, Milliseconds took) {
        ++(status == 200 ? passed : status == 429 ? refused : failed);
        std::int64_t before = longest;
        while (took.count() > before &&
               !longest.compare_exchange_weak(before, took.count())) {
        }
    }
};

class FleetFault : public FaultTest {
  protected:
    void SetUp() override {
        for (int i = 0; i < kNodes; ++i) {
            start_node();
        }
        for (const auto& node : nodes_) {
            EXPECT_TRUE(await([&] {
                return contains(metrics(*node), "robots_fleet_nodes 4\n");
            }));
        }
    }

    // So long each fault lasts: ROBOTS_FLEET_SECONDS (default 20).
    static Milliseconds length() {
        return std::chrono::seconds(
            std::stoi(environment("ROBOTS_FLEET_SECONDS", "20")));
    }

    // Loads the fleet, and does `fault` again and again meanwhile.
    void expect_pace(const std::string& name,
                     const std::function<void()>& fault, int changes_each = 2) {
        Figures figures;
        std::atomic<bool> stopping{false};
        std::vector<std::thread> clients;
        const Stopwatch watch;
        for (int i = 0; i < kClients; ++i) {
            clients.emplace_back([&, i] { ask_on(i, stopping, figures); });
        }
        int faults = 0;
        while (watch.elapsed() < length()) {
            fault();
            ++faults;
        }
        stopping = true;
        for (std::thread& client : clients) {
            client.join();
        }
        report(name, faults, faults * changes_each, watch.elapsed(), figures);
    }

    // Keeps the fault's state for so long, a part of the whole.
    static void last(Milliseconds time) { std::this_thread::sleep_for(time); }

    Valkey valkey_;

  private:
    void start_node() {
        nodes_.push_back(std::make_unique<Nginx>());
        Nginx& node = *nodes_.back();
        node.file("policy.yaml",
                  "version: 1\nenforce: {crawl_delay: reject, burst: 0, "
                  "tolerance: 0%}\nsites:\n  - host: example.com\n"
                  "    groups: [{user_agent: '*', crawl_delay: " +
                      std::to_string(kDelay.count()) + "ms}]\n");
        node.http = "robots_policy policy.yaml; robots on; robots_fleet " +
                    valkey_.url() +
                    " timeout=" + std::to_string(kTimeout.count()) +
                    "ms fallback=divide;\nserver { listen 127.0.0.1:@web@; "
                    "location / { empty_gif; }\n"
                    "location = /status { robots_status any; } }";
        node.start();
    }

    static std::string metrics(Nginx& node) {
        return node.get("http://example.com/status?format=prometheus").body;
    }

    void ask_on(int client, const std::atomic<bool>& stopping,
                Figures& figures) {
        for (int i = client; !stopping; ++i) {
            const Stopwatch watch;
            int status = 0;
            try {
                Request request("http://example.com/page");
                const std::lock_guard<std::mutex> lock(
                    ports_[static_cast<std::size_t>(i % kNodes)]);
                status = nodes_[static_cast<std::size_t>(i % kNodes)]
                             ->send(request.agent("LoadBot/1.0"))
                             .status;
            } catch (const std::exception&) {
                status = 0;
            }
            figures.add(status, std::chrono::duration_cast<Milliseconds>(
                                    watch.elapsed()));
        }
    }

    void report(const std::string& name, int faults, int changes,
                Milliseconds took, const Figures& figures) {
        const auto allowed = took / kDelay + 1;
        say(name, ": ", faults, " times in ",
            std::chrono::duration_cast<std::chrono::seconds>(took).count(),
            " s; ", figures.passed + figures.refused, " requests, ",
            figures.failed, " failed; ", figures.passed, " let through, ",
            allowed, " allowed; longest answer ", figures.longest, " ms");
        EXPECT_EQ(figures.failed, 0) << name;
        EXPECT_GT(figures.passed, 0) << name;
        // One a node for each time that it lost its server or found it again.
        EXPECT_LE(figures.passed,
                  allowed + allowed / 100 + 1 + kNodes * changes)
            << name;
    }

    std::vector<std::unique_ptr<Nginx>> nodes_;
    std::array<std::mutex, kNodes> ports_;
};

TEST_F(FleetFault, WithoutAFaultTheFleetKeepsOnePace) {
    expect_pace(
        "no fault", [] { last(length()); }, 0);
}

TEST_F(FleetFault, KilledAndStartedAgain) {
    expect_pace("server killed and started again", [this] {
        valkey_.kill();
        last(length() / 8);
        valkey_.start();
        last(length() / 8);
    });
}

TEST_F(FleetFault, Frozen) {
    expect_pace("server frozen (SIGSTOP)", [this] {
        valkey_.freeze();
        last(length() / 4);
        valkey_.thaw();
        last(length() / 4);
    });
}

TEST_F(FleetFault, ConnectionsCut) {
    expect_pace("connections cut", [this] {
        valkey_.ask({"CLIENT", "KILL", "TYPE", "normal"});
        last(Milliseconds(50));
    });
}

TEST_F(FleetFault, Slow) {
    valkey_.ask({"CONFIG", "SET", "enable-debug-command", "yes"});
    expect_pace("server asleep for 100 ms", [this] {
        valkey_.ask({"DEBUG", "SLEEP", "0.1"});
        last(Milliseconds(400));
    });
}

TEST_F(FleetFault, Flushed) {
    expect_pace("FLUSHALL", [this] {
        valkey_.ask({"FLUSHALL"});
        last(length() / 8);
    });
}

TEST_F(FleetFault, ScriptsFlushed) {
    expect_pace("SCRIPT FLUSH", [this] {
        valkey_.ask({"SCRIPT", "FLUSH"});
        last(Milliseconds(100));
    });
}

TEST_F(FleetFault, DemotedAndPromoted) {
    expect_pace("failover (READONLY, then promoted)", [this] {
        valkey_.ask({"REPLICAOF", "127.0.0.1", "1"});
        last(length() / 8);
        valkey_.ask({"REPLICAOF", "NO", "ONE"});
        last(length() / 8);
    });
}

}  // namespace
}  // namespace integration
