// A reload compiles the included files that have changed, and no others.

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "tests/harness/await.hpp"
#include "tests/harness/processes.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr int kCustomers = 100;

class Reload : public RobotsTest {
  protected:
    Reload() {
        nginx.workers = 2;
        nginx.log_level = "notice";
        save_all(0);
        policy(
            "include: {files: sites.d/*.yaml, on_error: keep}\n"
            "sites: [{host: example.com, groups: []}]\n");
    }

    static std::string host(int customer) {
        return "shop" + std::to_string(customer) + ".example";
    }
    static std::string file(int customer) {
        return "sites.d/" + std::to_string(customer) + ".yaml";
    }
    void save(int customer, int version) {
        nginx.raw_file(file(customer),
                       "sites: [{host: " + host(customer) +
                           ", groups: [{user_agent: \"*\", disallow: /v" +
                           std::to_string(version) + "/}]}]\n");
    }
    void save_all(int version) {
        for (int customer = 0; customer < kCustomers; ++customer) {
            save(customer, version);
        }
    }

    std::string robots_txt(int customer) {
        return nginx.get("http://" + host(customer) + "/robots.txt").body;
    }
    static std::string of_version(int version) {
        return "User-agent: *\nDisallow: /v" + std::to_string(version) + "/\n";
    }

    // What error_log has more after another reload.
    std::string log_of_reload() {
        const std::size_t before = nginx.error_log().size();
        EXPECT_TRUE(nginx.reload());
        return nginx.error_log().substr(before);
    }
};

TEST_F(Reload, CompilesOnlyWhatHasChanged) {
    serve();
    save(7, 1);
    EXPECT_TRUE(contains(log_of_reload(), "uses 99 included files"));
    EXPECT_EQ(robots_txt(6), of_version(0));
    EXPECT_EQ(robots_txt(7), of_version(1));
    nginx.raw_file(file(8), "sites: [{host: shop8.example, grups: []}]\n");
    save(9, 1);
    nginx.expect_alarm("sites.d/8.yaml");
    EXPECT_TRUE(contains(log_of_reload(), "uses 99 included files"));
    EXPECT_EQ(robots_txt(8), of_version(0));
    EXPECT_EQ(robots_txt(9), of_version(1));
    policy(
        "include: {files: sites.d/*.yaml, on_error: keep}\n"
        "enforce: {disallow: reject, grace: 0s}\n"
        "sites: [{host: example.com, groups: []}]\n");
    EXPECT_FALSE(contains(log_of_reload(), "included files"));
    EXPECT_EQ(nginx.get("http://shop7.example/v1/", kGptBot).status, 403);
    EXPECT_EQ(nginx.get("http://shop7.example/v0/", kGptBot).status, 200);
}

// Its only customer's file is broken at first, and removed in the end.
TEST_F(Reload, NginxServesWithoutASite) {
    nginx.raw_file(file(0), "sitse: []\n");
    nginx.expect_alarm("sites.d/0.yaml");
    policy("include: {files: 'sites.d/0*.yaml', on_error: keep}\n");
    serve();
    const auto page = [this] {
        return nginx.get("http://" + host(0) + "/v1/", kGptBot).status;
    };
    EXPECT_EQ(page(), 200);
    EXPECT_NE(robots_txt(0), of_version(1));
    save(0, 1);
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(robots_txt(0), of_version(1));
    std::filesystem::remove(nginx.folder().path(file(0)));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(page(), 200);
    EXPECT_NE(robots_txt(0), of_version(1));
}

TEST_F(Reload, AHundredTakeNoMemoryWithThem) {
    if (is_instrumented()) {
        GTEST_SKIP() << "a sanitizer or valgrind keeps freed memory back";
    }
    nginx.workers = 1;
    serve();
    const auto reload = [&](int times) {
        for (int i = 0; i < times; ++i) {
            save(i % kCustomers, i + 1);
            ASSERT_TRUE(nginx.reload());
        }
    };
    // The first ones leave the heap in pieces, which later ones use again. What
    // is free comes and goes by 1 MiB; what all files are compiled to has more
    // than 30 KiB.
    reload(50);
    const std::size_t before = anonymous_memory(nginx.master());
    reload(100);
    const std::size_t after = anonymous_memory(nginx.master());
    EXPECT_LT(after, before + 2048) << "KiB, " << before << " at first";
}

// Its workers go on, be they those from before or new ones.
TEST_F(Reload, WhereTheMasterIsKilledAllSitesAreServed) {
    constexpr int kMoments = 8;
    adopt_orphans();
    serve();
    save_all(1);
    Stopwatch stopwatch;
    ASSERT_TRUE(nginx.reload());
    const auto whole = stopwatch.elapsed();
    for (int moment = 1; moment <= kMoments; ++moment) {
        save_all(moment + 1);
        ::kill(nginx.master(), SIGHUP);
        std::this_thread::sleep_for(whole * moment / kMoments);
        ::kill(nginx.master(), SIGKILL);
        ASSERT_TRUE(await_end(nginx.master(), 5s));
        for (int customer = 0; customer < kCustomers; customer += 7) {
            const std::string text = robots_txt(customer);
            EXPECT_TRUE(text == of_version(moment) ||
                        text == of_version(moment + 1))
                << text;
        }
        for (const pid_t worker : children_of(::getpid())) {
            ::kill(worker, SIGKILL);
            ASSERT_TRUE(await_end(worker, 5s));
        }
        nginx.stop();
        nginx.start();
    }
}

}  // namespace
}  // namespace integration
