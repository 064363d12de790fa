// `request_rate` and `visit_time` of groups.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderRates : public PolicyFixture {
  protected:
    static std::string with(const std::string& groups) {
        return "version: 1\ndefault: {groups: " + groups + "}\n";
    }
    // The robots.txt of one group for "x" that has `keys`.
    std::string lines(const std::string& keys) const {
        return robots_txt(
            with("[{user_agent: x, disallow: /a, " + keys + "}]"));
    }
    // `value` of `key` is refused; it starts in column 37 and the key's length.
    void expect_bad(const std::string& key, const std::string& value,
                    const std::string& code, std::uint32_t column) const {
        expect_error(with("[{user_agent: x, " + key + ": " + value + "}]"),
                     code, 2, column);
    }
    std::string revision(const std::string& yaml) const {
        const Loaded loaded = load(yaml);
        return loaded.policy == nullptr
                   ? all(loaded.diagnostics)
                   : std::string(loaded.policy->default_site()
                                     ->robots->revision.text());
    }

    const std::string x = "User-agent: x\nDisallow: /a\n";
};

constexpr const char* kInheritedTwice = R"(version: 1
default:
  groups:
    - {user_agent: "*", request_rate: [1/5s, 10/1m, 100/1h, 1000/1h]}
    - {category: ai-training, inherit: "*", disallow: /ai/}
    - {operator: OpenAI, inherit: "*", disallow: /oa/}
)";

TEST_F(LoaderRates, ThoseThatAreInheritedTwiceCountOnce) {
    const Loaded loaded = load(kInheritedTwice);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Group* group =
        loaded.policy->default_site()->robots->groups.named("GPTBot");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(group->pace->request_rates.size(), 4U);
}

// Places in the file, as "line:column".
std::string places(const PacePlaces& pace) {
    std::string out;
    for (const Place& place :
         {pace.crawl_delay, pace.request_rates, pace.visit_times}) {
        out += ' ' + std::to_string(place.line) + ':' +
               std::to_string(place.column);
    }
    return out;
}

TEST_F(LoaderRates, ThePlaceOfAPaceIsWhereItWasWrittenLast) {
    const Loaded loaded = load(R"(version: 1
templates:
  slow:
    groups:
      - user_agent: x
        crawl_delay: 5s
        request_rate: 1/5s
sites:
  - host: a.example
    template: slow
    groups:
      - user_agent: x
        crawl_delay: 7s
      - {user_agent: y, inherit: x, visit_time: 0600-0845}
  - host: b.example
    robots_txt: {text: "User-agent: x\nCrawl-delay: 5\n"}
)");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const auto& sites = loaded.policy->sites();
    const Groups& composed = sites[0].robots->groups;
    EXPECT_EQ(places(composed.named("x")->pace->places), " 13:22 7:23 0:0");
    EXPECT_EQ(places(composed.named("y")->pace->places), " 13:22 7:23 14:49");
    EXPECT_EQ(places(sites[1].robots->groups.named("x")->pace->places),
              " 16:17 0:0 0:0");
}

TEST_F(LoaderRates, TheLongestOfSeveralDelaysApplies) {
    const Loaded loaded = load(with(
        "[{user_agent: x, crawl_delay: 5s}, {user_agent: [x, y], crawl_delay: "
        "9s}]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(places(loaded.policy->default_site()
                         ->robots->groups.named("x")
                         ->pace->places),
              " 2:88 0:0 0:0");
}

TEST_F(LoaderRates, ARequestRateIsRenderedInSeconds) {
    EXPECT_EQ(lines("request_rate: 10/1m"), x + "Request-rate: 10/60\n");
    EXPECT_EQ(lines("request_rate: 10/60"), x + "Request-rate: 10/60\n");
    EXPECT_EQ(lines("request_rate: [1/5s 0800-1800, 100/1h]"),
              x + "Request-rate: 1/5 0800-1800\nRequest-rate: 100/3600\n");
    EXPECT_EQ(lines("request_rate: []"), x);
}

TEST_F(LoaderRates, AVisitTimeIsRenderedAsItIs) {
    EXPECT_EQ(lines("visit_time: 0600-0845"), x + "Visit-time: 0600-0845\n");
    EXPECT_EQ(lines("visit_time: [2200-0600, '1200-1300']"),
              x + "Visit-time: 2200-0600\nVisit-time: 1200-1300\n");
}

TEST_F(LoaderRates, RenderedRatesAreEnforced) {
    const Loaded loaded = load(with(
        "[{user_agent: x, request_rate: 6/1m 0800-1800, visit_time: [0600-0845,"
        " 2200-2400]}]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Group* group =
        loaded.policy->default_site()->robots->groups.named("x");
    ASSERT_EQ(group->pace->request_rates.size(), 1u);
    EXPECT_EQ(group->pace->request_rates[0].requests, 6u);
    EXPECT_EQ(group->pace->request_rates[0].period, Milliseconds(60000));
    ASSERT_TRUE(group->pace->request_rates[0].window.has_value());
    EXPECT_EQ(group->pace->request_rates[0].window->from, 8 * 60);
    EXPECT_EQ(group->pace->visit_times.size(), 2u);
}

TEST_F(LoaderRates, ARateCountsInDaysToo) {
    const Loaded loaded =
        load(with("[{user_agent: x, request_rate: [10/1d, 1/7d]}]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const auto& rates = loaded.policy->default_site()
                            ->robots->groups.named("x")
                            ->pace->request_rates;
    ASSERT_EQ(rates.size(), 2u);
    EXPECT_EQ(rates[0].period, std::chrono::hours(24));
    EXPECT_EQ(rates[1].period, std::chrono::hours(7 * 24));
}

TEST_F(LoaderRates, ARateOfOtherProgramsIsTranslated) {
    const auto hint = [this](const std::string& rate) {
        const Loaded loaded =
            load(with("[{user_agent: x, request_rate: '" + rate + "'}]"));
        return loaded.diagnostics.empty() ? "" : loaded.diagnostics[0].text;
    };
    for (const char* rate :
         {"10/m", "10r/m", "10 r/m", "10 req/min", "10requests/minute"}) {
        EXPECT_EQ(hint(rate),
                  "invalid rate `" + std::string(rate) + "`; write `10/1m`");
    }
    EXPECT_EQ(hint("5r/s"), "invalid rate `5r/s`; write `5/1s`");
    EXPECT_EQ(hint("3/day"), "invalid rate `3/day`; write `3/1d`");
    EXPECT_NE(hint("0/m").find("requests and a time"), std::string::npos);
    EXPECT_NE(hint("10/fortnight").find("requests and a time"),
              std::string::npos);
}

TEST_F(LoaderRates, InvalidRatesAndWindowsAreErrors) {
    for (const char* rate :
         {"10", "0/1", "1/0", "-1/5", "1/8d", "10/m", "10r/m", "10/1m 8-18",
          "10/1m 0800", "1/169h", "10 / 60", "ten/60", "''", "2000000/1m",
          "100000/1s"}) {
        expect_bad("request_rate", '\'' + std::string(rate) + '\'', "bad-rate",
                   50);
    }
    for (const char* window : {"0600", "6-8", "0600-0600", "2500-0100",
                               "0660-0700", "06:00-08:00", "", "0600-0845 "}) {
        expect_bad("visit_time", '\'' + std::string(window) + '\'',
                   "bad-window", 48);
    }
    expect_bad("request_rate", "{a: b}", "wrong-type", 50);
    expect_bad("request_rate", "[1/1, 1/2, 1/3, 1/4, 1/5, 1/6, 1/7, 1/8]",
               "out-of-range", 50);
    expect_bad("visit_time", "", "empty-value", 36);
}

TEST_F(LoaderRates, MergedGroupsHaveAtMostSevenRates) {
    const std::string four = "request_rate: [1/1, 1/2, 1/3, 1/4]";
    const std::string more = "request_rate: [1/5, 1/6, 1/7, 1/8]";
    expect_error(with("[{user_agent: x, " + four + "}, {user_agent: [x, y], " +
                      more + "}]"),
                 "out-of-range", 2, 10);
}

TEST_F(LoaderRates, ASitesRatesReplaceItsTemplates) {
    const std::string base =
        "version: 1\n"
        "templates: {t: {groups: [{user_agent: x, disallow: /a, request_rate: "
        "1/10, visit_time: 0600-0845, content_usage: train-ai=n}]}}\n"
        "default: {template: t, groups: [{user_agent: X";
    EXPECT_EQ(robots_txt(base + "}]}\n"),
              x + "Request-rate: 1/10\nVisit-time: 0600-0845\n"
                  "Content-Usage: train-ai=n\n");
    EXPECT_EQ(
        robots_txt(base + ", request_rate: [1/20, 5/300], visit_time: "
                          "2200-2400, content_usage: {/b: train-ai=y}}]}\n"),
        x + "Request-rate: 1/20\nRequest-rate: 5/300\n"
            "Visit-time: 2200-2400\nContent-Usage: /b train-ai=y\n");
    EXPECT_EQ(robots_txt(base + ", request_rate: [], visit_time: [], "
                                "content_usage: {}}]}\n"),
              x);
}

TEST_F(LoaderRates, InheritedRatesApplyIfTheGroupHasNone) {
    const std::string base =
        "[{user_agent: '*', disallow: /a, request_rate: 1/10, visit_time: "
        "0600-0845}, {user_agent: x, inherit: '*'";
    const std::string all =
        "\nUser-agent: *\nDisallow: /a\n"
        "Request-rate: 1/10\nVisit-time: 0600-0845\n";
    EXPECT_EQ(robots_txt(with(base + "}]")),
              x + "Request-rate: 1/10\nVisit-time: 0600-0845\n" + all);
    EXPECT_EQ(robots_txt(with(base + ", request_rate: 2/10}]")),
              x + "Request-rate: 2/10\nVisit-time: 0600-0845\n" + all);
    EXPECT_EQ(robots_txt(with(base + ", request_rate: [], visit_time: []}]")),
              x + all);
}

TEST_F(LoaderRates, TheRevisionCoversThem) {
    const std::string plain = revision(with("[{user_agent: x}]"));
    for (const char* key :
         {"request_rate: 1/5", "visit_time: 0600-0845",
          "content_usage: train-ai=n", "enforce: {unsupported: reject}"}) {
        EXPECT_NE(plain,
                  revision(with("[{user_agent: x, " + std::string(key) + "}]")))
            << key;
    }
}

}  // namespace
}  // namespace robots
