// What judge() does about API clients, webhooks, apps and software that many
// run: none of them pays for what a crawler does, or another of them.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "policy/verdict/verdict.hpp"
#include "tests/unit/policy/lint/source_lines.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

constexpr char kAllClosed[] = "User-agent: *\nDisallow: /\nCrawl-delay: 5\n";
constexpr char kApp[] = "MyShop/1.0 (+https://shop.example/app)";

class ClientsTest : public JudgeTest {
  protected:
    using JudgeTest::JudgeTest;

    Action asked_by(std::string_view user_agent, Method method = Method::get) {
        request.method = method;
        return ask("/a", user_agent).action;
    }
};

TEST_F(ClientsTest, ANameWithAContactAddressAloneIsLogged) {
    serve(kAllClosed, enforce(Action::reject));
    const Verdict verdict = ask("/a", kApp);
    EXPECT_EQ(verdict.violation, Violation::disallow);
    EXPECT_EQ(verdict.action, Action::log);
    EXPECT_EQ(verdict.capped_by, CapReason::contact_only);
    EXPECT_EQ(asked_by("Mozilla/5.0 (compatible; Dormouse/1.0)"), Action::log);
    EXPECT_EQ(asked_by("ShopBot/1.0 (+https://shop.example/bot)"),
              Action::reject);
    EXPECT_EQ(asked_by("ShopArchiver/1.0 (+https://shop.example/)"),
              Action::reject);
}

TEST_F(ClientsTest, WhoFetchedRobotsTxtIsHeldToIt) {
    serve(kAllClosed, enforce(Action::reject));
    request.has_fetched = true;
    const Verdict verdict = ask("/a", kApp);
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.capped_by, CapReason::none);
}

TEST_F(ClientsTest, ThePolicySaysTheMostThatIsDone) {
    Enforcement settings = enforce(Action::reject);
    settings.contact_only = Action::reject;
    serve(kAllClosed, settings);
    EXPECT_EQ(asked_by(kApp), Action::reject);
    settings.contact_only = Action::pass;
    serve(kAllClosed, settings, "off.example");
    EXPECT_EQ(asked_by(kApp), Action::pass);
}

TEST_F(ClientsTest, NoRequestWaitsThatIsLoggedOnly) {
    Enforcement settings = enforce(Action::throttle);
    serve("User-agent: *\nCrawl-delay: 5\n", settings);
    for (int i = 0; i < 5; ++i) {
        const Verdict verdict = ask("/a", kApp);
        EXPECT_LE(verdict.action, Action::log);
    }
}

TEST_F(ClientsTest, WhatSendsDataIsLoggedUnlessTheCatalogueHasIt) {
    serve(kAllClosed, enforce(Action::reject));
    const std::string_view shape = "OtherBot/1.0";
    EXPECT_EQ(asked_by(shape), Action::reject);
    EXPECT_EQ(asked_by(shape, Method::head), Action::reject);
    EXPECT_EQ(asked_by(shape, Method::safe), Action::reject);
    EXPECT_EQ(asked_by(shape, Method::unsafe), Action::log);
    EXPECT_EQ(ask("/a", shape).capped_by, CapReason::unsafe_method);
    EXPECT_EQ(asked_by("ABot/1.0", Method::unsafe), Action::reject);
}

class NamedByACustomer : public ClientsTest {
  protected:
    NamedByACustomer() : ClientsTest(known()) {}

    Action judged(std::string_view user_agent, Method method = Method::get) {
        request.method = method;
        request.target = "/a";
        return judge(policy, site,
                     policy.crawlers().identify(user_agent, NamedAt{site}),
                     request, Milliseconds{1000000}, budgets, cap)
            .action;
    }

  private:
    static std::shared_ptr<const Crawlers> known() {
        std::vector<Crawler> entries = usual_crawlers()->entries();
        for (const char* token : {"MyShop", "ShopBot", "Example"}) {
            entries.push_back(known_crawler(token, Category::other));
            entries.back().catalogued = false;
            entries.back().is_customers = true;
        }
        return std::make_shared<const Crawlers>(std::move(entries),
                                                std::vector<std::string>{});
    }
};

// Another site's group makes a name known, but the sites of others keep their
// clients.
TEST_F(NamedByACustomer, AWordIsACrawlerOnTheSitesThatNameItOnly) {
    serve(kAllClosed, enforce(Action::reject));
    EXPECT_EQ(judged("MyShop/1.0"), Action::pass);
    EXPECT_EQ(judged(kApp), Action::log) << "as if nobody named it";
    EXPECT_EQ(judged("ShopBot/1.0"), Action::reject) << "by its shape";
    EXPECT_EQ(judged("ShopBot/1.0", Method::unsafe), Action::log);
    serve("User-agent: MyShop\nDisallow: /\n", enforce(Action::reject),
          "shop.example");
    EXPECT_EQ(judged("MyShop/1.0"), Action::reject);
    EXPECT_EQ(judged(kApp), Action::reject);
    EXPECT_EQ(judged("MyShop/1.0", Method::unsafe), Action::reject);
}

TEST_F(NamedByACustomer, AWordHidesNoCrawlerFromTheSitesOfOthers) {
    serve(kAllClosed, enforce(Action::reject));
    EXPECT_EQ(judged("ABot/1.0 MyShop/1.0"), Action::reject);
    EXPECT_EQ(judged("Acme/2.0 MyShop/3.0 AcmeBot/1.0"), Action::reject);
    EXPECT_EQ(judged("Example Bot/1.0 (https://example.com)"), Action::reject);
}

TEST_F(NamedByACustomer, ABudgetNamesACrawlerToo) {
    serve("User-agent: *\nDisallow:\n", enforce(Action::reject));
    const auto budget = std::make_shared<Budget>();
    const Crawler& shop = *policy.crawlers().find("MyShop");
    EXPECT_FALSE(names(*robots, shop));
    budget->crawlers = {shop.key};
    SiteSettings settings = *robots->settings;
    settings.budgets = {budget};
    robots->settings = Shared<SiteSettings>(settings);
    EXPECT_TRUE(names(*robots, shop));
}

class OneClient : public ClientsTest {
  protected:
    OneClient()
        : ClientsTest(std::make_shared<const Crawlers>(
              std::vector<Crawler>{known_crawler("Hook", Category::client)},
              std::vector<std::string>{})) {}
};

TEST_F(OneClient, OnlyAGroupThatNamesAClientBindsIt) {
    serve(kAllClosed, enforce(Action::reject));
    EXPECT_FALSE(ask("/a", "Hook/1.0").judged);
    serve("User-agent: Hook\nDisallow: /\n", enforce(Action::reject), "b");
    EXPECT_EQ(asked_by("Hook/1.0"), Action::reject);
    EXPECT_EQ(asked_by("Hook/1.0", Method::unsafe), Action::log);
}

TEST_F(ClientsTest, ACapThatChangesNothingIsNoReason) {
    serve(kAllClosed, enforce(Action::log));
    EXPECT_EQ(ask("/a", kApp).capped_by, CapReason::none);
}

class RealClients : public ClientsTest {
  protected:
    RealClients()
        : ClientsTest(std::make_shared<const Crawlers>(
              built_in_crawlers(), built_in_not_crawlers())) {}
};

// Headers of API clients, webhooks, apps, players and devices, each with a GET
// and a POST on a site that is closed to all.
TEST_F(RealClients, NoneOfAThousandHeadersIsDelayedOrRefused) {
    serve(kAllClosed, enforce(Action::reject));
    const auto lines = source_lines("tests/data/user_agents_clients.txt");
    ASSERT_GT(lines.size(), 1000u);
    for (const std::string& line : lines) {
        EXPECT_LE(asked_by(line), Action::log) << line;
        EXPECT_LE(asked_by(line, Method::unsafe), Action::log) << line;
    }
}

// They fetch previews by GET, and deliver posts by POST and PUT.
TEST_F(RealClients, FederatedServersMayDeliver) {
    serve(kAllClosed, enforce(Action::reject));
    for (const char* header :
         {"Mastodon/4.2.0 (http.rb/5.1.1; +https://m.example/)",
          "Synapse/1.80.0", "Lemmy/0.19.3; +https://lemmy.example",
          "Pleroma 2.5.0; https://p.example <a@p.example>",
          "Misskey/13.14.2 (https://m.example)"}) {
        EXPECT_EQ(asked_by(header, Method::unsafe), Action::log) << header;
        EXPECT_EQ(asked_by(header), Action::reject) << header;
    }
    EXPECT_EQ(asked_by("GPTBot/1.2", Method::unsafe), Action::reject);
}

// CloudFront's name is that of each visitor who comes through it.
TEST_F(RealClients, ABudgetOfAllIsNotForWhomAllDoesNotBind) {
    serve("User-agent: *\nDisallow:\n", enforce(Action::reject));
    const auto budget = std::make_shared<Budget>();
    budget->name = "all";
    budget->everyone = true;
    budget->grants = *request_rate_from("1/1m");
    SiteSettings settings = *robots->settings;
    settings.enforcement = enforce(Action::reject);
    settings.budgets = {budget};
    robots->settings = Shared<SiteSettings>(settings);
    EXPECT_EQ(asked_by("GPTBot/1.0"), Action::pass);
    EXPECT_EQ(asked_by("GPTBot/1.0"), Action::reject);
    for (const char* header :
         {"Amazon CloudFront", "ELB-HealthChecker/2.0", "UptimeRobot/2.0",
          "Mozilla/5.0 (compatible; Let's Encrypt validation server; "
          "+https://www.letsencrypt.org)",
          "AdsBot-Google (+http://www.google.com/adsbot.html)", "curl/8.0"}) {
        EXPECT_EQ(asked_by(header), Action::pass) << header;
    }
    budget->crawlers = {policy.crawlers().find("UptimeRobot")->key};
    EXPECT_EQ(asked_by("UptimeRobot/2.0"), Action::reject) << "it is named";
}

class SharedBudgets : public JudgeTest {
  protected:
    SharedBudgets() : JudgeTest(two()) {}

    static std::shared_ptr<const Crawlers> two() {
        Crawler mastodon = known_crawler("Mastodon", Category::preview);
        mastodon.self_hosted = true;
        return std::make_shared<const Crawlers>(
            std::vector<Crawler>{mastodon,
                                 known_crawler("ABot", Category::search)},
            std::vector<std::string>{});
    }

    bool share(RatePer per, std::string_view user_agent,
               Identity identity = Identity::unverifiable) {
        Enforcement settings = enforce(Action::reject);
        settings.rate_per = per;
        settings.contact_only = Action::reject;
        serve("User-agent: *\nCrawl-delay: 5\n", settings,
              "site" + std::to_string(++sites_));
        request.identity = identity;
        request.address = "\x0a\x01\x02\x03";
        ask("/a", user_agent);
        request.address = "\x0b\x01\x02\x03";
        return ask("/a", user_agent).action == Action::reject;
    }

  private:
    int sites_ = 0;
};

TEST_F(SharedBudgets, EachNetworkThatRunsTheSoftwareHasItsOwn) {
    const RatePer usual = Enforcement{}.rate_per;
    EXPECT_FALSE(share(usual, "Mastodon/4.2"));
    EXPECT_FALSE(share(usual, kApp));
    EXPECT_TRUE(share(usual, "ABot/1.0"));
    EXPECT_TRUE(share(usual, "OtherBot/1.0"));
}

TEST_F(SharedBudgets, APolicyMaySayOtherwise) {
    EXPECT_TRUE(share(RatePer::crawler, "Mastodon/4.2"));
    EXPECT_TRUE(share(RatePer::crawler, kApp));
    EXPECT_FALSE(share(RatePer::subnet, "ABot/1.0"));
}

TEST_F(SharedBudgets, OneOperatorAnswersForWhatIsVerified) {
    EXPECT_TRUE(share(RatePer::automatic, "Mastodon/4.2", Identity::verified));
}

}  // namespace
}  // namespace robots
