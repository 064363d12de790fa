// What judge() says about budgets that crawlers share.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "policy/robots_txt/product_token.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr char kOpenSite[] = "User-agent: *\nDisallow: /closed\n";

class JudgeBudgetsTest : public JudgeTest {
  protected:
    // A budget of `crawlers` that any of them may spend at once.
    static Budget budget_of(const std::string& name,
                            const std::vector<std::string>& crawlers,
                            const char* rate, bool of_all_sites = false) {
        Budget out;
        out.name = name;
        out.key = token_key(name);
        out.of_all_sites = of_all_sites;
        out.grants = *request_rate_from(rate);
        for (const std::string& token : crawlers) {
            out.crawlers.push_back(token_key(token));
        }
        std::sort(out.crawlers.begin(), out.crawlers.end());
        return out;
    }

    const Site* share(const std::vector<Budget>& all,
                      const Enforcement& enforcement,
                      const std::string& name = "example.com",
                      const char* text = kOpenSite) {
        const Site* served = serve(text, enforcement, name);
        SiteSettings settings;
        settings.enforcement = enforcement;
        for (const Budget& each : all) {
            settings.budgets.push_back(std::make_shared<const Budget>(each));
        }
        robots->settings = Shared<SiteSettings>(std::move(settings));
        return served;
    }

    const std::vector<std::string> two{"ABot", "BBot"};
};

TEST_F(JudgeBudgetsTest, CrawlersDrawOnOneBudget) {
    share({budget_of("ai", two, "4/1m")}, enforce(Action::reject));
    for (const char* crawler : {"ABot", "BBot", "ABot", "BBot"}) {
        EXPECT_EQ(ask("/", crawler).violation, Violation::none);
    }
    const Verdict refused = ask("/", "ABot");
    EXPECT_EQ(refused.violation, Violation::budget);
    EXPECT_EQ(refused.action, Action::reject);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.wait, Ms{15000});
    ASSERT_NE(refused.budget, nullptr);
    EXPECT_EQ(refused.budget->text(), "budget ai: 4/60");
    EXPECT_EQ(ask("/", "BBot").violation, Violation::budget);
    EXPECT_EQ(ask("/", "Googlebot").violation, Violation::none);
    EXPECT_EQ(ask("/", "ABot", 15000).violation, Violation::none);
}

TEST_F(JudgeBudgetsTest, TheirOwnDelaysCountBesides) {
    share({budget_of("ai", two, "2/1m")}, enforce(Action::reject),
          "example.com", "User-agent: *\nDisallow:\nCrawl-delay: 2\n");
    EXPECT_EQ(ask("/", "ABot").violation, Violation::none);
    EXPECT_EQ(ask("/", "ABot").violation, Violation::crawl_delay);
    EXPECT_EQ(ask("/", "BBot").violation, Violation::none);
    EXPECT_EQ(ask("/", "ABot", 2000).violation, Violation::budget);
}

TEST_F(JudgeBudgetsTest, OneOfAllSitesCountsOnAllAndOthersOnOne) {
    for (const bool all : {false, true}) {
        const Budget budget = budget_of(all ? "all" : "own", two, "1/1m", all);
        const std::string name = all ? "all." : "own.";
        const Site* first =
            share({budget}, enforce(Action::reject), name + "example");
        share({budget}, enforce(Action::reject), name + "example.net");
        const Site* second = policy.find({name + "example.net", 80, {}});
        site = policy.find({name + "example", 80, {}});
        ASSERT_NE(first, nullptr);
        EXPECT_EQ(ask("/", "ABot").violation, Violation::none);
        site = second;
        EXPECT_EQ(ask("/", "BBot").violation,
                  all ? Violation::budget : Violation::none);
    }
}

TEST_F(JudgeBudgetsTest, NobodySpendsAVerifiedCrawlersBudget) {
    share({budget_of("ai", two, "1/1m")},
          enforce(Action::reject, Violation::impostor, Action::log));
    for (const Identity identity :
         {Identity::impostor, Identity::unverifiable, Identity::verified}) {
        request.identity = identity;
        EXPECT_EQ(ask("/", "ABot").action,
                  identity == Identity::impostor ? Action::log : Action::pass);
        EXPECT_TRUE(ask("/", "BBot").violations.contains(Violation::budget));
    }
}

TEST_F(JudgeBudgetsTest, AnHttpLibraryIsJudgedByItsBudgetAlone) {
    share({budget_of("tools", {"curl"}, "1/1m")}, enforce(Action::reject));
    EXPECT_EQ(ask("/closed", "curl/8").violation, Violation::none);
    EXPECT_EQ(ask("/", "curl/8").violation, Violation::budget);
}

TEST_F(JudgeBudgetsTest, OfTwoThatRefuseTheFirstIsNamed) {
    share({budget_of("small", two, "1/1m"), budget_of("large", two, "9/1m")},
          enforce(Action::reject));
    ask("/");
    EXPECT_EQ(ask("/").budget->name, "small");
}

TEST_F(JudgeBudgetsTest, ThrottledRequestsWaitAndLoggedOnesCostNothing) {
    Enforcement throttled = enforce(Action::throttle);
    throttled.max_wait = Ms{20000};
    share({budget_of("ai", two, "4/1m")}, throttled, "slow.example");
    for (int i = 0; i < 4; ++i) {
        ask("/");
    }
    EXPECT_EQ(ask("/").wait, Ms{15000});
    share({budget_of("ai", two, "1/1m")}, enforce(Action::log));
    ask("/");
    EXPECT_EQ(ask("/").action, Action::log);
    EXPECT_EQ(ask("/", "ABot", 60000).violation, Violation::none);
}

TEST_F(JudgeBudgetsTest, AloneACrawlerHasAllOfIt) {
    share({budget_of("ai", two, "10/10s")}, enforce(Action::reject));
    int passed = 0;
    for (int ms = 0; ms < 100000; ms += 50) {
        passed += ask("/", "ABot", ms).action == Action::pass ? 1 : 0;
    }
    EXPECT_EQ(passed, 109);  // ten at once, then one a second
}

TEST_F(JudgeBudgetsTest, WhoComesBackWhenToldIsServedBesideAFlood) {
    share({budget_of("ai", two, "10/10s")}, enforce(Action::reject));
    int next = 500;
    int passed = 0;
    for (int ms = 0; ms < 60000; ms += 10) {
        ask("/", "ABot", ms);
        if (ms < next) {
            continue;
        }
        const Verdict verdict = ask("/", "BBot", ms);
        passed += verdict.action == Action::pass ? 1 : 0;
        next = ms + static_cast<int>(verdict.wait.count()) + 10;
    }
    EXPECT_GE(passed, 25);
}

// So they take half of the budget from nobody.
TEST_F(JudgeBudgetsTest, WhoIsOnlyLoggedOrUsesAPassWaitsForNothing) {
    const auto passed_of_five = [this](int ms) {
        int passed = 0;
        for (int i = 0; i < 5; ++i) {
            passed += ask("/b", "BBot", ms).action == Action::pass ? 1 : 0;
        }
        return passed;
    };
    share({budget_of("ai", two, "6/6s")}, enforce(Action::reject));
    cap = Action::log;
    for (int i = 0; i < 7; ++i) {
        ask("/a");
    }
    cap = Action::reject;
    EXPECT_EQ(passed_of_five(5200), 5);

    share({budget_of("more", two, "6/6s")}, enforce(Action::reject),
          "pass.example");
    EXPECT_EQ(passed_of_five(0), 5);
    request.method = Method::head;
    EXPECT_EQ(ask("/a").violation, Violation::none);
    request.method = Method::get;
    EXPECT_EQ(ask("/a").violation, Violation::none) << "its pass";
    request.method = Method::safe;
    EXPECT_EQ(passed_of_five(5200), 5);
}

TEST_F(JudgeBudgetsTest, WhoComesBackWhenToldMeetsNoOtherLimit) {
    share({budget_of("short", two, "2/4s"), budget_of("long", two, "4/1m")},
          enforce(Action::reject));
    int ms = 0;
    for (int passed = 0, refused = 0; passed < 8;) {
        const Verdict verdict = ask("/", "ABot", ms);
        if (verdict.action == Action::pass) {
            ++passed;
            refused = 0;
            continue;
        }
        ASSERT_EQ(++refused, 1) << "it came when it was told to";
        ms += static_cast<int>(verdict.wait.count());
    }
    share({}, enforce(Action::reject), "rates.example",
          "User-agent: *\nCrawl-delay: 2\nRequest-rate: 3/1m\nDisallow:\n");
    for (const int at : {0, 2000, 4000}) {
        EXPECT_EQ(ask("/", "ABot", at).violation, Violation::none) << at;
    }
    const Verdict early = ask("/", "ABot", 5000);
    EXPECT_EQ(early.violation, Violation::crawl_delay);
    EXPECT_EQ(
        ask("/", "ABot", 5000 + static_cast<int>(early.wait.count())).violation,
        Violation::none);
}

// Whoever sends when: from when the other waits, nobody gets more than half,
// and half of what may come at once.
TEST_F(JudgeBudgetsTest, WhileTheOtherWaitsNobodyHasMoreThanHalf) {
    constexpr int kPeriod = 10000;
    constexpr int kInterval = 1000;
    for (unsigned seed = 1; seed <= 40; ++seed) {
        share({budget_of("ai" + std::to_string(seed), two, "10/10s")},
              enforce(Action::reject), std::to_string(seed) + ".example");
        std::mt19937 random(seed);
        const unsigned share_of_a = static_cast<unsigned>(1 + random() % 9);
        const char* const names[] = {"ABot", "BBot"};
        int waits_until[] = {0, 0};
        int since[] = {-1, -1};  // when the other one began to wait
        int had[] = {0, 0};
        int passed = 0;
        int ms = 0;
        for (; ms < 200000; ms += static_cast<int>(random() % 150)) {
            const int who = random() % 10 < share_of_a ? 0 : 1;
            const Verdict verdict = ask("/", names[who], ms);
            if (verdict.action != Action::pass) {
                waits_until[who] = ms + kPeriod - 1024;
                continue;
            }
            ++passed;
            if (waits_until[1 - who] <= ms) {
                since[who] = -1;
                continue;
            }
            if (since[who] < 0) {
                since[who] = ms;
                had[who] = 0;
            }
            ++had[who];
            ASSERT_LE(had[who], (ms - since[who]) / (2 * kInterval) + 6)
                << names[who] << " at " << ms << ", seed " << seed;
        }
        EXPECT_GE(passed, ms / kInterval * 9 / 10) << "seed " << seed;
    }
}

}  // namespace
}  // namespace robots
