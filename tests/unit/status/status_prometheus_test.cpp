#include "status/format/prometheus.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "tests/unit/status/status_fixture.hpp"

namespace robots {
namespace {

class StatusPrometheus : public StatusFixture {
  protected:
    StatusPrometheus() {
        use(R"(version: 1
enforce: {disallow: reject}
sites: [{host: a.example, groups: [{user_agent: "*", disallow: /closed/}]}]
)");
    }

    // The sample that begins with `start`, or "".
    std::string sample(const std::string& start) {
        std::istringstream lines(prometheus());
        for (std::string line; std::getline(lines, line);) {
            if (line.compare(0, start.size(), start) == 0) {
                return line;
            }
        }
        return {};
    }
};

TEST_F(StatusPrometheus, CountsByVerdictAndAction) {
    visit("http://a.example/closed/", "GPTBot/1.2");
    visit("http://a.example/closed/", "GPTBot/1.2");
    visit("http://a.example/", "GPTBot/1.2");
    const std::string disallowed =
        "robots_requests_total{site=\"a.example\",crawler=\"GPTBot\","
        "category=\"ai-training\",verdict=\"disallow\",action=\"reject\","
        "would=\"reject\"}";
    EXPECT_EQ(sample(disallowed), disallowed + " 2");
    EXPECT_NE(prometheus().find("action=\"pass\",would=\"pass\"} 1\n"),
              std::string::npos);
}

TEST_F(StatusPrometheus, WhatIsOnlyLoggedSaysWhatItWouldBe) {
    visit("http://a.example/closed/", "GPTBot/1.2");
    cap = Action::log;
    visit("http://a.example/closed/", "GPTBot/1.2");
    visit("http://a.example/closed/", "GPTBot/1.2");
    const std::string text = prometheus();
    EXPECT_NE(text.find("action=\"log\",would=\"reject\"} 2\n"),
              std::string::npos);
    EXPECT_NE(text.find("action=\"reject\",would=\"reject\"} 1\n"),
              std::string::npos);
    EXPECT_EQ(text.find("would=\"log\""), std::string::npos);
}

TEST_F(StatusPrometheus, EachRuleThatARequestBrokeCounts) {
    use(R"(version: 1
enforce: {disallow: log, crawl_delay: log}
sites:
  - host: a.example
    groups: [{user_agent: "*", disallow: /closed/, crawl_delay: 9s}]
)");
    for (int i = 0; i < 3; ++i) {
        visit("http://a.example/closed/", "GPTBot/1.2");
    }
    const std::string of =
        "robots_violations_total{site=\"a.example\",crawler=\"GPTBot\","
        "category=\"ai-training\",violation=";
    EXPECT_EQ(sample(of + "\"disallow"), of + "\"disallow\"} 3");
    EXPECT_EQ(sample(of + "\"crawl_delay"), of + "\"crawl_delay\"} 1")
        << "one more may come at once";
}

TEST_F(StatusPrometheus, ACrawlerThatNeverFetchedCountsZero) {
    visit("http://a.example/", "GPTBot/1.2");
    EXPECT_EQ(sample("robots_txt_fetches_total"),
              "robots_txt_fetches_total{site=\"a.example\",crawler=\"GPTBot\","
              "category=\"ai-training\"} 0");
}

TEST_F(StatusPrometheus, TimeOfUpstreamsIsInSeconds) {
    const std::string gptbot =
        "robots_upstream_seconds_total{site=\"a.example\",crawler=\"GPTBot\","
        "category=\"ai-training\"} ";
    visit("http://a.example/", "GPTBot/1.2");
    EXPECT_EQ(sample(gptbot), gptbot + "0");
    upstream = Milliseconds{1250};
    visit("http://a.example/", "GPTBot/1.2");
    visit("http://a.example/", "GPTBot/1.2");
    EXPECT_EQ(sample(gptbot), gptbot + "2.5");
}

TEST_F(StatusPrometheus, CountsAnswersByStatus) {
    ledger->answered(site_key("a.example"), 200, now);
    ledger->answered(site_key("a.example"), 599, now);
    EXPECT_EQ(sample("robots_txt_served_total{site=\"a.example\",status=\"200"),
              "robots_txt_served_total{site=\"a.example\",status=\"200\"} 1");
    EXPECT_EQ(
        sample("robots_txt_served_total{site=\"a.example\",status=\"other"),
        "robots_txt_served_total{site=\"a.example\",status=\"other\"} 1");
}

TEST_F(StatusPrometheus, DelaysAreAHistogramInSeconds) {
    const Visitor visitor{site_key("a.example"),
                          policy->crawlers().identify("GPTBot/1.2")};
    visit("http://a.example/", "GPTBot/1.2");
    ledger->delayed(visitor, now);
    ledger->released(visitor, Milliseconds{700});
    ledger->released(visitor, Milliseconds{1750});
    EXPECT_EQ(sample("robots_delay_seconds_bucket{le=\"0.5\"}"),
              "robots_delay_seconds_bucket{le=\"0.5\"} 0");
    EXPECT_EQ(sample("robots_delay_seconds_bucket{le=\"1\"}"),
              "robots_delay_seconds_bucket{le=\"1\"} 1");
    EXPECT_EQ(sample("robots_delay_seconds_bucket{le=\"+Inf\"}"),
              "robots_delay_seconds_bucket{le=\"+Inf\"} 2");
    EXPECT_EQ(sample("robots_delay_seconds_sum"),
              "robots_delay_seconds_sum 2.45");
    EXPECT_EQ(sample("robots_delay_seconds_count"),
              "robots_delay_seconds_count 2");
}

// Sites' names can't hold them, but a reader of the text must not depend on it.
TEST(PrometheusText, LabelsAreEscaped) {
    status::model::Metrics metrics;
    status::model::ServedRow row;
    row.site = "a\"b\\c\nd";
    row.answers[0] = 1;
    metrics.served.push_back(row);
    std::string out;
    status::append_prometheus(out, metrics);
    EXPECT_NE(out.find("{site=\"a\\\"b\\\\c\\nd\",status=\"200\"} 1\n"),
              std::string::npos);
}

// What Prometheus advises: totals say so, and units are base units.
TEST(PrometheusText, NamesFollowTheConventions) {
    status::model::Metrics metrics;
    metrics.server.policy_stale = false;
    metrics.server.fleet.emplace();
    std::string out;
    status::append_prometheus(out, metrics);
    static const std::regex head(
        "# HELP (robots_[a-z_]+) [^\n]+\\.\n"
        "# TYPE (robots_[a-z_]+) (counter|gauge|histogram)\n");
    static const std::regex no_base_unit(
        "(minutes|hours|milliseconds|ms|age|octets|percent)(_|$)");
    std::set<std::string> names;
    for (std::sregex_iterator at(out.begin(), out.end(), head), end; at != end;
         ++at) {
        const std::string name = (*at)[1];
        EXPECT_EQ(name, (*at)[2]);
        EXPECT_TRUE(names.insert(name).second) << name << " is there twice";
        EXPECT_EQ(std::regex_search(name, std::regex("_total$")),
                  (*at)[3] == "counter")
            << name;
        EXPECT_FALSE(std::regex_search(name, no_base_unit)) << name;
        EXPECT_EQ((*at)[3] == "histogram",
                  std::regex_search(name, std::regex("[^p]_seconds$")))
            << name;
    }
    std::istringstream lines(out);
    for (std::string line; std::getline(lines, line);) {
        static const std::regex ending("(_bucket|_sum|_count)?[{ ].*");
        if (line[0] != '#') {
            const std::string name = std::regex_replace(line, ending, "");
            EXPECT_EQ(names.count(name), 1U) << line;
        }
    }
    EXPECT_GT(names.size(), 25U);
}

TEST_F(StatusPrometheus, EachLineHasTheTextFormat) {
    visit("http://a.example/closed/", "GPTBot/1.2");
    visit("http://a.example/closed/", "<b>\"Bot/1.0 (+http://x)");
    fetch("http://a.example/", "GPTBot/1.2");
    ledger->answered(site_key("a.example"), 200, now);
    const std::regex comment("# (HELP|TYPE) robots_[a-z_]+ .+");
    const std::regex sample(
        "(robots_[a-z_]+)(\\{[a-z]+=\"([^\"\\\\\n]|\\\\[\"\\\\n])*\""
        "(,[a-z]+=\"([^\"\\\\\n]|\\\\[\"\\\\n])*\")*\\})? [0-9]+(\\.[0-9]+)?");
    std::istringstream lines(prometheus());
    std::map<std::string, int> seen;
    for (std::string line; std::getline(lines, line);) {
        EXPECT_TRUE(std::regex_match(line, comment) ||
                    std::regex_match(line, sample))
            << line;
        if (line[0] != '#') {
            EXPECT_EQ(++seen[line.substr(0, line.rfind(' '))], 1)
                << "twice: " << line;
        }
    }
    EXPECT_GT(seen.size(), 20u);
}

}  // namespace
}  // namespace robots
