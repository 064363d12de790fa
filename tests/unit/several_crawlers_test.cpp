// Which crawler a request is taken for that names several.

#include "several_crawlers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr char kApart[] =
    "User-agent: ABot\nDisallow: /a\nDisallow: /c/a\n"
    "User-agent: BBot\nDisallow: /b\nCrawl-delay: 2\n"
    "User-agent: Googlebot\nCrawl-delay: 4\n"
    "User-agent: *\nAllow: /\n";

class SeveralCrawlersTest : public JudgeTest {
  protected:
    // Whom a request with one User-Agent header for each of `agents` is taken
    // for.
    std::string taken_for(const std::vector<std::string_view>& agents,
                          std::string_view target) {
        std::vector<NamedCrawler> named;
        for (const std::string_view agent : agents) {
            named.push_back({policy.crawlers().identify(agent)});
        }
        return strictest_of(named, target);
    }

    std::string strictest_of(const std::vector<NamedCrawler>& named,
                             std::string_view target) {
        request.target = target;
        return std::string(
            strictest(policy, site, named, request, Ms{1000000}, budgets)
                .crawler.token);
    }
};

TEST_F(SeveralCrawlersTest, TheOneThatIsRefusedWhereverItIsNamed) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/a"), "ABot");
    EXPECT_EQ(taken_for({"BBot/1", "ABot/1"}, "/a"), "ABot");
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/b"), "BBot");
    EXPECT_EQ(taken_for({"BBot/1", "Googlebot/2", "ABot/1"}, "/c/a"), "ABot");
}

TEST_F(SeveralCrawlersTest, OfEqualsTheFirst) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"Googlebot/2", "ABot/1"}, "/"), "Googlebot");
    EXPECT_EQ(taken_for({"ABot/1", "Googlebot/2"}, "/"), "ABot");
}

TEST_F(SeveralCrawlersTest, TheOneWhoseBudgetIsSpent) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/"), "ABot");
    EXPECT_EQ(ask("/", "BBot/1").action, Action::off);
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/"), "BBot");
}

TEST_F(SeveralCrawlersTest, TheOneThatWaitsLonger) {
    serve(kApart, enforce(Action::throttle));
    ask("/", "BBot/1");
    ask("/", "Googlebot/2");
    EXPECT_EQ(taken_for({"BBot/1", "Googlebot/2"}, "/"), "Googlebot");
    EXPECT_EQ(taken_for({"Googlebot/2", "BBot/1"}, "/"), "Googlebot");
}

TEST_F(SeveralCrawlersTest, NobodyIsCharged) {
    serve(kApart, enforce(Action::reject));
    taken_for({"BBot/1", "Googlebot/2"}, "/");
    EXPECT_EQ(budgets.charges, 0);
    EXPECT_TRUE(budgets.states.empty());
}

TEST_F(SeveralCrawlersTest, AViolationWithoutConsequenceBeforeNone) {
    serve(kApart, enforce(Action::off));
    EXPECT_EQ(taken_for({"BBot/1", "ABot/1"}, "/a"), "ABot");
}

TEST_F(SeveralCrawlersTest, NotALibraryThatNoGroupNames) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"curl/8", "ABot/1"}, "/"), "ABot");
    EXPECT_EQ(taken_for({"curl/8"}, "/"), "curl");
}

TEST_F(SeveralCrawlersTest, EachByItsOwnIdentity) {
    serve(kApart, enforce(Action::off, Violation::impostor, Action::reject));
    const Sighting a = policy.crawlers().identify("ABot/1");
    const Sighting b = policy.crawlers().identify("BBot/1");
    EXPECT_EQ(
        strictest_of({{a, Identity::verified}, {b, Identity::impostor}}, "/"),
        "BBot");
    EXPECT_EQ(
        strictest_of({{a, Identity::impostor}, {b, Identity::verified}}, "/"),
        "ABot");
}

}  // namespace
}  // namespace robots
