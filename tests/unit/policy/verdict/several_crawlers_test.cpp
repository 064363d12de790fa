// Which crawler a request is taken for that names several.

#include "policy/verdict/several_crawlers.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/deciding_rule.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr char kApart[] =
    "User-agent: ABot\nDisallow: /a\nDisallow: /c/a\n"
    "User-agent: BBot\nDisallow: /b\nCrawl-delay: 2\n"
    "User-agent: Googlebot\nCrawl-delay: 4\n"
    "User-agent: *\nAllow: /\n";

class CountingBudgets : public MapBudgets {
  public:
    Charge quote(std::uint64_t key, Ms now,
                 const Rate& rate) noexcept override {
        ++quotes;
        return MapBudgets::quote(key, now, rate);
    }

    int quotes = 0;
};

class SeveralCrawlersTest : public JudgeTest {
  protected:
    // Whom a request with one User-Agent header for each of `agents` is taken
    // for.
    std::string taken_for(const std::vector<std::string_view>& agents,
                          std::string_view target) {
        return strictest_of(named_by(agents), target);
    }

    static_assert(NamedCrawlers::kMost == 8);

    NamedCrawlers named_by(const std::vector<std::string_view>& agents) {
        NamedCrawlers named;
        for (const std::string_view agent : agents) {
            named.add(policy.crawlers().identify(agent));
        }
        return named;
    }

    std::string strictest_of(const NamedCrawlers& named,
                             std::string_view target) {
        request.target = target;
        return std::string(
            strictest(policy, site, named, request, Ms{1000000}, budgets)
                .crawler.token);
    }
};

// Rules that eight crawlers share are not matched eight times.
TEST_F(SeveralCrawlersTest, SharedRulesAreMatchedOnce) {
    const Groups groups = [] {
        const RobotsTxt document = parse_robots_txt(
            "User-agent: a\nUser-agent: b\nDisallow: /x\n"
            "User-agent: c\nAllow: /x\n");
        return Groups(document, std::vector<Shared<Enforcement>>(2));
    }();
    const SentTarget target("/x", Slashes::merge);
    const Rule* rule = target.rule_of(*groups.named("a"));
    ASSERT_NE(rule, nullptr);
    EXPECT_FALSE(rule->allow);
    EXPECT_EQ(target.rule_of(*groups.named("b")), rule);
    EXPECT_EQ(target.matches(), 1u);
    EXPECT_TRUE(target.rule_of(*groups.named("c"))->allow);
    EXPECT_EQ(target.matches(), 2u);
}

TEST_F(SeveralCrawlersTest, TheOneThatIsRefusedWhereverItIsNamed) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/a"), "ABot");
    EXPECT_EQ(taken_for({"BBot/1", "ABot/1"}, "/a"), "ABot");
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/b"), "BBot");
    EXPECT_EQ(taken_for({"BBot/1", "Googlebot/2", "ABot/1"}, "/c/a"), "ABot");
}

TEST_F(SeveralCrawlersTest, TheFirstIfTheyAreEqual) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"Googlebot/2", "ABot/1"}, "/"), "Googlebot");
    EXPECT_EQ(taken_for({"ABot/1", "Googlebot/2"}, "/"), "ABot");
}

TEST_F(SeveralCrawlersTest, TheOneWhoseBudgetIsSpent) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/"), "ABot");
    EXPECT_EQ(ask("/", "BBot/1").action, Action::pass);
    EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, "/"), "BBot");
}

// As nginx's are: each zone has a secret of its own.
TEST_F(SeveralCrawlersTest, TheOneWhoseBudgetIsSpentUnderSecretKeys) {
    serve(kApart, enforce(Action::reject));
    const Keys keys{Secret{1, 2}};
    MapBudgets secret(keys);
    request.target = "/";
    judge(policy, site, policy.crawlers().identify("BBot/1"), request,
          Ms{1000000}, secret, cap);
    EXPECT_EQ(strictest(policy, site, named_by({"ABot/1", "BBot/1"}), request,
                        Ms{1000000}, secret)
                  .crawler.token,
              "BBot");
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
    serve(kApart, enforce(Action::pass));
    EXPECT_EQ(taken_for({"BBot/1", "ABot/1"}, "/a"), "ABot");
}

TEST_F(SeveralCrawlersTest, NotALibraryThatNoGroupNames) {
    serve(kApart, enforce(Action::reject));
    EXPECT_EQ(taken_for({"curl/8", "ABot/1"}, "/"), "ABot");
    EXPECT_EQ(taken_for({"curl/8"}, "/"), "curl");
}

TEST_F(SeveralCrawlersTest, EachByItsOwnIdentity) {
    serve(kApart, enforce(Action::pass, Violation::impostor, Action::reject));
    const Sighting a = policy.crawlers().identify("ABot/1");
    const Sighting b = policy.crawlers().identify("BBot/1");
    NamedCrawlers second;
    second.add(a, Identity::verified);
    second.add(b, Identity::impostor);
    EXPECT_EQ(strictest_of(second, "/"), "BBot");
    NamedCrawlers first;
    first.add(a, Identity::impostor);
    first.add(b, Identity::verified);
    EXPECT_EQ(strictest_of(first, "/"), "ABot");
}

TEST_F(SeveralCrawlersTest, EachCrawlerIsNamedOnceHoweverItIsSpelled) {
    const NamedCrawlers named =
        named_by({"ABot/1", "Googlebot/2", "abot", "Mozilla/5.0", "",
                  "Mozilla/5.0 (compatible; Googlebot/2.1)", "ABot/2"});
    EXPECT_EQ(named.size(), 2u);
    EXPECT_EQ(named.begin()->crawler.token, "ABot");
}

TEST_F(SeveralCrawlersTest, EightOfManyCrawlersAreKept) {
    NamedCrawlers named;
    std::vector<std::string> tokens;
    for (int i = 0; i < 800; ++i) {
        tokens.push_back("c" + std::to_string(i) + "bot");
    }
    for (const std::string& token : tokens) {
        named.add({token, Category::other, nullptr});
    }
    EXPECT_EQ(named.size(), 8u);
    EXPECT_EQ(std::prev(named.end())->crawler.token, "c7bot");
}

// A judgement asks for one quote here.
TEST_F(SeveralCrawlersTest, EightHundredNamesOfOneCrawlerAreJudgedOnce) {
    serve("User-agent: *\nCrawl-delay: 2\n", enforce(Action::reject));
    const NamedCrawlers named =
        named_by(std::vector<std::string_view>(800, "ABot/1"));
    request.target = "/";
    CountingBudgets counting;
    strictest(policy, site, named, request, Ms{1000000}, counting);
    EXPECT_EQ(counting.quotes, 1);
}

TEST_F(SeveralCrawlersTest, TheStrictestCrawlerIsFoundOnAResolvedTargetToo) {
    serve(kApart, enforce(Action::reject));
    for (const char* target : {"/x/../b", "//b", "/%62", "/./b?x", "/x%2f../b",
                               "http://a.example/b", "/b#x"}) {
        EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, target), "BBot") << target;
        EXPECT_EQ(taken_for({"BBot/1", "ABot/1"}, target), "BBot") << target;
    }
    for (const char* target : {"//robots.txt", "/x/../robots.txt?y"}) {
        EXPECT_EQ(taken_for({"ABot/1", "BBot/1"}, target), "ABot") << target;
    }
}

}  // namespace
}  // namespace robots
