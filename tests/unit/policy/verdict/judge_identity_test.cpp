// What judge() says about who sent a request.

#include <gtest/gtest.h>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr char kOpen[] = "User-agent: *\nDisallow: /closed\n";
constexpr char kIdentityDelay[] =
    "User-agent: *\nDisallow: /closed\nCrawl-delay: 2\n";

class JudgeIdentityTest : public JudgeTest {
  protected:
    // Judges a request of one who was found to be `identity`.
    Verdict ask_as(Identity identity, std::string_view target = "/a",
                   int ms = 0, std::string_view user_agent = "ABot/1") {
        request.identity = identity;
        return ask(target, user_agent, ms);
    }
    Verdict impostor(std::string_view target = "/a", int ms = 0) {
        return ask_as(Identity::impostor, target, ms);
    }
    static Enforcement impostors(Action action, Action all = Action::log) {
        return enforce(all, Violation::impostor, action);
    }
};

TEST_F(JudgeIdentityTest, VerifiedAndUnverifiableCrawlersViolateNothing) {
    serve(kOpen, impostors(Action::reject));
    for (const Identity identity :
         {Identity::verified, Identity::unverifiable}) {
        const Verdict verdict = ask_as(identity);
        EXPECT_EQ(verdict.violation, Violation::none);
        EXPECT_EQ(verdict.identity, identity);
    }
}

// "Signed agents only".
TEST_F(JudgeIdentityTest, WhatNothingProvesIsRefusedIfThePolicySaysSo) {
    serve(kOpen, enforce(Action::log, Violation::unverifiable, Action::reject));
    const Verdict verdict = ask_as(Identity::unverifiable);
    EXPECT_EQ(verdict.violation, Violation::unverifiable);
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.status, 403);
    EXPECT_EQ(verdict.identity, Identity::unverifiable);
    EXPECT_EQ(ask_as(Identity::verified).violation, Violation::none);
    EXPECT_EQ(impostor().action, Action::log) << "has a key of its own";
    EXPECT_FALSE(ask_as(Identity::unverifiable, "/robots.txt").judged);
}

TEST_F(JudgeIdentityTest, WhomTheStarDoesNotBindProvesNothing) {
    const auto ads_bot = [this](Identity identity) {
        return ask_as(identity, "/a", 0, "AdsBot-Google").violation;
    };
    const Enforcement strict =
        enforce(Action::log, Violation::unverifiable, Action::reject);
    serve(kOpen, strict);
    SiteSettings settings;
    settings.enforcement = strict;
    robots->settings = settings;
    EXPECT_EQ(ads_bot(Identity::unverifiable), Violation::none);
    EXPECT_EQ(ads_bot(Identity::impostor), Violation::impostor);
    EXPECT_EQ(ask_as(Identity::unverifiable).violation,
              Violation::unverifiable);
    serve("User-agent: AdsBot-Google\nDisallow: /closed\n", strict,
          "named.example");
    EXPECT_EQ(ads_bot(Identity::unverifiable), Violation::unverifiable);
}

TEST_F(JudgeIdentityTest, TheShortFormLeavesTheUnverifiableAlone) {
    serve(kOpen, enforce(Action::reject));
    EXPECT_EQ(ask_as(Identity::unverifiable).violation, Violation::none);
}

TEST_F(JudgeIdentityTest, WhatNothingProvesIsLetThroughOneByOne) {
    serve(kIdentityDelay,
          enforce(Action::log, Violation::unverifiable, Action::throttle));
    EXPECT_EQ(ask_as(Identity::unverifiable).wait, Ms(0));
    const Verdict second = ask_as(Identity::unverifiable, "/a", 500);
    EXPECT_EQ(second.acted_on, Violation::unverifiable);
    EXPECT_EQ(second.action, Action::throttle);
    EXPECT_GT(second.wait, Ms(0));
    EXPECT_EQ(ask_as(Identity::verified, "/a", 500).action, Action::pass);
}

TEST_F(JudgeIdentityTest, WhatIsClosedIsGraverThanToProveNothing) {
    serve(kOpen, enforce(Action::log, Violation::unverifiable, Action::reject));
    const Verdict verdict = ask_as(Identity::unverifiable, "/closed");
    EXPECT_EQ(verdict.violation, Violation::disallow);
    EXPECT_EQ(verdict.acted_on, Violation::unverifiable);
    EXPECT_EQ(to_string(verdict.violations), "disallow,unverifiable");
}

TEST_F(JudgeIdentityTest, AnImpostorIsLoggedByDefault) {
    serve(kOpen, Enforcement{});
    const Verdict verdict = impostor();
    EXPECT_TRUE(verdict.judged);
    EXPECT_EQ(verdict.violation, Violation::impostor);
    EXPECT_EQ(verdict.action, Action::log);
    EXPECT_EQ(verdict.status, 0);
    EXPECT_EQ(verdict.identity, Identity::impostor);
}

TEST_F(JudgeIdentityTest, TheShortFormLeavesImpostorsAlone) {
    serve(kOpen, enforce(Action::reject));
    EXPECT_EQ(impostor().action, Action::log);
}

TEST_F(JudgeIdentityTest, OffFindsTheViolationAndLetsItPass) {
    serve(kOpen, impostors(Action::pass));
    EXPECT_EQ(impostor().action, Action::pass);
}

TEST_F(JudgeIdentityTest, ARejectedImpostorMeetsItsStatusAndCostsNothing) {
    Enforcement settings = impostors(Action::reject, Action::throttle);
    serve(kIdentityDelay, settings);
    const Verdict verdict = impostor();
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.status, 403);
    EXPECT_EQ(verdict.wait, Ms{0});
    EXPECT_EQ(impostor("/closed").violation, Violation::impostor);
    EXPECT_EQ(budgets.charges, 0);
    settings.status[static_cast<std::size_t>(Violation::impostor)] = 451;
    serve(kIdentityDelay, settings, "other.example");
    EXPECT_EQ(impostor().status, 451);
}

TEST_F(JudgeIdentityTest, AThrottledImpostorComesAtThePaceOfTheCrawlDelay) {
    serve(kIdentityDelay, impostors(Action::throttle));
    EXPECT_EQ(impostor().action, Action::throttle);
    const Verdict delayed = impostor();
    EXPECT_EQ(delayed.violation, Violation::impostor);
    EXPECT_EQ(delayed.action, Action::throttle);
    EXPECT_EQ(delayed.wait, Ms{2000});
    impostor();
    const Verdict refused = impostor();
    EXPECT_EQ(refused.violation, Violation::impostor);
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.status, 429);
}

TEST_F(JudgeIdentityTest, WithoutACrawlDelayAThrottledImpostorWaitsTenSeconds) {
    Enforcement settings = impostors(Action::throttle);
    settings.max_wait = Ms{60000};
    serve(kOpen, settings);
    impostor();
    EXPECT_EQ(impostor().wait, Ms{10000});
}

TEST_F(JudgeIdentityTest, TheStrictestActionCountsAndOfEqualsTheImpostors) {
    serve(kOpen, impostors(Action::log, Action::reject));
    EXPECT_EQ(impostor("/closed").violation, Violation::impostor);
    EXPECT_EQ(impostor("/closed").acted_on, Violation::disallow);
    EXPECT_EQ(impostor("/closed").action, Action::reject);
    EXPECT_EQ(impostor("/open").acted_on, Violation::impostor);
    serve(kOpen, impostors(Action::log, Action::log), "other.example");
    EXPECT_EQ(impostor("/closed").acted_on, Violation::impostor);
}

TEST_F(JudgeIdentityTest, CapAppliesToImpostors) {
    serve(kOpen, impostors(Action::reject));
    cap = Action::log;
    EXPECT_EQ(impostor().action, Action::log);
    EXPECT_EQ(impostor().status, 0);
}

TEST_F(JudgeIdentityTest, RobotsTxtIsFreeForImpostorsToo) {
    serve(kIdentityDelay, impostors(Action::reject));
    EXPECT_FALSE(impostor("/robots.txt").judged);
    EXPECT_EQ(budgets.charges, 0);
}

TEST_F(JudgeIdentityTest, WithoutAGroupTheSitesEnforcementHolds) {
    serve("User-agent: BBot\nDisallow: /\n", enforce(Action::log));
    SiteSettings settings;
    settings.enforcement = impostors(Action::reject);
    robots->settings = settings;
    const Verdict verdict = impostor();
    EXPECT_EQ(verdict.group, nullptr);
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(ask_as(Identity::verified).action, Action::pass);
}

TEST_F(JudgeIdentityTest, LibrariesThatNoGroupNamesAreNoImpostors) {
    serve(kOpen, impostors(Action::reject));
    EXPECT_FALSE(ask_as(Identity::impostor, "/a", 0, "curl/8").judged);
}

TEST_F(JudgeIdentityTest, OthersDoNotSpendTheBudgetOfAVerifiedCrawler) {
    Enforcement settings = enforce(Action::reject);
    settings.action[static_cast<std::size_t>(Violation::impostor)] =
        Action::log;
    serve(kIdentityDelay, settings);
    for (int i = 0; i < 100; ++i) {
        ask_as(Identity::impostor);
        ask_as(Identity::unverifiable);
    }
    EXPECT_EQ(ask_as(Identity::verified).action, Action::pass);
    EXPECT_EQ(ask_as(Identity::verified).violation, Violation::crawl_delay);
}

TEST_F(JudgeIdentityTest, EachIdentityHasABudgetOfItsOwn) {
    serve(kIdentityDelay, enforce(Action::reject));
    for (const Identity identity :
         {Identity::verified, Identity::unverifiable, Identity::impostor}) {
        EXPECT_FALSE(
            ask_as(identity).violations.contains(Violation::crawl_delay));
    }
    EXPECT_EQ(budgets.states.size(), 3u);
    for (const Identity identity :
         {Identity::verified, Identity::unverifiable, Identity::impostor}) {
        EXPECT_EQ(ask_as(identity).acted_on, Violation::crawl_delay);
        EXPECT_EQ(ask_as(identity, "/a", 2000).action,
                  identity == Identity::impostor ? Action::log : Action::pass);
    }
}

TEST_F(JudgeIdentityTest, EachIdentityHasRatesOfItsOwn) {
    serve("User-agent: *\nDisallow:\nRequest-rate: 1/10\n",
          enforce(Action::reject));
    ask_as(Identity::impostor);
    ask_as(Identity::unverifiable);
    EXPECT_EQ(ask_as(Identity::verified).action, Action::pass);
    EXPECT_EQ(ask_as(Identity::verified).violation, Violation::request_rate);
}

TEST_F(JudgeIdentityTest, EachIdentityHasItsOwnPaceOnAThrottledPath) {
    serve(kOpen, enforce(Action::log, Violation::disallow, Action::throttle));
    for (int i = 0; i < 10; ++i) {
        ask_as(Identity::impostor, "/closed");
    }
    EXPECT_EQ(ask_as(Identity::verified, "/closed").wait, Ms{0});
}

}  // namespace
}  // namespace robots
