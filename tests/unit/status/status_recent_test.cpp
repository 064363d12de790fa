// What the status says of the latest activity: series, violations, names.

#include "policy/verdict/deciding_line.hpp"
#include "tests/unit/status/status_fixture.hpp"

namespace robots {
namespace {

constexpr std::string_view kRecentPolicy = R"(version: 1
enforce: {disallow: reject}
sites:
  - {host: a.example, groups: [{user_agent: "*", disallow: /closed/}]}
  - {host: b.example, groups: [{user_agent: "*", disallow: /closed/}]}
)";

class StatusRecent : public StatusFixture {
  protected:
    StatusRecent() { use(kRecentPolicy); }

    // A request, and the note that a violation leaves.
    void violate(std::string_view url, std::string_view agent,
                 std::string_view address = std::string_view("\xC0\x00\x02\x07",
                                                             4)) {
        const Verdict verdict = visit(url, agent);
        ViolationNote note;
        note.at = static_cast<std::uint64_t>(now.count());
        note.site = site_of(*policy, url)->key;
        note.crawler = verdict.crawler.crawler != nullptr
                           ? verdict.crawler.crawler->key
                           : kUnlistedCrawler;
        note.name = decltype(note.name)(verdict.crawler.token);
        note.line = line_key(verdict);
        note.violation = verdict.violation;
        note.action = note.would = verdict.action;
        note.status = verdict.status;
        note.address = decltype(note.address)(address);
        note.path = decltype(note.path)(parse_url(url)->target);
        activity->violated(note);
    }

    nlohmann::json violations(const std::string& more = {}) {
        return json("view=violations" + more)["last_violations"];
    }
};

TEST_F(StatusRecent, EachSeriesEndsWithThePeriodThatIsNotOver) {
    now = std::chrono::hours(40);
    visit("http://a.example/", "Googlebot/2.1");
    visit("http://a.example/closed/", "Googlebot/2.1");
    visit("http://a.example/closed/", "Googlebot/2.1", Identity::impostor);
    const nlohmann::json series = json()["series"];
    ASSERT_EQ(series.size(), 3u);
    const int periods[] = {60, 600, 10800};
    const std::size_t counts[] = {60, 144, 14};
    for (std::size_t i = 0; i < series.size(); ++i) {
        EXPECT_EQ(series[i]["period"], periods[i]);
        EXPECT_EQ(series[i]["allowed"].size(), counts[i]);
        EXPECT_EQ(series[i]["allowed"].back(), 1);
        EXPECT_EQ(series[i]["refused"].back(), 1);
        EXPECT_EQ(series[i]["impostor"].back(), 1);
        EXPECT_LE(series[i]["start"].get<long>() +
                      static_cast<long>(counts[i] - 1) * periods[i],
                  kNow);
    }
}

TEST_F(StatusRecent, ACrawlerHasAGradeForEachTime) {
    const auto grade = [this](const char* time) {
        return json("crawler=Googlebot")["crawler"]["obedience"][time];
    };
    now = std::chrono::hours(24) * 8;
    for (int i = 0; i < 20; ++i) {
        visit("http://a.example/closed/", "Googlebot/2.1");
        visit("http://a.example/closed/", "Googlebot/2.1", Identity::impostor);
    }
    EXPECT_EQ(grade("24h")["grade"], "never_read");
    fetch("http://a.example/", "Googlebot/2.1");
    EXPECT_EQ(grade("24h")["grade"], "breaks");
    now += std::chrono::hours(24) * 8;
    for (int i = 0; i < 20; ++i) {
        visit("http://a.example/", "Googlebot/2.1");
    }
    for (const char* time : {"24h", "7d"}) {
        EXPECT_EQ(grade(time)["grade"], "keeps");
        EXPECT_EQ(grade(time)["judged"], 20);
        EXPECT_EQ(grade(time)["share"], 1.0);
    }
    for (const char* time : {"30d", "all"}) {
        EXPECT_EQ(grade(time)["judged"], 40);
        EXPECT_EQ(grade(time)["kept"], 20);
        EXPECT_EQ(grade(time)["grade"], "breaks");
    }
}

// Until then, it may use a copy that it got before (RFC 9309 2.4).
TEST_F(StatusRecent, NobodyIsSaidNotToReadWithinTheFirstDay) {
    now = std::chrono::hours(23);
    for (int i = 0; i < 20; ++i) {
        visit("http://a.example/", "Googlebot/2.1");
    }
    const auto grade = [this] {
        return json(
            "crawler=Googlebot")["crawler"]["obedience"]["all"]["grade"];
    };
    EXPECT_EQ(grade(), "keeps");
    now += std::chrono::hours(1);
    EXPECT_EQ(grade(), "never_read");
}

// A series does not tell these apart from violations.
TEST_F(StatusRecent, WhatRobotsTxtCannotSayLeavesOneGrade) {
    use(R"(version: 1
enforce: {disallow: reject, unverifiable: reject}
sites: [{host: a.example, groups: [{user_agent: "*", disallow: /closed/}]}]
)");
    now = std::chrono::hours(40);
    for (int i = 0; i < 20; ++i) {
        visit("http://a.example/", "GPTBot/1.2", Identity::verified);
    }
    const auto obedience = [this] {
        return json("crawler=GPTBot")["crawler"]["obedience"];
    };
    EXPECT_EQ(obedience()["24h"]["judged"], 20);
    ASSERT_EQ(visit("http://a.example/", "GPTBot/1.2").violation,
              Violation::unverifiable);
    EXPECT_TRUE(obedience()["24h"].is_null());
    EXPECT_EQ(obedience()["all"]["judged"], 20);
    EXPECT_EQ(obedience()["all"]["kept"], 20);
}

// Google documents that Googlebot does not support Crawl-delay.
TEST_F(StatusRecent, AnUnsupportedLineIsNotBroken) {
    use(R"(version: 1
enforce: {crawl_delay: throttle, burst: 0}
sites: [{host: a.example, groups: [{user_agent: "*", crawl_delay: 10s}]}]
)");
    now = std::chrono::hours(40);
    fetch("http://a.example/", "Googlebot/2.1");
    for (int i = 0; i < 20; ++i) {
        visit("http://a.example/", "Googlebot/2.1");
    }
    ASSERT_EQ(visit("http://a.example/", "Googlebot/2.1").violation,
              Violation::crawl_delay);
    const auto obedience = json("crawler=Googlebot")["crawler"]["obedience"];
    EXPECT_EQ(obedience["all"]["judged"], 21);
    EXPECT_EQ(obedience["all"]["kept"], 21);
    EXPECT_EQ(obedience["all"]["grade"], "keeps");
    EXPECT_TRUE(obedience["24h"].is_null());
}

TEST_F(StatusRecent, SitesAndCrawlersHaveTheirOwnSeries) {
    visit("http://a.example/", "Googlebot/2.1");
    visit("http://a.example/", "GPTBot/1.2");
    const auto latest = [this](const char* view) {
        return json(view)["series"][0]["allowed"].back();
    };
    EXPECT_EQ(latest("crawler=Googlebot"), 1);
    EXPECT_EQ(latest("site=a.example"), 2);
    EXPECT_TRUE(json("site=b.example")["series"].empty());
}

TEST_F(StatusRecent, TheLatestViolationComesFirst) {
    violate("http://a.example/closed/1", "Googlebot/2.1");
    now += Milliseconds{2000};
    violate("http://b.example/closed/2", "GPTBot/1.2");
    const nlohmann::json rows = violations();
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[0]["crawler"], "GPTBot");
    EXPECT_EQ(rows[0]["path"], "/closed/2");
    EXPECT_EQ(rows[0]["time"], kNow);
    EXPECT_EQ(rows[1]["time"], kNow - 2);
    EXPECT_EQ(rows[1]["rule"], "Disallow: /closed/");
    EXPECT_NE(rows[1]["place"].get<std::string>().find(":4:"),
              std::string::npos);
    EXPECT_EQ(rows[1]["verdict"], "disallow");
    EXPECT_EQ(rows[1]["action"], "reject");
    EXPECT_EQ(rows[1]["status"], 403);
    EXPECT_EQ(rows[1]["address"], "192.0.2.7");
    EXPECT_EQ(json("view=violations")["total"], 2);
}

TEST_F(StatusRecent, ViolationsAreFilteredByCrawlerAndSite) {
    violate("http://a.example/closed/1", "Googlebot/2.1");
    violate("http://b.example/closed/2", "GPTBot/1.2");
    violate("http://b.example/closed/3", "Nobot/1.0 (+http://n.example/)");
    EXPECT_EQ(violations("&crawler=gptbot").size(), 1u);
    EXPECT_EQ(violations("&crawler=(unlisted)")[0]["crawler"], "Nobot");
    EXPECT_EQ(violations("&site=b.example").size(), 2u);
    EXPECT_EQ(violations("&site=b.example&crawler=Googlebot").size(), 0u);
    EXPECT_EQ(violations("&site=nowhere.example").size(), 0u);
    EXPECT_EQ(violations("&crawler=nobody").size(), 0u);
    EXPECT_EQ(json("site=a.example")["last_violations"].size(), 1u);
    EXPECT_EQ(json("crawler=GPTBot")["last_violations"].size(), 1u);
}

TEST_F(StatusRecent, MaskedAddressesAreNetworks) {
    masks_addresses = true;
    violate("http://a.example/closed/", "Googlebot/2.1");
    EXPECT_EQ(violations()[0]["address"], "192.0.2.0/24");
    violate("http://a.example/closed/", "Googlebot/2.1",
            {"\x20\x01\x0d\xb8\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06",
             16});
    EXPECT_EQ(violations()[0]["address"], "2001:db8:1::/48");
}

TEST_F(StatusRecent, OnlyTheLastViolationsAreKept) {
    for (std::size_t i = 0; i < RecentViolations::kMost + 20; ++i) {
        violate("http://a.example/closed/" + std::to_string(i),
                "Googlebot/2.1");
    }
    const nlohmann::json all = json("view=violations");
    EXPECT_EQ(all["total"], RecentViolations::kMost + 20);
    const std::size_t kept = all["last_violations"].size();
    EXPECT_EQ(kept, all["capacity"].get<std::size_t>());
    EXPECT_GE(kept, RecentViolations::kMost);
    EXPECT_EQ(all["last_violations"][0]["path"], "/closed/219");
}

TEST_F(StatusRecent, ALineThatThePolicyNoLongerHasIsGone) {
    violate("http://a.example/closed/", "Googlebot/2.1");
    use("version: 1\nsites: [{host: a.example, groups: [{user_agent: '*', "
        "disallow: /other/}]}]\n");
    EXPECT_EQ(violations()[0]["rule"], "(gone)");
}

TEST_F(StatusRecent, NamesOfUnlistedCrawlersAreCounted) {
    const Site* site = site_of(*policy, "http://a.example/");
    const auto come = [&](std::string_view agent, std::uint64_t key,
                          const char* url) {
        activity->named(key, *site, visit(url, agent), now);
    };
    come("Newbot/1.0 (+http://n.example/)", 7, "http://a.example/");
    come("Otherbot/1.0 (+http://o.example/)", 1ULL << 40 | 9,
         "http://a.example/");
    come("Newbot/1.0 (+http://n.example/)", 7, "http://a.example/closed/");
    const nlohmann::json names = json()["unlisted"];
    ASSERT_EQ(names.size(), 2u);
    EXPECT_EQ(names[0]["name"], "Newbot");
    EXPECT_EQ(names[0]["requests"], 2);
    EXPECT_EQ(names[0]["violating"], 1);
    EXPECT_EQ(names[0]["site"], "a.example");
    EXPECT_EQ(names[1]["name"], "Otherbot");
}

}  // namespace
}  // namespace robots
