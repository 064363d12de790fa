// robots_log_rate: how many lines a second a crawler may leave in the log, and
// that the next line says how many were left out.

#include <map>
#include <regex>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr int kFlood = 300;

class LogRate : public RobotsTest {
  protected:
    LogRate() {
        policy(R"(
enforce: reject
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: {prefix: /}}]
)");
    }

    void serve_at(const std::string& directives) {
        serve(directives + std::string(kToBackend));
    }

    // `requests` requests, all of which are refused.
    void flood(std::string_view agent, int requests = kFlood) {
        asked_ += requests;
        Client client;
        for (int i = 0; i < requests; ++i) {
            ASSERT_EQ(client
                          .send(Request("http://example.com/x")
                                    .to(nginx.port())
                                    .agent(agent))
                          .status,
                      403);
        }
    }

    std::vector<std::string> lines_about(std::string_view crawler) const {
        std::vector<std::string> found;
        for (const std::string& line : nginx.violations()) {
            if (contains(line, "crawler=" + std::string(crawler) + " ")) {
                found.push_back(line);
            }
        }
        return found;
    }

    static int suppressed(const std::string& line) {
        static const std::regex count(" suppressed=([1-9][0-9]*),");
        std::smatch found;
        return std::regex_search(line, found, count) ? std::stoi(found[1]) : 0;
    }

    // How many violations the lines tell of.
    int told(std::string_view crawler) const {
        int count = 0;
        for (const std::string& line : lines_about(crawler)) {
            count += 1 + suppressed(line);
        }
        return count;
    }

    // Sends one more request at a time until the log accounts for all.
    bool settle(std::string_view agent, std::string_view crawler) {
        return await([&] {
            if (told(crawler) == asked_) {
                return true;
            }
            flood(agent, 1);
            return told(crawler) == asked_;
        });
    }

  private:
    int asked_ = 0;
};

// "2026/11/21 03:40:47"
std::string second_of(const std::string& line) {
    return line.substr(0, 19);
}

TEST_F(LogRate, LinesPerSecondAreLimitedAndTheRestIsCounted) {
    serve_at("robots_log_rate 5r/s;");
    flood(kGptBot);
    EXPECT_TRUE(settle(kGptBot, "GPTBot")) << told("GPTBot");
    std::map<std::string, int> seconds;
    for (const std::string& line : lines_about("GPTBot")) {
        EXPECT_LE(++seconds[second_of(line)], 5) << line;
    }
    EXPECT_LT(lines_about("GPTBot").size(), std::size_t{kFlood});
}

TEST_F(LogRate, OneCrawlersFloodTakesNoLinesFromOthers) {
    serve_at("");
    flood(kGptBot);
    flood(kClaudeBot, 1);
    ASSERT_EQ(lines_about("ClaudeBot").size(), 1U);
    EXPECT_EQ(suppressed(lines_about("ClaudeBot")[0]), 0);
}

TEST_F(LogRate, WorkersShareTheLimit) {
    nginx.workers = 2;
    serve_at("robots_log_rate 5r/s;");
    for (int i = 0; i < 10; ++i) {
        flood(kGptBot, kFlood / 10);
    }
    EXPECT_TRUE(settle(kGptBot, "GPTBot")) << told("GPTBot");
    const std::vector<std::string> lines = lines_about("GPTBot");
    std::map<std::string, int> seconds;
    for (const std::string& line : lines) {
        ++seconds[second_of(line)];
    }
    EXPECT_LE(lines.size(), 5 * seconds.size());
}

TEST_F(LogRate, TenASecondIsTheDefault) {
    serve_at("");
    flood(kGptBot);
    EXPECT_TRUE(settle(kGptBot, "GPTBot"));
    std::map<std::string, int> seconds;
    int most = 0;
    for (const std::string& line : lines_about("GPTBot")) {
        most = std::max(most, ++seconds[second_of(line)]);
    }
    EXPECT_EQ(most, 10);
}

TEST_F(LogRate, OffWritesEveryLine) {
    serve_at("robots_log_rate off;");
    flood(kGptBot);
    EXPECT_EQ(lines_about("GPTBot").size(), std::size_t{kFlood});
    EXPECT_EQ(told("GPTBot"), kFlood);
}

TEST_F(LogRate, ALevelThatIsNotLoggedCountsNothing) {
    serve_at(
        "robots_log_rate 1r/s; location /quiet { robots_log_level info; "
        "  empty_gif; }");
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(nginx.get("http://example.com/quiet", kGptBot).status, 403);
    }
    flood(kGptBot, 1);
    ASSERT_EQ(lines_about("GPTBot").size(), 1U);
    EXPECT_EQ(told("GPTBot"), 1);
}

TEST_F(LogRate, AReloadKeepsTheCounts) {
    serve_at("robots_log_rate 1r/s;");
    flood(kGptBot);
    ASSERT_TRUE(nginx.reload());
    EXPECT_TRUE(settle(kGptBot, "GPTBot")) << told("GPTBot");
}

// Their names are theirs to choose: sixteen quotas are shared by all of them.
TEST_F(LogRate, InventedNamesDoNotRaiseTheLimit) {
    serve_at("robots_log_rate 1r/s;");
    for (int i = 0; i < kFlood; ++i) {
        flood("Invented" + std::to_string(i) + "Bot/1.0", 1);
    }
    std::map<std::string, int> seconds;
    for (const std::string& line : nginx.violations()) {
        EXPECT_LE(++seconds[second_of(line)], 16) << line;
    }
}

TEST_F(LogRate, ARateMayBeLinesPerMinute) {
    serve_at("robots_log_rate 2r/m;");
    flood(kGptBot);
    // A minute may end meanwhile.
    EXPECT_GE(lines_about("GPTBot").size(), std::size_t{2});
    EXPECT_LE(lines_about("GPTBot").size(), std::size_t{4});
}

TEST_F(LogRate, ARateIsLinesPerSecond) {
    for (const char* rate : {"10", "r/s", "0r/s", "-1r/s", "10r/h", "1.5r/s",
                             "65535r/s", "99999999999999999999r/s", "on"}) {
        configure("robots_log_rate " + std::string(rate) + ";");
        const Outcome outcome = nginx.test();
        EXPECT_NE(outcome.status, 0) << rate;
        EXPECT_TRUE(contains(outcome.output,
                             "invalid rate \"" + std::string(rate) + "\""))
            << outcome.output;
    }
    configure(
        "robots_log_rate 65534r/s; server { robots_log_rate off;"
        "location / { robots_log_rate 1r/s; } }");
    EXPECT_EQ(nginx.test().status, 0);
}

}  // namespace
}  // namespace integration
