#include "policy/verdict/identity_need.hpp"

#include <chrono>
#include <memory>
#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

class IdentityNeed : public JudgeTest {
  protected:
    bool needed(std::string_view text, const Enforcement& settings,
                std::string_view user_agent = "ABot/1") {
        serve(text, settings, "site" + std::to_string(++served_) + ".example");
        return needs_identity(policy, *site,
                              policy.crawlers().identify(user_agent));
    }

    static Enforcement with_grace(Enforcement settings) {
        settings.grace = std::chrono::hours{24};
        return settings;
    }

  private:
    int served_ = 0;
};

constexpr char kPath[] = "User-agent: *\nDisallow: /closed\n";
constexpr char kIdentityNeedDelay[] =
    "User-agent: *\nDisallow:\nCrawl-delay: 2\n";
constexpr char kRate[] = "User-agent: *\nDisallow:\nRequest-rate: 1/10\n";
constexpr char kWindow[] = "User-agent: *\nDisallow:\nVisit-time: 0600-0845\n";

TEST_F(IdentityNeed, NoneIfOnlyALogDependsOnIt) {
    for (const char* text : {kPath, kIdentityNeedDelay, kRate, kWindow}) {
        EXPECT_FALSE(needed(text, enforce(Action::pass))) << text;
        EXPECT_FALSE(needed(text, with_grace(enforce(Action::log)))) << text;
    }
}

TEST_F(IdentityNeed, IfImpostorsAreDelayedOrRefused) {
    for (const Action action : {Action::throttle, Action::reject}) {
        const Enforcement settings =
            enforce(Action::pass, Violation::impostor, action);
        EXPECT_TRUE(needed(kPath, settings));
        EXPECT_TRUE(needed("User-agent: ABot\nDisallow:\n", settings));
    }
    EXPECT_FALSE(
        needed(kPath, enforce(Action::pass, Violation::impostor, Action::log)));
}

TEST_F(IdentityNeed, IfABudgetDelaysOrRefuses) {
    EXPECT_TRUE(
        needed(kIdentityNeedDelay,
               enforce(Action::log, Violation::crawl_delay, Action::reject)));
    EXPECT_TRUE(needed(kRate, enforce(Action::log, Violation::request_rate,
                                      Action::throttle)));
    EXPECT_TRUE(needed(
        kPath, enforce(Action::log, Violation::disallow, Action::throttle)));
}

TEST_F(IdentityNeed, NoneIfTheGroupAsksForNoSuchBudget) {
    EXPECT_FALSE(needed(
        kRate, enforce(Action::log, Violation::crawl_delay, Action::reject)));
    EXPECT_FALSE(
        needed(kIdentityNeedDelay,
               enforce(Action::log, Violation::request_rate, Action::reject)));
    EXPECT_FALSE(needed(kPath, enforce(Action::reject)));
    EXPECT_FALSE(needed(kWindow, enforce(Action::reject)));
}

TEST_F(IdentityNeed, IfRevisionsMayDiffer) {
    EXPECT_TRUE(needed(kPath, with_grace(enforce(Action::reject))));
    EXPECT_TRUE(
        needed(kWindow, with_grace(enforce(Action::log, Violation::visit_time,
                                           Action::reject))));
}

TEST_F(IdentityNeed, WithoutAGroupTheSitesOwnActionCounts) {
    constexpr char kOther[] = "User-agent: BBot\nDisallow: /closed\n";
    EXPECT_FALSE(needed(kOther, enforce(Action::reject)));
    SiteSettings settings;
    settings.enforcement =
        enforce(Action::pass, Violation::impostor, Action::reject);
    robots->settings = settings;
    EXPECT_TRUE(
        needs_identity(policy, *site, policy.crawlers().identify("ABot/1")));
    EXPECT_FALSE(
        needs_identity(policy, *site, policy.crawlers().identify("BBot/1")));
}

TEST_F(IdentityNeed, WhomTheStarDoesNotBindNeedsNoProof) {
    EXPECT_FALSE(needed(kPath, enforce(Action::pass), "AdsBot-Google"));
    const Sighting ads_bot = policy.crawlers().identify("AdsBot-Google");
    SiteSettings settings;
    for (const Violation violation :
         {Violation::unverifiable, Violation::impostor}) {
        settings.enforcement = enforce(Action::pass, violation, Action::reject);
        robots->settings = settings;
        const bool is_impostors = violation == Violation::impostor;
        EXPECT_EQ(needs_identity(policy, *site, ads_bot), is_impostors);
        EXPECT_EQ(acts_on_senders(policy, *site, ads_bot), is_impostors);
    }
}

TEST_F(IdentityNeed, NoneIfTheSiteIsSuspended) {
    EXPECT_TRUE(needed(kIdentityNeedDelay, enforce(Action::reject)));
    SiteSettings settings;
    settings.suspend = std::chrono::hours{1};
    robots->settings = settings;
    EXPECT_FALSE(
        needs_identity(policy, *site, policy.crawlers().identify("ABot/1")));
}

class ReverseNames : public PolicyFixture {
  protected:
    // The crawler that only reverse names show, "" for none.
    std::string shown(const std::string& yaml,
                      Violation violation = Violation::impostor) {
        const Loaded loaded = load("version: 1\n" + yaml);
        EXPECT_NE(loaded.policy, nullptr);
        const Crawler* crawler =
            shown_by_reverse_names(*loaded.policy, violation);
        return crawler == nullptr ? "" : crawler->token;
    }
};

TEST_F(ReverseNames, AreNeededIfImpostorsAreThrottledOrRefused) {
    const std::string crawlers =
        "crawlers: [{token: Abot, rdns: bot.example}]\n";
    for (const char* action : {"throttle", "reject"}) {
        EXPECT_NE(shown(crawlers + "enforce: {impostor: " + action +
                        "}\ndefault: {}\n"),
                  "");
    }
    for (const char* action : {"log", "off"}) {
        EXPECT_EQ(shown(crawlers + "enforce: {impostor: " + action +
                        "}\ndefault: {}\n"),
                  "");
    }
}

// "*" does not bind clients, so nothing is done to their impostors.
TEST_F(ReverseNames, OfAClientMatterOnlyIfAGroupNamesIt) {
    const std::string before =
        "crawlers: [{token: ShopSync, category: client, rdns: shop.example}]\n"
        "enforce: {impostor: reject, crawl_delay: reject}\n"
        "default: {groups: [{user_agent: ";
    const std::string after = ", crawl_delay: 5s}]}\n";
    for (const bool named : {false, true}) {
        const Loaded loaded = load("version: 1\n" + before +
                                   (named ? "ShopSync" : "'*'") + after);
        ASSERT_NE(loaded.policy, nullptr);
        const Policy& policy = *loaded.policy;
        const Site& site = policy.sites().front();
        const Sighting client = policy.crawlers().identify("ShopSync/1");
        EXPECT_EQ(needs_identity(policy, site, client), named);
        EXPECT_EQ(acts_on_senders(policy, site, client), named);
    }
}

TEST_F(ReverseNames, AreNeededIfWhatNothingVerifiesIsRefused) {
    const std::string rest =
        "crawlers: [{token: Abot, rdns: bot.example}]\n"
        "default: {}\n";
    EXPECT_NE(shown("enforce: {unverifiable: reject}\n" + rest,
                    Violation::unverifiable),
              "");
    EXPECT_EQ(shown("enforce: {unverifiable: reject}\n" + rest), "");
    EXPECT_EQ(
        shown("enforce: {impostor: reject}\n" + rest, Violation::unverifiable),
        "");
}

TEST_F(ReverseNames, AreNeededOfTheCrawlersThatAStrictGroupBinds) {
    const std::string groups =
        "default:\n  groups:\n"
        "    - {user_agent: Abot, disallow: /x, enforce: {impostor: reject}}\n"
        "    - {user_agent: '*', disallow: /x}\n";
    EXPECT_EQ(shown("crawlers: [{token: Abot, rdns: bot.example}]\n" + groups),
              "Abot");
    EXPECT_EQ(shown("crawlers: [{token: Abot, ranges: 192.0.2.1}]\n" + groups),
              "");
    EXPECT_EQ(shown("crawlers: [{token: Bbot, rdns: bot.example}]\n" + groups),
              "");
}

TEST_F(ReverseNames, AreNotNeededOnASuspendedSite) {
    EXPECT_EQ(shown("enforce: {impostor: reject}\n"
                    "default: {suspend: {retry_after: 1h}}\n"),
              "");
}

}  // namespace
}  // namespace robots
