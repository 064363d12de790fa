// A fleet under load while its server, or the network to it, fails: no request
// fails, and the fleet's pace holds.

#include <functional>

#include "tests/faults/fleet_fault_fixture.hpp"
#include "tests/faults/paced_clients.hpp"
#include "tests/harness/wire.hpp"

namespace integration {
namespace {

constexpr Milliseconds kDelay{200};

constexpr const char* kStrict = "crawl_delay: reject, burst: 0, tolerance: 0%";

class FleetFault : public FleetFaultTest {
  protected:
    // Eight nodes, all with one crawl-delay.
    void start(const std::string& url, int sites = 1) {
        start(url, url, sites);
    }

    // Half of them with another way to the server.
    void start(const std::string& url, const std::string& other_url,
               int sites = 1) {
        const std::string policy =
            policy_of(sites, kStrict,
                      "crawl_delay: " + std::to_string(kDelay.count()) + "ms");
        for (int i = 0; i < kNodes; ++i) {
            start_node(policy, (i % 2 == 0 ? url : other_url) +
                                   " timeout=" + timeout_ + " fallback=divide");
        }
        await_fleet();
    }

    // Loads the fleet, and does `fault` again and again meanwhile. `more`: of
    // what is allowed, what nginx that work alone let through beside it.
    void expect_pace(const std::string& name,
                     const std::function<void()>& fault, int changes_each = 2,
                     double more = 0) {
        PacedClients clients(ports(), Pacing{});
        const Stopwatch watch;
        int faults = 0;
        while (watch.elapsed() < length()) {
            fault();
            ++faults;
        }
        clients.stop();
        report(name, faults, clients);
        EXPECT_EQ(clients.failed(), 0) << name;
        EXPECT_GT(clients.passed(), 0) << name;
        // One a node for each time that it lost its server or found it again.
        EXPECT_LE(clients.passed(), clients.allowed() * (1.01 + more) + 1 +
                                        kNodes * faults * changes_each)
            << name;
    }

    static void report(const std::string& name, int faults,
                       const PacedClients& clients) {
        say(name, ": ", faults, " times in ",
            std::chrono::duration_cast<std::chrono::seconds>(clients.took())
                .count(),
            " s; ", clients.passed() + clients.refused(), " requests, ",
            clients.failed(), " failed; ", clients.passed(), " let through, ",
            clients.allowed(), " allowed, ", clients.allowed_as_asked(),
            " as they were asked; longest answer ", clients.longest().count(),
            " ms");
    }

    // The pace without a fault, from both sides.
    static void expect_exact(const PacedClients& clients) {
        EXPECT_EQ(clients.failed(), 0);
        EXPECT_LE(clients.passed(), clients.allowed());
        EXPECT_GE(clients.passed(), clients.allowed_as_asked() * 0.99 - 1);
    }

    // Without a fault nobody is to work alone, however busy the machine is.
    std::string timeout_ = "20ms";
};

TEST_F(FleetFault, WithoutAFaultTheFleetKeepsOnePace) {
    timeout_ = "1s";
    start(valkey_.url());
    PacedClients clients(ports(), Pacing{});
    last(length());
    clients.stop();
    report("no fault", 0, clients);
    expect_exact(clients);
}

// Whoever was let through comes back when the crawl-delay is over.
TEST_F(FleetFault, WithoutAFaultAHundredSitesKeepAPaceEach) {
    timeout_ = "1s";
    start(valkey_.url(), 100);
    Pacing pacing;
    pacing.sites = 100;
    pacing.askers = 100;
    pacing.after_pass = kDelay;
    pacing.after_refusal = Milliseconds(1);
    PacedClients clients(ports(), pacing);
    last(length());
    clients.stop();
    report("no fault, 100 sites", 0, clients);
    expect_exact(clients);
}

TEST_F(FleetFault, KilledAndStartedAgain) {
    start(valkey_.url());
    expect_pace("server killed and started again", [this] {
        valkey_.kill();
        last(length() / 8);
        valkey_.start();
        last(length() / 8);
    });
}

TEST_F(FleetFault, Frozen) {
    start(valkey_.url());
    expect_pace("server frozen (SIGSTOP)", [this] {
        valkey_.freeze();
        last(length() / 6);
        valkey_.thaw();
        last(length() / 6);
    });
}

TEST_F(FleetFault, ConnectionsCut) {
    Wire wire(valkey_.port());
    start(wire.url());
    expect_pace("connections cut", [&] {
        wire.cut();
        last(Milliseconds(50));
    });
}

// What a firewall does that forgets its connections, or a cable: whoever
// connects is accepted, and nothing arrives.
TEST_F(FleetFault, HalfOpen) {
    Wire wire(valkey_.port());
    start(wire.url());
    expect_pace("network half open", [&] {
        wire.dead(true);
        last(length() / 8);
        wire.dead(false);
        last(length() / 8);
    });
}

// Each of those that work alone takes its share, beside the others.
TEST_F(FleetFault, HalfOfTheFleetCutOff) {
    Wire wire(valkey_.port());
    start(wire.url(), valkey_.url());
    expect_pace(
        "network half open for half of the nginx",
        [&] {
            wire.dead(true);
            last(length() / 8);
            wire.dead(false);
            last(length() / 8);
        },
        2, 0.5);
}

TEST_F(FleetFault, Slow) {
    // A configuration that may not be changed later.
    const Valkey valkey({"--enable-debug-command", "yes"});
    start(valkey.url());
    expect_pace("server asleep for 100 ms", [&] {
        EXPECT_EQ(valkey.ask({"DEBUG", "SLEEP", "0.1"}), "OK");
        last(Milliseconds(400));
    });
}

TEST_F(FleetFault, Flushed) {
    start(valkey_.url());
    expect_pace("FLUSHALL", [this] {
        valkey_.ask({"FLUSHALL"});
        last(length() / 8);
    });
}

TEST_F(FleetFault, ScriptsFlushed) {
    start(valkey_.url());
    expect_pace("SCRIPT FLUSH", [this] {
        valkey_.ask({"SCRIPT", "FLUSH"});
        last(Milliseconds(100));
    });
}

TEST_F(FleetFault, DemotedAndPromoted) {
    start(valkey_.url());
    expect_pace("failover (READONLY, then promoted)", [this] {
        valkey_.ask({"REPLICAOF", "127.0.0.1", "1"});
        last(length() / 8);
        valkey_.ask({"REPLICAOF", "NO", "ONE"});
        last(length() / 8);
    });
}

}  // namespace
}  // namespace integration
