// A clock that is set forward and back while the server runs. Of the wall
// clock only the windows of the day follow; answers of DNS end when their time
// has passed.

#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include <chrono>
#include <ctime>
#include <string>
#include <vector>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/signer.hpp"
#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

constexpr char kFakeTime[] =
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

bool has_fake_time() {
    struct stat status {};
    return ::stat(kFakeTime, &status) == 0 && !is_instrumented();
}

constexpr std::chrono::hours kDay{24};
constexpr const char* kWithoutFakeTime =
    "needs libfaketime, which goes with no sanitizer and not with valgrind";

// What nginx, started while this object lives, takes for the time.
class FakeClock {
  public:
    // `steady`: the monotonic clock is not touched.
    FakeClock(Nginx& nginx, bool steady) : nginx_(nginx) {
        write(0s);
        set_environment("LD_PRELOAD", kFakeTime);
        set_environment("FAKETIME_TIMESTAMP_FILE",
                        nginx.folder().path("clock"));
        set_environment("FAKETIME_NO_CACHE", "1");
        if (steady) {
            set_environment("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        }
        // Workers see only what it hands on.
        for (const std::string& name : names_) {
            nginx.main += "env " + name + ";\n";
        }
    }

    ~FakeClock() {
        for (const std::string& name : names_) {
            ::unsetenv(name.c_str());
        }
    }

    FakeClock(const FakeClock&) = delete;
    FakeClock& operator=(const FakeClock&) = delete;

    // Sets it that far from the real time, and awaits that the worker's Date
    // says so.
    void set(std::chrono::seconds offset) {
        write(offset);
        const auto follows = [&] {
            const auto lag = date() - std::time(nullptr) - offset.count();
            return lag > -5 && lag < 5;
        };
        ASSERT_TRUE(await(follows)) << offset.count();
    }

  private:
    void set_environment(const std::string& name, const std::string& value) {
        ::setenv(name.c_str(), value.c_str(), 1);
        names_.push_back(name);
    }

    void write(std::chrono::seconds offset) {
        const std::string sign = offset < 0s ? "" : "+";
        nginx_.raw_file("clock", sign + std::to_string(offset.count()) + "\n");
    }

    std::time_t date() {
        const Response answer = nginx_.get("http://example.com/robots.txt");
        std::tm parts{};
        ::strptime(answer.header("Date").c_str(), "%a, %d %b %Y %T GMT",
                   &parts);
        return ::timegm(&parts);
    }

    Nginx& nginx_;
    std::vector<std::string> names_;
};

class ClockFaults : public FaultTest {};

TEST_F(ClockFaults, StepsChangeNoBudgetAndNoGrace) {
    if (!has_fake_time()) {
        GTEST_SKIP() << kWithoutFakeTime;
    }
    FakeClock clock(nginx, true);
    deploy();
    serve("location / { empty_gif; }");
    ASSERT_EQ(status("/robots.txt", kClaudeBot), 200);
    ASSERT_EQ(status("/page", kClaudeBot), 200);
    deploy(", /new");
    ASSERT_TRUE(nginx.reload());
    int steps = 0;
    for (const int hours :
         {1, -1, 24, -24, 400 * 24, -400 * 24, 20 * 365 * 24, 0}) {
        clock.set(std::chrono::hours(hours));
        EXPECT_EQ(status("/page", kClaudeBot), 429) << hours;
        EXPECT_EQ(status("/private", kClaudeBot), 403) << hours;
        EXPECT_EQ(status("/new", kClaudeBot), 429) << hours;
        EXPECT_EQ(status("/page", kChrome), 200) << hours;
        ASSERT_TRUE(nginx.reload()) << hours;
        EXPECT_EQ(status("/page", kClaudeBot), 429) << hours;
        ++steps;
    }
    say(steps,
        " steps of the clock, from -400 days to +20 years, each with a "
        "reload: no budget and no grace changed");
}

TEST_F(ClockFaults, AVisitIsDelayedUntilItsWindowOpens) {
    if (!has_fake_time()) {
        GTEST_SKIP() << kWithoutFakeTime;
    }
    constexpr std::chrono::seconds kOpens = std::chrono::hours(12);
    constexpr std::chrono::seconds kCloses = std::chrono::hours(13);
    FakeClock clock(nginx, true);
    policy(R"(
enforce: {visit_time: throttle, max_wait: 1m}
sites:
  - host: example.com
    groups: [{user_agent: "*", visit_time: 1200-1300}]
)");
    serve("location / { empty_gif; }");
    const auto set_time_of_day = [&](std::chrono::seconds time) {
        clock.set(time - std::chrono::seconds(std::time(nullptr)) % kDay);
    };
    set_time_of_day(kOpens - 5s);
    const Response delayed = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(delayed.status, 200);
    EXPECT_GE(delayed.took, 1s);
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations()[0],
                         " verdict=visit_time action=throttle "));
    EXPECT_EQ(status("/page", kGptBot), 200) << "the window is open";
    EXPECT_EQ(nginx.violations().size(), 1U);
    set_time_of_day(kCloses + 1s);
    const Response refused = nginx.get("http://example.com/page", kGptBot);
    EXPECT_EQ(refused.status, 429);
    const auto seconds = std::stol(refused.header("Retry-After"));
    const long until = std::chrono::seconds(kOpens + kDay - kCloses).count();
    EXPECT_LE(seconds, until);
    EXPECT_GE(seconds, until - 60);
}

// When it was made and when it ends are times of the wall clock.
TEST_F(ClockFaults, StepsDecideASignatureAndForgetNone) {
    if (!has_fake_time()) {
        GTEST_SKIP() << kWithoutFakeTime;
    }
    FakeClock clock(nginx, true);
    const robots::tests::Signer agent{1};
    robots::tests::Signing signing;
    signing.covered = {{"\"@authority\"", "example.com"}};
    signing.created = std::time(nullptr) - 5;
    signing.expires = signing.created + 300;
    signing.key_id = agent.thumbprint();
    nginx.raw_file("agent.json", agent.jwks());
    policy(
        "crawlers: [{token: SignBot, keys_file: agent.json}]\n"
        "sites: [{host: example.com, groups: []}]\n");
    serve(
        "location / { empty_gif; "
        "add_header X-Signature $robots_signature; }");
    const auto result = [&] {
        return nginx
            .send(Request("http://example.com/page")
                      .agent(kChrome)
                      .header("Signature-Input: " + signing.input())
                      .header("Signature: " + signing.signature(agent)))
            .header("X-Signature");
    };
    EXPECT_EQ(result(), "verified");
    for (const int hours : {1, -1, 24, -24}) {
        clock.set(std::chrono::hours(hours));
        EXPECT_EQ(result(), hours > 0 ? "expired" : "invalid") << hours;
        clock.set(0s);
        EXPECT_EQ(result(), "verified") << hours;
    }
}

class ClockIdentities : public IdentityTest {};

TEST_F(ClockIdentities, AnAnswerOfDnsIsKeptForTheTtlOfItsRecords) {
    if (!has_fake_time()) {
        GTEST_SKIP() << kWithoutFakeTime;
    }
    constexpr const char* kLonger = "100.64.0.8";
    FakeClock clock(nginx, false);
    names.confirmed(kAddress, kName, std::chrono::minutes(5));
    names.confirmed(kLonger, "bot-8.crawl.example", std::chrono::hours(1));
    policy_of("impostor: reject");
    serve(server());
    const auto asked = [&](const char* address) {
        EXPECT_EQ(identity(address), "verified");
        return names.asked(reverse_name(address), RecordType::ptr);
    };
    EXPECT_EQ(asked(kAddress), 1U);
    EXPECT_EQ(asked(kLonger), 1U);
    clock.set(std::chrono::minutes(4));
    EXPECT_EQ(asked(kAddress), 1U);
    clock.set(std::chrono::minutes(6));
    EXPECT_EQ(asked(kAddress), 2U);
    EXPECT_EQ(asked(kLonger), 1U);
    clock.set(std::chrono::hours(2));
    EXPECT_EQ(asked(kLonger), 2U);
}

}  // namespace
}  // namespace integration
