// Reloads, broken policies and binary upgrades, by the hundred, under load.

#include <atomic>
#include <filesystem>
#include <thread>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/load.hpp"
#include "tests/harness/processes.hpp"

namespace integration {
namespace {

class Reloads : public FaultTest {
  protected:
    // Leaves in the zone what must not be lost: a spent budget, and that
    // ClaudeBot knows of "/private" only.
    void start() {
        nginx.workers = 2;
        nginx.log_level = "error";
        deploy();
        serve("location / { empty_gif; }");
        ASSERT_EQ(status("/robots.txt", kClaudeBot), 200);
        ASSERT_EQ(status("/page", kClaudeBot), 200);
        deploy(", /new");
        ASSERT_TRUE(nginx.reload());
    }

    void expect_nothing_lost() {
        EXPECT_EQ(status("/page", kClaudeBot), 429);
        EXPECT_EQ(status("/private", kClaudeBot), 403);
        // Open to it by the file that it holds, but too early.
        EXPECT_EQ(status("/new", kClaudeBot), 429);
    }
};

TEST_F(Reloads, FiveHundredUnderLoadLoseNothing) {
    const int reloads = share_of(500);
    const int settled = share_of(50);
    start();
    Load load(nginx.port());
    std::size_t before = 0;
    for (int i = 1; i <= reloads; ++i) {
        if (i % 10 == 0) {
            deploy(", /new, /n" + std::to_string(i));
        }
        ASSERT_TRUE(nginx.reload()) << i;
        if (i % 100 == 0) {
            expect_nothing_lost();
        }
        if (i == settled) {
            before = anonymous_memory(nginx.master());
        }
    }
    load.stop();
    const std::size_t after = anonymous_memory(nginx.master());
    EXPECT_EQ(load.failed(), 0);
    EXPECT_GT(load.answered(), reloads / 10);
    expect_nothing_lost();
    if (!is_instrumented()) {
        // What is free between two policies comes and goes, up to 1 MiB.
        EXPECT_LT(after, before + 2048) << "KiB, " << before << " at first";
    }
    say(reloads, " reloads, of which ", reloads / 10, " changed the policy; ",
        load.answered() * 3, " requests meanwhile, ", load.failed(),
        " failed; master ", before, " KiB after ", settled, ", ", after,
        " KiB after all");
}

TEST_F(Reloads, BrokenAndMendedPoliciesLoseNothing) {
    const int rounds = share_of(50);
    start();
    nginx.expect_alarm("policy.yaml");
    nginx.expect_alarm("robots");
    Load load(nginx.port());
    for (int i = 0; i < rounds; ++i) {
        policy("sites: [{host: example.com, grops: []}]\n");
        EXPECT_FALSE(nginx.reload());
        expect_nothing_lost();
        deploy(", /new, /n" + std::to_string(i));
        EXPECT_TRUE(nginx.reload());
        expect_nothing_lost();
    }
    load.stop();
    EXPECT_EQ(load.failed(), 0);
    say(rounds, " times broken and repaired; ", load.answered() * 3,
        " requests meanwhile, ", load.failed(), " failed");
}

TEST_F(Reloads, BinaryUpgradesLoseNothing) {
    const int upgrades = share_of(20);
    nginx.daemon = true;
    start();
    Load load(nginx.port());
    for (int i = 0; i < upgrades; ++i) {
        nginx.upgrade();
        EXPECT_EQ(status("/page", kClaudeBot), 429);
        EXPECT_EQ(status("/private", kClaudeBot), 403);
    }
    load.stop();
    EXPECT_EQ(load.failed(), 0);
    say(upgrades, " binary upgrades; ", load.answered() * 3,
        " requests meanwhile, ", load.failed(), " failed");
}

// A customer's file that is now a robots.txt, now a link to a key, and changes
// between any two system calls of the master, which may read the key.
TEST_F(Reloads, ALinkThatIsSwappedMeanwhileNeverServesWhatItNames) {
    namespace fs = std::filesystem;
    const int reloads = share_of(200);
    const std::string fine = "User-agent: *\nDisallow: /cart\n";
    const Folder outside;
    outside.write("key.pem", "hunter2\n" + fine + "# hunter2\n");
    policy("include: sites.d/*.yaml\ndefault: {}\n");
    nginx.file("sites.d/shop.yaml",
               "sites: [{host: shop.example, robots_txt: {file: shop.txt}}]\n");
    nginx.file("sites.d/shop.txt", fine);
    nginx.file("sites.d/fine.txt", fine);
    serve("location / { empty_gif; }");
    nginx.expect_alarm("[outside-root]");
    nginx.expect_alarm("robots_policy");
    std::atomic<bool> stopping{false};
    std::atomic<int> swaps{0};
    std::thread swapper([&] {
        const std::string folder = nginx.folder().path("sites.d/");
        const std::string targets[] = {outside.path("key.pem"), "fine.txt"};
        while (!stopping) {
            fs::create_symlink(targets[swaps % 2], folder + "next");
            fs::rename(folder + "next", folder + "shop.txt");
            ++swaps;
        }
    });
    int accepted = 0;
    for (int i = 0; i < reloads; ++i) {
        accepted += nginx.reload() ? 1 : 0;
        EXPECT_EQ(nginx.get("http://shop.example/robots.txt").body, fine) << i;
    }
    stopping = true;
    swapper.join();
    EXPECT_EQ(nginx.error_log().find("hunter2"), std::string::npos);
    EXPECT_GT(swaps, reloads);
    say(reloads, " reloads while a link was swapped ", swaps.load(), " times; ",
        accepted, " accepted, ", reloads - accepted, " refused");
}

}  // namespace
}  // namespace integration
