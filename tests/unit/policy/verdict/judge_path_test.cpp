// What judge() says about paths, and who is judged at all.

#include <gtest/gtest.h>

#include "policy/verdict/deciding_rule.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using JudgePathTest = JudgeTest;

constexpr char kClosed[] = "User-agent: *\nDisallow: /closed\n";

TEST_F(JudgePathTest, AnOpenPathIsAllowed) {
    serve(kClosed, enforce(Action::reject));
    const Verdict verdict = ask("/open");
    EXPECT_TRUE(verdict.judged);
    EXPECT_EQ(verdict.violation, Violation::none);
    EXPECT_EQ(verdict.action, Action::pass);
    EXPECT_EQ(verdict.status, 0);
    EXPECT_EQ(verdict.rule, nullptr);
    EXPECT_EQ(verdict.group->name, "*");
    EXPECT_EQ(verdict.crawler.token, "ABot");
}

TEST_F(JudgePathTest, TheRuleThatAllowsIsNamed) {
    serve("User-agent: *\nDisallow: /\nAllow: /p\n", enforce(Action::reject));
    const Verdict verdict = ask("/page");
    EXPECT_EQ(verdict.violation, Violation::none);
    ASSERT_NE(verdict.rule, nullptr);
    EXPECT_EQ(verdict.rule->text(), "Allow: /p");
}

TEST_F(JudgePathTest, AClosedPathMeetsItsAction) {
    for (const Action action :
         {Action::pass, Action::log, Action::throttle, Action::reject}) {
        serve(kClosed, enforce(action), std::string(to_string(action)));
        const Verdict verdict = ask("/closed/x");
        EXPECT_TRUE(verdict.judged);
        EXPECT_EQ(verdict.violation, Violation::disallow);
        EXPECT_EQ(verdict.action, action);
        EXPECT_EQ(verdict.status, action == Action::reject ? 403 : 0);
        EXPECT_EQ(verdict.wait, Milliseconds{0});
        EXPECT_EQ(verdict.rule->text(), "Disallow: /closed");
    }
}

TEST_F(JudgePathTest, ARefusalHasTheGroupsStatus) {
    Enforcement settings = enforce(Action::reject);
    settings.status[static_cast<std::size_t>(Violation::disallow)] = 404;
    serve(kClosed, settings);
    EXPECT_EQ(ask("/closed").status, 404);
}

TEST_F(JudgePathTest, TheCallersCapIsTheStrictest) {
    serve(kClosed, enforce(Action::reject));
    cap = Action::log;
    const Verdict logged = ask("/closed");
    EXPECT_EQ(logged.violation, Violation::disallow);
    EXPECT_EQ(logged.action, Action::log);
    EXPECT_EQ(logged.status, 0);
    cap = Action::pass;
    EXPECT_EQ(ask("/closed").action, Action::pass);
    EXPECT_EQ(ask("/closed").violation, Violation::disallow);
}

TEST_F(JudgePathTest, TheCapDoesNotSharpen) {
    serve(kClosed, enforce(Action::log));
    EXPECT_EQ(ask("/closed").action, Action::log);
}

TEST_F(JudgePathTest, RobotsTxtIsNeverJudged) {
    serve("User-agent: *\nDisallow: /\nCrawl-delay: 10\n",
          enforce(Action::reject));
    for (const char* target :
         {"/robots.txt", "/robots.txt?x", "/robots.txt#x", "//robots.txt",
          "/a/../robots.txt", "/./robots.txt", "/%72obots.txt",
          "http://example.com/robots.txt"}) {
        const Verdict verdict = ask(target);
        EXPECT_FALSE(verdict.judged) << target;
        EXPECT_EQ(verdict.action, Action::pass) << target;
        EXPECT_EQ(verdict.violation, Violation::none) << target;
        EXPECT_EQ(verdict.crawler.token, "ABot") << target;
    }
    EXPECT_EQ(budgets.charges, 0);
    for (const char* target : {"/robots.txtx", "/Robots.txt", "/a/robots.txt",
                               "/robots.txt/", "/?/robots.txt"}) {
        EXPECT_EQ(ask(target).action, Action::reject) << target;
    }
}

TEST_F(JudgePathTest, RobotsTxtBehindTwoSlashesIsOneWhereSlashesMerge) {
    EXPECT_TRUE(SentTarget("//robots.txt", Slashes::merge).is_robots_txt());
    EXPECT_FALSE(SentTarget("//robots.txt", Slashes::keep).is_robots_txt());
}

TEST_F(JudgePathTest, NobodyIsJudgedWithoutASiteOrWhereItIsSuspended) {
    EXPECT_FALSE(ask("/closed").judged);
    EXPECT_EQ(ask("/closed").crawler.token, "ABot");
    serve(kClosed, enforce(Action::reject));
    SiteSettings settings;
    settings.suspend = std::chrono::seconds(60);
    robots->settings = settings;
    const Verdict verdict = ask("/closed");
    EXPECT_FALSE(verdict.judged);
    EXPECT_EQ(verdict.action, Action::pass);
}

TEST_F(JudgePathTest, BrowsersAreNotJudged) {
    serve(kClosed, enforce(Action::reject));
    for (const char* header : {"", "Mozilla/5.0 (X11) Safari/537"}) {
        const Verdict verdict = ask("/closed", header);
        EXPECT_FALSE(verdict.judged);
        EXPECT_FALSE(verdict.crawler);
        EXPECT_EQ(verdict.action, Action::pass);
    }
}

TEST_F(JudgePathTest, ACrawlerKnownByItsShapeIsJudged) {
    serve(kClosed, enforce(Action::reject));
    const Verdict verdict = ask("/closed", "UnheardOfBot/1.0");
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.crawler.token, "UnheardOfBot");
}

TEST_F(JudgePathTest, LibrariesAreJudgedOnlyWhereAGroupNamesThem) {
    serve(kClosed, enforce(Action::reject));
    const Verdict free = ask("/closed", "curl/8.0");
    EXPECT_FALSE(free.judged);
    EXPECT_EQ(free.group, nullptr);
    EXPECT_EQ(free.action, Action::pass);
    EXPECT_EQ(free.crawler.token, "curl");
    serve("User-agent: ABot\nDisallow: /\n", enforce(Action::reject), "other");
    EXPECT_FALSE(ask("/closed", "curl/8.0").judged);
    serve("User-agent: curl\nDisallow: /closed\n", enforce(Action::reject),
          "named");
    EXPECT_EQ(ask("/closed", "curl/8.0").action, Action::reject);
    EXPECT_TRUE(ask("/open", "curl/8.0").judged);
}

TEST_F(JudgePathTest, FallbacksAndTheStarAsOperatorsDocument) {
    serve("User-agent: Googlebot\nDisallow: /g\nUser-agent: *\nDisallow: /s\n",
          enforce(Action::reject));
    EXPECT_EQ(ask("/g", "Googlebot-Image/1.0").group->name, "Googlebot");
    EXPECT_EQ(ask("/g", "Googlebot-Image/1.0").action, Action::reject);
    EXPECT_EQ(ask("/s", "Googlebot-Image/1.0").action, Action::pass);
    EXPECT_EQ(ask("/s", "BBot").action, Action::reject);
    const Verdict ads = ask("/s", "AdsBot-Google");
    EXPECT_TRUE(ads.judged);
    EXPECT_EQ(ads.group, nullptr);
    EXPECT_EQ(ads.action, Action::pass);
}

TEST_F(JudgePathTest, ASpellingThatTheServerResolvesIsNoWayRound) {
    serve(kClosed, enforce(Action::reject));
    for (const char* target :
         {"//closed", "/./closed", "/a/../closed", "/%2e/closed",
          "/a/%2e%2e/closed", "/a%2f..%2Fclosed", "/%63losed", "/a/..//closed",
          "http://example.com//closed", "/%2Fclosed"}) {
        EXPECT_EQ(ask(target).action, Action::reject) << target;
    }
}

TEST_F(JudgePathTest, TheTargetAsItWasSentCountsToo) {
    serve("User-agent: *\nDisallow: /a/../\n", enforce(Action::reject));
    EXPECT_EQ(ask("/a/../b").action, Action::reject);
}

TEST_F(JudgePathTest, SlashesThatTheServerKeepsAreMatchedAsTheyAre) {
    serve(kClosed, enforce(Action::reject));
    request.slashes = Slashes::keep;
    EXPECT_EQ(ask("//closed").action, Action::pass);
    EXPECT_EQ(ask("/./closed").action, Action::reject);
}

TEST_F(JudgePathTest, WithoutAServerTheTargetCountsOnlyAsSent) {
    serve(kClosed, enforce(Action::reject));
    request.resolved = false;
    EXPECT_EQ(ask("//closed").action, Action::pass);
    EXPECT_EQ(ask("/a/../closed").action, Action::pass);
    EXPECT_EQ(ask("/%63losed").action, Action::reject);
}

TEST_F(JudgePathTest, TheStricterAnswerDecides) {
    serve("User-agent: *\nDisallow: /x\nAllow: /x/../\n",
          enforce(Action::reject));
    EXPECT_EQ(ask("/x/../y").action, Action::pass);
    EXPECT_EQ(ask("/y/../x").action, Action::reject);
    EXPECT_EQ(ask("/x/../x/").action, Action::reject);
}

TEST_F(JudgePathTest, QueriesAreMatchedAsSent) {
    serve("User-agent: *\nDisallow: /*?id=\n", enforce(Action::reject));
    EXPECT_EQ(ask("/a?id=1").action, Action::reject);
    EXPECT_EQ(ask("/a%3Fid=1").action, Action::pass);
    EXPECT_EQ(ask("?id=1").action, Action::reject);
}

TEST_F(JudgePathTest, ACrawlerThatIsKnownAlreadyNeedsNoHeader) {
    serve("User-agent: BBot\nDisallow: /\n", enforce(Action::reject));
    Request plain;
    plain.target = "/";
    const Sighting known{"bbot", Category::other, nullptr};
    const Verdict verdict = judge(policy, site, known, plain, Milliseconds{1},
                                  budgets, Action::reject);
    EXPECT_EQ(verdict.action, Action::reject);
    EXPECT_EQ(verdict.group->name, "BBot");
}

}  // namespace
}  // namespace robots
