// A wall clock that is set forward and back while the server runs. Only the
// windows of the day follow it.

#include <stdlib.h>
#include <sys/stat.h>

#include "fault_fixture.hpp"

namespace integration {
namespace {

constexpr char kFakeTime[] =
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

class ClockFaults : public FaultTest {
  protected:
    void SetUp() override {
        struct stat status {};
        if (::stat(kFakeTime, &status) != 0 || nginx_has("-fsanitize")) {
            GTEST_SKIP() << "needs libfaketime, which a sanitizer does not go "
                            "with";
        }
        set("+0");
        ::setenv("LD_PRELOAD", kFakeTime, 1);
        ::setenv("FAKETIME_TIMESTAMP_FILE",
                 nginx.folder().path("clock").c_str(), 1);
        ::setenv("FAKETIME_NO_CACHE", "1", 1);
        ::setenv("FAKETIME_DONT_FAKE_MONOTONIC", "1", 1);
    }

    void TearDown() override {
        for (const char* name :
             {"LD_PRELOAD", "FAKETIME_TIMESTAMP_FILE", "FAKETIME_NO_CACHE",
              "FAKETIME_DONT_FAKE_MONOTONIC"}) {
            ::unsetenv(name);
        }
    }

    void set(const std::string& offset) {
        nginx.raw_file("clock", offset + "\n");
    }

    // The server's own clock: what its Date says.
    std::string date() {
        return nginx.get("http://example.com/robots.txt").header("Date");
    }
};

TEST_F(ClockFaults, StepsChangeNoBudgetAndNoGrace) {
    deploy();
    serve("location / { empty_gif; }");
    ASSERT_EQ(status("/robots.txt", kClaudeBot), 200);
    ASSERT_EQ(status("/page", kClaudeBot), 200);
    deploy(", /new");
    ASSERT_TRUE(nginx.reload());
    int steps = 0;
    for (const char* offset : {"+2d", "-2d", "+400d", "-400d", "+20y", "+0"}) {
        const std::string before = date();
        set(offset);
        ASSERT_TRUE(await([&] { return date() != before; }));
        EXPECT_EQ(status("/page", kClaudeBot), 429) << offset;
        EXPECT_EQ(status("/private", kClaudeBot), 403) << offset;
        EXPECT_EQ(status("/new", kClaudeBot), 429) << offset;
        EXPECT_EQ(status("/page", kChrome), 200) << offset;
        ASSERT_TRUE(nginx.reload()) << offset;
        EXPECT_EQ(status("/page", kClaudeBot), 429) << offset;
        ++steps;
    }
    say(steps,
        " steps of the clock, from -400 days to +20 years, each with a "
        "reload: no budget and no grace changed");
}

}  // namespace
}  // namespace integration
