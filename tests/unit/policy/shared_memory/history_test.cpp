#include "policy/shared_memory/history.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace robots {
namespace {

using std::chrono::hours;

// One site's robots.txt over time; the clock is in hours.
class HistoryTest : public ::testing::Test {
  protected:
    static std::shared_ptr<const Policy> with(const std::string& revision,
                                              const std::string& site = "a") {
        auto robots = std::make_shared<Robots>();
        Enforcement enforcement;
        enforcement.grace = kGrace;
        robots->groups =
            Groups(parse_robots_txt("User-agent: *\nDisallow: /" + revision),
                   {enforcement});
        robots->revision = named(revision);
        auto policy = std::make_shared<Policy>(std::make_shared<const Crawlers>(
            std::vector<Crawler>{}, std::vector<std::string>{}));
        policy->claim(policy->add(site, robots), {site, {}, {}});
        return policy;
    }

    static Revision named(const std::string& name) {
        return Revision(site_key(name));
    }

    void deploy(const std::string& revision, int hour,
                const std::string& site = "a") {
        auto next = with(revision, site);
        history = policy == nullptr ? History()
                                    : History(history, *policy, *next,
                                              Milliseconds(hours{hour}));
        policy = next;
    }

    // The revision that a crawler may go by instead of the current one, or "".
    std::string allowed_by_grace(std::optional<RevisionTag> fetched,
                                 int hour) const {
        const Robots* robots =
            history.grace_revision(policy->sites().front(), fetched, kGrace,
                                   Milliseconds(hours{hour}));
        if (robots == nullptr) {
            return "";
        }
        const RuleSet& rules = robots->groups.all().front()->rules;
        return std::string(rules.rules().front().pattern.text().substr(1));
    }
    std::string allowed_by_grace_to(const std::string& fetched,
                                    int hour) const {
        return allowed_by_grace(revision_tag(named(fetched).text()), hour);
    }

    static constexpr hours kGrace{24};
    std::shared_ptr<const Policy> policy;
    History history;
};

TEST_F(HistoryTest, ARevisionBindsWhoFetchedIt) {
    deploy("one", 0);
    deploy("two", 10);
    EXPECT_EQ(allowed_by_grace_to("one", 11), "one");
    EXPECT_EQ(allowed_by_grace_to("two", 11), "");
}

TEST_F(HistoryTest, ARevisionBindsEverybodyOnceTheGraceHasPassed) {
    deploy("one", 0);
    deploy("two", 10);
    EXPECT_EQ(allowed_by_grace_to("one", 33), "one");
    EXPECT_EQ(allowed_by_grace_to("one", 34), "");
}

TEST_F(HistoryTest, TheFirstRevisionBindsAtOnce) {
    deploy("one", 0);
    EXPECT_EQ(allowed_by_grace_to("zero", 0), "");
    EXPECT_EQ(allowed_by_grace(std::nullopt, 0), "");
}

TEST_F(HistoryTest, ACrawlerWithoutAKnownFetchMayGoByTheOldestWithinTheGrace) {
    deploy("one", 0);
    deploy("two", 10);
    deploy("three", 20);
    EXPECT_EQ(allowed_by_grace(std::nullopt, 21), "one");
    EXPECT_EQ(allowed_by_grace(std::nullopt, 35), "two");
    EXPECT_EQ(allowed_by_grace(std::nullopt, 45), "");
}

TEST_F(HistoryTest, AGraceIsCountedFromEachRevisionsOwnStart) {
    deploy("one", 0);
    deploy("two", 10);
    deploy("three", 30);
    // Whoever still has the first should have fetched the second by now.
    EXPECT_EQ(allowed_by_grace_to("one", 35), "two");
    EXPECT_EQ(allowed_by_grace_to("two", 35), "two");
}

TEST_F(HistoryTest, AReturnToAnOldTextIsARevisionLikeAnyOther) {
    deploy("one", 0);
    deploy("two", 10);
    deploy("one", 20);
    EXPECT_EQ(allowed_by_grace_to("two", 21), "two");
    EXPECT_EQ(allowed_by_grace_to("one", 21), "");
}

TEST_F(HistoryTest, AnUnchangedRobotsTxtIsNoPastRevision) {
    deploy("one", 0);
    deploy("two", 10);
    deploy("two", 20);
    EXPECT_EQ(allowed_by_grace_to("one", 33), "one");
    EXPECT_EQ(allowed_by_grace_to("one", 34), "");
}

TEST_F(HistoryTest, SitesAreTheSameByName) {
    deploy("one", 0, "a");
    deploy("two", 10, "b");
    EXPECT_FALSE(history.knows(policy->sites().front()));
    EXPECT_EQ(allowed_by_grace_to("one", 11), "");
}

TEST_F(HistoryTest, KeepsNoneForLongerThanItsGrace) {
    deploy("one", 0);
    EXPECT_FALSE(history.knows_any());
    deploy("two", 10);
    EXPECT_TRUE(history.knows(policy->sites().front()));
    EXPECT_TRUE(history.knows_any());
    deploy("two", 40);
    EXPECT_FALSE(history.knows(policy->sites().front()));
    EXPECT_FALSE(history.knows_any());
}

TEST_F(HistoryTest, TheOldestAndTheNewestOfManyRevisionsAreKept) {
    for (int i = 0; i <= 100; ++i) {
        deploy("r" + std::to_string(i), 0);
    }
    EXPECT_EQ(allowed_by_grace(std::nullopt, 1), "r0");
    EXPECT_EQ(allowed_by_grace_to("r0", 1), "r0");
    EXPECT_EQ(allowed_by_grace_to("r99", 1), "r99");
}

TEST_F(HistoryTest, ACrawlerOfADroppedRevisionGoesByTheOldest) {
    const int last = static_cast<int>(History::kMaxPast) + 1;
    for (int i = 0; i <= last; ++i) {
        deploy("r" + std::to_string(i), i);
    }
    const int dropped = last - 1 - static_cast<int>(History::kMaxPast) / 2;
    EXPECT_EQ(allowed_by_grace_to("r" + std::to_string(dropped), last), "r0");
    EXPECT_EQ(allowed_by_grace_to("r" + std::to_string(dropped - 1), last),
              "r" + std::to_string(dropped - 1));
}

TEST_F(HistoryTest, AClockThatWentBackwardsMeansLongAgo) {
    deploy("one", 0);
    deploy("two", 10);
    EXPECT_EQ(allowed_by_grace_to("one", 9), "");
}

}  // namespace
}  // namespace robots
