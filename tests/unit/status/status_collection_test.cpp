// What the status collects from ledger and policy, as its JSON tells it.

#include "tests/unit/status/status_fixture.hpp"

namespace robots {
namespace {

constexpr std::string_view kPolicy = R"(version: 1
enforce: {disallow: reject, crawl_delay: log, tolerance: 0%}
sites:
  - host: a.example
    groups:
      - user_agent: "*"
        disallow: [/closed/, /x]
        allow: /closed/open
        crawl_delay: 2s
      - user_agent: GPTBot
        disallow: /
  - host: "*.b.example"
    groups: [{user_agent: "*", disallow: /none/}]
    sitemap: ${origin}/sitemap.xml
)";

class StatusCollection : public StatusFixture {
  protected:
    StatusCollection() { use(kPolicy); }

    nlohmann::json crawler(const std::string& token) {
        return row_with(json()["crawlers"]["rows"], "crawler", token);
    }
};

TEST_F(StatusCollection, AnEmptyLedgerHasNoRows) {
    const nlohmann::json all = json();
    EXPECT_EQ(all["version"], 2);
    EXPECT_EQ(all["view"], "overview");
    EXPECT_EQ(all["server"]["time"], kNow);
    EXPECT_EQ(all["server"]["policy"]["sites"], 2);
    EXPECT_EQ(all["crawlers"]["total"], 0);
    EXPECT_EQ(all["totals"]["counts"]["requests"], 0);
    EXPECT_EQ(all["sites"]["total"], 2) << "their robots.txt are in effect";
}

TEST_F(StatusCollection, ACrawlersRowIsTheSumOfItsSites) {
    visit("http://a.example/closed/1", "GPTBot/1.2");
    visit("http://a.example/2", "GPTBot/1.2");
    now += Milliseconds{5000};
    visit("http://x.b.example/3", "GPTBot/1.2");
    const nlohmann::json row = crawler("GPTBot");
    EXPECT_EQ(row["category"], "ai-training");
    EXPECT_EQ(row["listed"], true);
    EXPECT_EQ(row["sites"], 2);
    EXPECT_EQ(row["counts"]["requests"], 3);
    EXPECT_EQ(row["counts"]["verdicts"]["disallow"], 2);
    EXPECT_EQ(row["counts"]["verdicts"]["allow"], 1);
    EXPECT_EQ(row["counts"]["actions"]["reject"], 2);
    EXPECT_EQ(row["busiest_site"], "a.example");
    EXPECT_EQ(row["last_seen"], kNow);
    EXPECT_EQ(row["first_seen"], kNow - 5);
    EXPECT_EQ(row["fetches"]["requests"], 0);
    EXPECT_TRUE(row["fetches"]["last"].is_null()) << "never fetched";
}

TEST_F(StatusCollection, WhatIsOnlyLoggedIsCountedOnce) {
    visit("http://a.example/closed/1", "Googlebot/2.1");
    cap = Action::log;
    visit("http://a.example/closed/2", "Googlebot/2.1");
    visit("http://a.example/closed/3", "Googlebot/2.1");
    const nlohmann::json all = json();
    for (const nlohmann::json& counts :
         {all["totals"]["counts"],
          row_with(all["crawlers"]["rows"], "crawler", "Googlebot")["counts"],
          row_with(all["sites"]["rows"], "site", "a.example")["counts"],
          json("site=a.example")["visits"]["rows"][0]["counts"]}) {
        EXPECT_EQ(counts["requests"], 3);
        EXPECT_EQ(counts["verdicts"]["disallow"], 3);
        EXPECT_EQ(counts["actions"]["reject"], 1);
        EXPECT_EQ(counts["actions"]["log"], 2);
        EXPECT_EQ(counts["would"]["reject"], 3);
        EXPECT_EQ(counts["would"]["log"], 0);
    }
    EXPECT_EQ(all["series"][0]["refused"].back(), 1);
    EXPECT_EQ(all["series"][0]["logged"].back(), 2);
}

TEST_F(StatusCollection, SecondsOfUpstreamAreThoseOfEachRequest) {
    upstream = Milliseconds{1500};
    visit("http://a.example/", "Googlebot/2.1");
    upstream = Milliseconds{40};
    visit("http://a.example/", "bingbot/2.0");
    const nlohmann::json all = json();
    EXPECT_EQ(all["totals"]["upstream_seconds"], 1.54);
    EXPECT_EQ(crawler("Googlebot")["upstream_seconds"], 1.5);
    EXPECT_EQ(crawler("bingbot")["upstream_seconds"], 0.04);
    EXPECT_EQ(
        row_with(all["sites"]["rows"], "site", "a.example")["upstream_seconds"],
        1.54);
    EXPECT_EQ(row_with(json("site=a.example")["visits"]["rows"], "crawler",
                       "bingbot")["upstream_seconds"],
              0.04);
}

TEST_F(StatusCollection, ARequestCountsForEachRuleThatItBroke) {
    for (int i = 0; i < 3; ++i) {
        visit("http://a.example/closed/1", "bingbot/2.0");
    }
    const nlohmann::json counts = crawler("bingbot")["counts"];
    EXPECT_EQ(counts["requests"], 3);
    EXPECT_EQ(counts["verdicts"]["disallow"], 3);
    EXPECT_EQ(counts["verdicts"]["crawl_delay"], 0);
    EXPECT_EQ(counts["broken"]["disallow"], 3);
    EXPECT_EQ(counts["broken"]["crawl_delay"], 0)
        << "what is refused for its path is not judged by its time";
    use(R"(version: 1
enforce: {disallow: log, crawl_delay: throttle, burst: 0, tolerance: 0%}
sites:
  - host: c.example
    groups: [{user_agent: "*", disallow: /closed/, crawl_delay: 2s}]
)");
    for (int i = 0; i < 3; ++i) {
        visit("http://c.example/closed/1", "Googlebot/2.1");
    }
    const nlohmann::json row = crawler("Googlebot");
    EXPECT_EQ(row["counts"]["verdicts"]["disallow"], 3);
    EXPECT_EQ(row["counts"]["broken"]["disallow"], 3);
    EXPECT_EQ(row["counts"]["broken"]["crawl_delay"], 2);
    const nlohmann::json lines = json("crawler=Googlebot")["rules"];
    EXPECT_EQ(row_with(lines, "rule", "Disallow: /closed/")["requests"], 3);
    EXPECT_EQ(row_with(lines, "rule", "Crawl-delay: 2")["requests"], 2);
    ASSERT_EQ(row["caps"].size(), 1u);
    EXPECT_EQ(row["caps"][0]["violation"], "crawl_delay");
    EXPECT_EQ(row["caps"][0]["action"], "log");
    EXPECT_EQ(row["caps"][0]["reason"], "unsupported");
    EXPECT_EQ(row["caps"][0]["text"],
              "only logged: Googlebot documents that it ignores Crawl-delay");
    EXPECT_EQ(json("crawler=Googlebot")["sites"]["rows"][0]["caps"],
              row["caps"]);
    EXPECT_EQ(crawler("bingbot")["caps"].size(), 0u);
}

TEST_F(StatusCollection, EveryViewSaysWhatIsOnlyLogged) {
    const auto log_only_of = [this](const char* view) {
        return json(view)["server"]["log_only"];
    };
    EXPECT_EQ(log_only_of(""), "none");
    log_only = status::model::LogOnly::all;
    for (const char* view : {"", "crawler=Googlebot", "site=a.example",
                             "view=sites", "view=violations", "view=explain"}) {
        EXPECT_EQ(log_only_of(view), "all") << view;
    }
    log_only = status::model::LogOnly::some;
    EXPECT_EQ(log_only_of(""), "some");
}

TEST_F(StatusCollection, ASiteIsCountedOnceForAllIdentities) {
    visit("http://a.example/", "Googlebot/2.1");
    visit("http://a.example/", "Googlebot/2.1", Identity::verified);
    visit("http://a.example/", "Googlebot/2.1", Identity::impostor);
    const nlohmann::json row = crawler("Googlebot");
    EXPECT_EQ(row["sites"], 1);
    EXPECT_EQ(row["identities"]["unverifiable"], 1);
    EXPECT_EQ(row["identities"]["verified"], 1);
    EXPECT_EQ(row["identities"]["impostor"], 1);
    EXPECT_EQ(row["impostors"]["requests"], 1);
    EXPECT_EQ(
        row_with(json()["sites"]["rows"], "site", "a.example")["crawlers"], 1);
}

TEST_F(StatusCollection, TheMedianComesWithTheCrawlDelay) {
    for (int i = 0; i < 9; ++i) {
        visit("http://a.example/", "Googlebot/2.1");
        now += Milliseconds{4000};
    }
    const nlohmann::json row = crawler("Googlebot");
    EXPECT_NEAR(row["median_interval"].get<double>(), 4.0, 0.13);
    EXPECT_EQ(row["crawl_delay"], 2);
}

TEST_F(StatusCollection, AFetchNamesItsRevision) {
    fetch("http://a.example/", "GPTBot/1.2");
    nlohmann::json fetched = crawler("GPTBot")["fetches"];
    EXPECT_EQ(fetched["requests"], 1);
    EXPECT_EQ(fetched["current"], true);
    EXPECT_EQ(fetched["revision"],
              site_of(*policy, "http://a.example/")->robots->revision.text());
    use(R"(version: 1
sites: [{host: a.example, groups: [{user_agent: "*", disallow: /new/}]}]
)");
    fetched = crawler("GPTBot")["fetches"];
    EXPECT_EQ(fetched["current"], false);
    EXPECT_TRUE(fetched["revision"].is_null());
}

TEST_F(StatusCollection, RemovedSitesAndCrawlersAreGone) {
    visit("http://x.b.example/", "Googlebot/2.1");
    visit("http://a.example/closed/", "Googlebot/2.1");
    use(R"(version: 1
sites: [{host: a.example, groups: [{user_agent: "*", disallow: /new/}]}]
)");
    const nlohmann::json all = json();
    const nlohmann::json gone =
        row_with(all["sites"]["rows"], "site", "(gone)");
    EXPECT_EQ(gone["counts"]["requests"], 1);
    EXPECT_EQ(gone["listed"], false);
    EXPECT_EQ(all["rules"][0]["rule"], "(gone)");
    EXPECT_EQ(all["rules"][0]["site"], "a.example");
    EXPECT_EQ(crawler("Googlebot")["counts"]["requests"], 2);
}

TEST_F(StatusCollection, UnlistedCrawlersShareOneRow) {
    visit("http://a.example/", "<script>alert(1)</script>Bot/1.0 (+http://x/)");
    visit("http://a.example/", "EvilBot/2.0");
    const nlohmann::json row = crawler("(unlisted)");
    EXPECT_EQ(row["counts"]["requests"], 2);
    EXPECT_EQ(row["listed"], false);
    EXPECT_EQ(json().dump().find("script"), std::string::npos);
    EXPECT_EQ(json().dump().find("Evil"), std::string::npos);
}

TEST_F(StatusCollection, AnImpostorsFetchesAndPaceAreNotTheCrawlers) {
    visit("http://a.example/", "Googlebot/2.1");
    now += Milliseconds{8000};
    visit("http://a.example/", "Googlebot/2.1");
    const Site* site = site_of(*policy, "http://a.example/");
    ledger->fetched({site->key, policy->crawlers().identify("Googlebot/2.1"),
                     Identity::impostor},
                    revision_tag(site->robots->revision.text()), now);
    for (int i = 0; i < 20; ++i) {
        now += Milliseconds{50};
        visit("http://a.example/", "Googlebot/2.1", Identity::impostor);
    }
    const nlohmann::json row = crawler("Googlebot");
    EXPECT_EQ(row["fetches"]["requests"], 0);
    EXPECT_TRUE(row["fetches"]["last"].is_null());
    EXPECT_GT(row["median_interval"].get<double>(), 4);
    EXPECT_EQ(row["identities"]["impostor"], 20);
    EXPECT_GT(json("crawler=Googlebot")["intervals"]["median"].get<double>(),
              4);
}

// "*" does not bind tools and clients.
TEST_F(StatusCollection, ALibraryHasNoGroupUnlessOneNamesIt) {
    fetch("http://a.example/robots.txt", "curl/8.0");
    const nlohmann::json row = crawler("curl");
    EXPECT_TRUE(row["group"].is_null()) << row;
    EXPECT_TRUE(row["crawl_delay"].is_null()) << row;
    const nlohmann::json page = json("crawler=curl");
    EXPECT_TRUE(page["sites"]["rows"][0]["group"].is_null()) << page;
    for (const std::string name : {"curl", "Stripe"}) {
        const nlohmann::json acts =
            json("view=acts&site=a.example&crawler=" + name);
        EXPECT_TRUE(acts["group"].is_null()) << acts;
    }
}

TEST_F(StatusCollection, TheMostViolatedLinesComeFirst) {
    visit("http://a.example/x", "Googlebot/2.1");
    visit("http://a.example/closed/", "Bingbot/2.0");
    visit("http://a.example/closed/2", "Bingbot/2.0");
    visit("http://a.example/closed/open", "Yandex/1.0");
    const nlohmann::json lines = json()["rules"];
    ASSERT_EQ(lines.size(), 2u) << "an Allow line is broken by nobody";
    EXPECT_EQ(lines[0]["rule"], "Disallow: /closed/");
    EXPECT_EQ(lines[0]["requests"], 2);
    EXPECT_EQ(lines[0]["crawler"], "bingbot");
    EXPECT_NE(lines[0]["place"].get<std::string>().find("policy.yaml:7:"),
              std::string::npos);
    EXPECT_EQ(lines[1]["rule"], "Disallow: /x");
}

TEST_F(StatusCollection, ACrawlersPageHasItsRulesAndIntervals) {
    visit("http://a.example/closed/", "Googlebot/2.1");
    now += Milliseconds{3000};
    visit("http://a.example/closed/open", "Googlebot/2.1");
    visit("http://x.b.example/", "Googlebot/2.1");
    visit("http://a.example/", "Bingbot/2.0");
    const nlohmann::json page = json("crawler=googlebot");
    EXPECT_EQ(page["view"], "crawler");
    EXPECT_EQ(page["crawler"]["crawler"], "Googlebot");
    EXPECT_NEAR(page["intervals"]["median"].get<double>(), 3, 0.1);
    EXPECT_EQ(page["intervals"]["buckets"].size(), kIntervalBuckets);
    ASSERT_EQ(page["sites"]["total"], 2);
    const nlohmann::json& site = page["sites"]["rows"][0];
    EXPECT_EQ(site["site"], "a.example");
    EXPECT_EQ(site["group"], "*");
    EXPECT_EQ(site["identity"], "unverifiable");
    const nlohmann::json& rules = site["group_rules"]["rows"];
    EXPECT_EQ(row_with(rules, "rule", "Disallow: /closed/")["requests"], 1);
    EXPECT_EQ(row_with(rules, "rule", "Allow: /closed/open")["requests"], 1);
    EXPECT_EQ(row_with(rules, "rule", "Crawl-delay: 2")["requests"], 0);
    EXPECT_EQ(page["rules"].size(), 1u);
}

TEST_F(StatusCollection, ASitesPageHasItsTextLineByLine) {
    visit("http://a.example/closed/", "Googlebot/2.1");
    visit("http://a.example/closed/", "Bingbot/2.0");
    visit("http://a.example/closed/", "GPTBot/1.0");
    visit("http://a.example/closed/", "Googlebot/2.1", Identity::verified);
    ledger->answered(site_key("a.example"), 200, now);
    ledger->answered(site_key("a.example"), 304, now);
    const nlohmann::json page = json("site=a.example");
    EXPECT_EQ(page["site"]["site"], "a.example");
    EXPECT_EQ(page["site"]["effective_since"], kNow);
    EXPECT_EQ(page["answers"],
              (nlohmann::json{{{"status", 200}, {"count", 1}},
                              {{"status", 304}, {"count", 1}}}));
    const nlohmann::json& lines = page["lines"]["rows"];
    const nlohmann::json closed = row_with(lines, "text", "Disallow: /closed/");
    EXPECT_EQ(closed["requests"], 3) << "GPTBot's group has a line of its own";
    EXPECT_EQ(closed["kind"], "disallow");
    EXPECT_NE(closed["place"].get<std::string>().find("policy.yaml:7:"),
              std::string::npos);
    EXPECT_EQ(row_with(lines, "text", "Disallow: /")["requests"], 1);
    const nlohmann::json delay = row_with(lines, "text", "Crawl-delay: 2");
    EXPECT_EQ(delay["requests"], 0);
    EXPECT_EQ(delay["kind"], "other");
    EXPECT_NE(delay["place"].get<std::string>().find("policy.yaml:9:"),
              std::string::npos)
        << delay["place"];
    EXPECT_TRUE(row_with(lines, "text", "User-agent: *")["requests"].is_null());
    EXPECT_EQ(page["visits"]["total"], 4);
}

TEST_F(StatusCollection, ASitesTextIsWhatItsCrawlersGet) {
    const nlohmann::json lines = json("site=%2A.b.example")["lines"]["rows"];
    EXPECT_NE(
        row_with(lines, "text", "Sitemap: http://www.b.example/sitemap.xml"),
        nullptr);
}

TEST_F(StatusCollection, ASiteSaysWhoseRobotsTxtIsServed) {
    use(R"(version: 1
sites:
  - {host: ours.example, groups: [{user_agent: "*", disallow: /x/}]}
  - host: app.example
    robots_txt: pass
    groups: [{user_agent: "*", disallow: /x/}]
  - {host: none.example, robots_txt: none}
)");
    EXPECT_EQ(json("site=ours.example")["site"]["publisher"], "policy");
    const nlohmann::json page = json("site=app.example");
    EXPECT_EQ(page["site"]["publisher"], "application");
    EXPECT_NE(row_with(page["lines"]["rows"], "text", "Disallow: /x/"), nullptr)
        << "the rules that are enforced";
    EXPECT_EQ(json("site=none.example")["site"]["publisher"], "nobody");
}

TEST_F(StatusCollection, ASitesTextNamesAPortThatTheSiteHas) {
    use(R"(version: 1
sites:
  - host: a.example
    port: [8080, 8081]
    groups: [{user_agent: "*", disallow: /x/}]
    sitemap: ${origin}/sitemap.xml
)");
    const nlohmann::json lines = json("site=a.example")["lines"]["rows"];
    EXPECT_NE(
        row_with(lines, "text", "Sitemap: http://a.example:8080/sitemap.xml"),
        nullptr)
        << lines;
}

TEST_F(StatusCollection, TwoSitesOfOneHostStayApart) {
    use(R"(version: 1
sites:
  - {host: a.example, scheme: https, groups: [{user_agent: "*", disallow: /s/}]}
  - host: a.example
    scheme: http
    groups: [{user_agent: "*", disallow: /x/}]
    sitemap: ${origin}/sitemap.xml
)");
    visit("http://a.example/x/", "Googlebot/2.1");
    const nlohmann::json closed = json("site=https://a.example");
    EXPECT_EQ(closed["visits"]["total"], 0);
    const nlohmann::json open = json("site=http://a.example");
    EXPECT_EQ(open["visits"]["total"], 1);
    const nlohmann::json& lines = open["lines"]["rows"];
    EXPECT_EQ(row_with(lines, "text", "Disallow: /x/")["requests"], 1);
    EXPECT_NE(row_with(lines, "text", "Sitemap: http://a.example/sitemap.xml"),
              nullptr);
}

TEST_F(StatusCollection, AnUnknownSiteOrCrawlerIsNotFound) {
    EXPECT_EQ(ask("crawler=nobody&format=json")->status(), 404);
    EXPECT_EQ(ask("site=nowhere.example&format=json")->status(), 404);
    EXPECT_EQ(ask("site=nowhere.example")->status(), 200) << "the page";
    EXPECT_EQ(json("site=nowhere.example")["view"], "error");
    EXPECT_EQ(ask("site=a.example")->status(), 200);
}

TEST_F(StatusCollection, AQuestionReachesTheExplainer) {
    EXPECT_EQ(json("view=explain")["error"], "Nothing was asked.");
    const nlohmann::json asked = json("view=explain&host=a.example");
    EXPECT_EQ(asked["error"], "explained elsewhere");
    EXPECT_EQ(asked["question"]["host"], "a.example");
}

}  // namespace
}  // namespace robots
