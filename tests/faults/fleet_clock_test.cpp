// Clocks that are set while a fleet runs: that of the server, and that of one
// nginx.

#include "tests/faults/fleet_fault_fixture.hpp"
#include "tests/faults/moved_clock.hpp"

namespace integration {
namespace {

class FleetFaultClock : public FleetFaultTest {
  protected:
    static int ask_page(Nginx& node, std::string_view agent) {
        return node.get("http://site0.example/page", agent).status;
    }

    // A budget that was never charged, and one that each step may free once.
    void expect_shared(const std::string& step) {
        Nginx& first = *nodes_[0];
        Nginx& second = *nodes_[1];
        const std::string agent = "New" + step + "Bot/1.0";
        EXPECT_EQ(ask_page(first, agent), 200) << step;
        EXPECT_EQ(ask_page(second, agent), 429) << step;
        EXPECT_EQ(ask_page(first, agent), 429) << step;
        int passed = 0;
        for (int i = 0; i < 3; ++i) {
            passed += ask_page(first, kGptBot) == 200 ? 1 : 0;
            passed += ask_page(second, kGptBot) == 200 ? 1 : 0;
        }
        EXPECT_LE(passed, 1) << step;
        const Response refused =
            second.get("http://site0.example/page", kGptBot);
        EXPECT_EQ(refused.status, 429) << step;
        EXPECT_LE(std::stol(refused.header("Retry-After")), 60) << step;
    }
};

TEST_F(FleetFaultClock, StepsOfAnHourAndADayKeepBudgetsAndNodes) {
    if (!can_move_clocks()) {
        GTEST_SKIP() << kCannotMoveClocks;
    }
    constexpr std::chrono::seconds kHour{3600};
    const std::string policy = policy_of(
        1, "crawl_delay: reject, burst: 0, tolerance: 0%", "crawl_delay: 60s");
    MovedClock of_server(MovedClock::Moves::wall);
    const Valkey valkey;
    MovedClock of_node(MovedClock::Moves::wall);
    start_node(policy, valkey.url() + " timeout=1s");
    MovedClock::spare_later();
    start_node(policy, valkey.url() + " timeout=1s");
    await_fleet();
    expect_shared("0");
    int steps = 0;
    const auto step = [&](MovedClock& clock, std::chrono::seconds time) {
        clock.move(time);
        ++steps;
        expect_shared(std::to_string(steps));
        await_fleet();
    };
    for (MovedClock* clock : {&of_server, &of_node}) {
        step(*clock, kHour);
        step(*clock, -2 * kHour);
        step(*clock, 25 * kHour);
        step(*clock, -48 * kHour);
        step(*clock, 24 * kHour);
    }
    nodes_[1]->stop();
    of_server.move(-24 * kHour);
    EXPECT_TRUE(await(
        [&] { return contains(metrics(*nodes_[0]), "robots_fleet_nodes 1\n"); },
        30s))
        << "who has gone is not counted for a day";
    say(steps,
        " steps of the server's clock and of one nginx's by an hour and a "
        "day: budgets stayed shared, and no node was lost");
}

}  // namespace
}  // namespace integration
