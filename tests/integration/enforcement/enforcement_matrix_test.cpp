// Every kind of violation with every action, and at every level that may name
// the action.

#include <algorithm>
#include <ctime>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

// A window of the day that opens in an hour at the earliest.
std::string closed_now() {
    const std::time_t now = std::time(nullptr);
    return std::gmtime(&now)->tm_hour < 12 ? "1400-2000" : "0200-1000";
}

struct Kind {
    std::string key;      // in `enforce`
    std::string rule;     // in a group
    std::string verdict;  // of the second request
};

std::vector<Kind> kinds() {
    return {{"disallow", "disallow: /, crawl_delay: 2s", "disallow"},
            {"crawl_delay", "crawl_delay: 2s", "crawl_delay"},
            {"request_rate", "request_rate: 1/2s", "request_rate"},
            {"visit_time", "visit_time: " + closed_now(), "visit_time"}};
}

class Matrix : public RobotsTest {
  protected:
    static std::string host_of(const Kind& kind, const std::string& action) {
        std::string host = kind.verdict + "." + action + ".example";
        std::replace(host.begin(), host.end(), '_', '-');
        return host;
    }

    // The second of two requests to a site, and the lines that they left.
    struct Second {
        int status;
        std::vector<std::string> lines;
    };

    Second second_at(const std::string& host) {
        const std::size_t before = nginx.violations().size();
        const std::string url = "http://" + host + "/";
        nginx.get(url, kGptBot);
        const int status = nginx.get(url, kGptBot).status;
        std::vector<std::string> lines = nginx.violations();
        lines.erase(lines.begin(),
                    lines.begin() + static_cast<std::ptrdiff_t>(before));
        return {status, lines};
    }
};

TEST_F(Matrix, EachKindWithEachAction) {
    std::string sites = "enforce: pass\nsites:\n";
    for (const Kind& kind : kinds()) {
        for (const char* action : {"off", "log", "throttle", "reject"}) {
            sites += "  - host: " + host_of(kind, action) + "\n    enforce: {" +
                     kind.key + ": '" + action +
                     "', burst: 0, tolerance: 0%, max_wait: 1m}\n"
                     "    groups: [{user_agent: '*', " +
                     kind.rule + "}]\n";
        }
    }
    policy(sites);
    serve("location / { empty_gif; }");
    for (const Kind& kind : kinds()) {
        SCOPED_TRACE(kind.key);
        const Second off = second_at(host_of(kind, "off"));
        EXPECT_EQ(off.status, 200);
        EXPECT_TRUE(off.lines.empty());

        const Second logged = second_at(host_of(kind, "log"));
        EXPECT_EQ(logged.status, 200);
        ASSERT_FALSE(logged.lines.empty());
        EXPECT_TRUE(contains(logged.lines.back(),
                             "verdict=" + kind.verdict + " action=log "));

        // Until a window opens is longer than anyone is delayed.
        const bool delayed = kind.key != "visit_time";
        const Second throttled = second_at(host_of(kind, "throttle"));
        EXPECT_EQ(throttled.status, delayed ? 200 : 429);
        ASSERT_FALSE(throttled.lines.empty());
        EXPECT_TRUE(contains(throttled.lines.back(),
                             "verdict=" + kind.verdict + " action=" +
                                 (delayed ? "throttle" : "reject")))
            << throttled.lines.back();

        const Second refused = second_at(host_of(kind, "reject"));
        EXPECT_EQ(refused.status, kind.key == "disallow" ? 403 : 429);
        ASSERT_FALSE(refused.lines.empty());
        EXPECT_TRUE(contains(refused.lines.back(),
                             "verdict=" + kind.verdict + " action=reject "));
    }
}

// Each level says one thing, and what it does not say is the outer one's.
TEST_F(Matrix, EachLevelOverridesFieldByField) {
    policy(R"(
enforce: reject
templates:
  outer: {enforce: {crawl_delay: log, burst: 0}}
sites:
  - host: example.com
    template: outer
    enforce: {request_rate: log}
    groups:
      - {user_agent: PathBot, disallow: /}
      - {user_agent: DelayBot, crawl_delay: 1h}
      - {user_agent: RateBot, request_rate: 1/1h}
      - {user_agent: LateBot, visit_time: )" +
           closed_now() + R"(}
      - {user_agent: FreeBot, visit_time: )" +
           closed_now() + R"(, enforce: {visit_time: log}}
)");
    serve(
        "location / { empty_gif; } "
        "location /free { robots_enforce off; empty_gif; }"
        "location /logged { robots_enforce log; empty_gif; }");
    const auto second = [&](const std::string& bot, const std::string& path) {
        const std::string url = "http://example.com" + path;
        nginx.get(url, bot + "/1.0");
        return nginx.get(url, bot + "/1.0").status;
    };
    EXPECT_EQ(second("PathBot", "/"), 403) << "the file's";
    EXPECT_EQ(second("LateBot", "/"), 429) << "the file's";
    EXPECT_EQ(second("DelayBot", "/"), 200) << "the template's";
    EXPECT_EQ(second("RateBot", "/"), 200) << "the site's";
    EXPECT_EQ(second("FreeBot", "/"), 200) << "the group's";
    EXPECT_EQ(nginx.violations().size(), 2U + 2U + 1U + 1U + 2U);
    for (const char* bot : {"PathBot", "LateBot"}) {
        EXPECT_EQ(second(bot, "/free"), 200) << "the location's";
        EXPECT_EQ(second(bot, "/logged"), 200) << "the location's";
    }
    EXPECT_EQ(nginx.violations().size(), 8U + 4U);
}

}  // namespace
}  // namespace integration
