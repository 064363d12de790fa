// All nginx of a fleet change to a stricter policy, one after the other, while
// crawlers fetch robots.txt at some of them and ask others: nobody is refused
// by a rule that it could not know.

#include <atomic>
#include <exception>
#include <optional>
#include <random>

#include "tests/faults/fleet_fault_fixture.hpp"

namespace integration {
namespace {

constexpr int kGraceCrawlers = 32;
constexpr Milliseconds kBetween{5};  // requests of a crawler

struct Counts {
    std::atomic<int> requests{0};
    std::atomic<int> failed{0};
    std::atomic<int> fetched_older{0};
    std::atomic<int> fetched_newer{0};
    std::atomic<int> refused{0};          // by the new rule
    std::atomic<int> refused_wrongly{0};  // who never saw it
};

class FleetFaultGrace : public FleetFaultTest {
  protected:
    static std::string older() {
        return policy_of(1, kEnforce, "disallow: /private, crawl_delay: 1ms");
    }
    static std::string newer() {
        return policy_of(1, kEnforce,
                         "disallow: [/private, /page], crawl_delay: 1ms");
    }

    // One crawler. Every fourth never fetches robots.txt; the others do, now
    // and then, at any node.
    void crawl(int number, const std::vector<int>& ports,
               const std::atomic<bool>& stopping, Counts& counts) {
        std::mt19937 random(static_cast<unsigned>(number));
        std::vector<std::optional<Connection>> lines(ports.size());
        const std::string agent =
            "User-Agent: Crawler" + std::to_string(number) + "Bot/1.0";
        bool knows = false;
        while (!stopping) {
            const std::size_t node = random() % ports.size();
            const bool fetches = number % 4 != 0 && random() % 16 == 0;
            try {
                if (!lines[node]) {
                    lines[node].emplace(ports[node]);
                }
                const Response answer =
                    lines[node]
                        ->send(message(fetches ? "GET /robots.txt HTTP/1.1"
                                               : "GET /page HTTP/1.1",
                                       "site0.example", {agent}))
                        .read();
                ++counts.requests;
                if (answer.header("Connection") == "close") {
                    lines[node].reset();  // an old worker's last answer
                }
                if (fetches) {
                    const bool has_rule =
                        contains(answer.body, "Disallow: /page");
                    ++(has_rule ? counts.fetched_newer : counts.fetched_older);
                    knows |= has_rule;
                } else if (answer.status == 403) {
                    ++counts.refused;
                    counts.refused_wrongly += knows ? 0 : 1;
                } else if (answer.status != 200 && answer.status != 429) {
                    ++counts.failed;
                }
            } catch (const std::exception&) {
                // An old worker may close a connection that is idle.
                lines[node].reset();
            }
            last(kBetween);
        }
    }

  private:
    static constexpr const char* kEnforce =
        "disallow: reject, crawl_delay: reject, burst: 0, grace: 1h";
};

TEST_F(FleetFaultGrace, ARollingReloadRefusesNobodyByARuleThatItCannotKnow) {
    for (int i = 0; i < kNodes; ++i) {
        start_node(older(), valkey_.url() + " timeout=1s");
    }
    await_fleet();
    Counts counts;
    std::atomic<bool> stopping{false};
    std::vector<std::thread> crawlers;
    for (int i = 0; i < kGraceCrawlers; ++i) {
        crawlers.emplace_back(
            [&, i, all = ports()] { crawl(i, all, stopping, counts); });
    }
    last(length() / 10);
    EXPECT_EQ(counts.refused, 0);
    const Milliseconds each = length() * 8 / 10 / kNodes;
    for (const auto& node : nodes_) {
        node->file("policy.yaml", newer());
        EXPECT_TRUE(node->reload());
        last(each);
    }
    // Who has fetched the newer one last is refused everywhere by now.
    EXPECT_TRUE(await([&] { return counts.refused > 100; }));
    stopping = true;
    for (std::thread& crawler : crawlers) {
        crawler.join();
    }
    say("rolling reload to a stricter policy: ", kNodes, " nginx, ",
        kGraceCrawlers, " crawlers, ", counts.requests, " requests, ",
        counts.failed, " failed; fetched the older robots.txt ",
        counts.fetched_older, " times and the newer one ", counts.fetched_newer,
        " times; ", counts.refused, " refused by the new rule, of which ",
        counts.refused_wrongly, " could not know it");
    EXPECT_EQ(counts.failed, 0);
    EXPECT_EQ(counts.refused_wrongly, 0);
    EXPECT_GT(counts.fetched_older, 0);
}

}  // namespace
}  // namespace integration
