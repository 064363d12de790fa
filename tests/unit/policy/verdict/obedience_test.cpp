// How well a crawler keeps to its rules.

#include "policy/verdict/obedience.hpp"

#include <gtest/gtest.h>

namespace robots {
namespace {

// Newcombe 1998, Statistics in Medicine 17, table I, "score, no CC".
TEST(ObedienceTest, IntervalIsThatOfThePublishedExamples) {
    const Share some = share_of({263, 81});
    EXPECT_NEAR(some.low, 0.2553, 5e-5);
    EXPECT_NEAR(some.share, 0.3080, 5e-5);
    EXPECT_NEAR(some.high, 0.3662, 5e-5);
    const Share few = share_of({148, 15});
    EXPECT_NEAR(few.low, 0.0624, 5e-5);
    EXPECT_NEAR(few.high, 0.1605, 5e-5);
    const Share none = share_of({20, 0});
    EXPECT_EQ(none.low, 0);
    EXPECT_NEAR(none.high, 0.1611, 5e-5);
    const Share one = share_of({29, 1});
    EXPECT_NEAR(one.low, 0.0061, 5e-5);
    EXPECT_NEAR(one.high, 0.1718, 5e-5);
}

TEST(ObedienceTest, IntervalHoldsTheShareAndStaysWithinZeroAndOne) {
    for (std::uint64_t judged = 1; judged < 200; ++judged) {
        for (std::uint64_t kept = 0; kept <= judged; ++kept) {
            const Share share = share_of({judged, kept});
            EXPECT_LE(0, share.low);
            EXPECT_LE(share.low, share.share);
            EXPECT_LE(share.share, share.high);
            EXPECT_LE(share.high, 1);
        }
    }
    EXPECT_EQ(share_of({7, 7}).high, 1);
}

TEST(ObedienceTest, NothingIsKnownOfNoRequests) {
    const Share share = share_of({});
    EXPECT_EQ(share.low, 0);
    EXPECT_EQ(share.high, 1);
}

TEST(ObedienceTest, OnlyTheCrawlersOwnRequestsCount) {
    Obedience obedience;
    obedience.add(nullptr, Identity::verified, Violation::none, 5);
    obedience.add(nullptr, Identity::unverifiable, Violation::crawl_delay, 2);
    obedience.add(nullptr, Identity::impostor, Violation::disallow, 100);
    obedience.add(nullptr, Identity::impostor, Violation::none, 100);
    obedience.add(nullptr, Identity::unverifiable, Violation::unverifiable,
                  100);
    EXPECT_EQ(obedience.judged, 7U);
    EXPECT_EQ(obedience.kept, 5U);
    // robots.txt has nothing of it.
    Obedience over_a_budget;
    over_a_budget.add(nullptr, Identity::verified, Violation::budget, 2);
    EXPECT_EQ(over_a_budget.kept, 2U);
    EXPECT_EQ(obedience.kept, 5U);
    obedience += {3, 1};
    EXPECT_EQ(obedience.judged, 10U);
    EXPECT_EQ(obedience.kept, 6U);
}

// For example, Google documents that Googlebot does not support Crawl-delay.
TEST(ObedienceTest, AnUnsupportedLineIsNotBroken) {
    Crawler crawler;
    crawler.crawl_delay = Obeys::no;
    Obedience obedience;
    obedience.add(&crawler, Identity::verified, Violation::crawl_delay, 20);
    EXPECT_EQ(obedience.judged, 20U);
    EXPECT_EQ(obedience.kept, 20U);
    obedience.add(&crawler, Identity::verified, Violation::request_rate, 1);
    obedience.add(&crawler, Identity::verified, Violation::visit_time, 1);
    obedience.add(&crawler, Identity::verified, Violation::disallow, 1);
    EXPECT_EQ(obedience.judged, 23U);
    EXPECT_EQ(obedience.kept, 20U);
}

TEST(ObedienceTest, GradeNeedsEnoughRequests) {
    EXPECT_EQ(grade_of({9, 0}, true), Grade::too_few);
    EXPECT_EQ(grade_of({10, 0}, true), Grade::breaks);
    EXPECT_EQ(grade_of({9, 9}, false), Grade::too_few);
    EXPECT_EQ(grade_of({10, 10}, false), Grade::never_read);
    EXPECT_EQ(grade_of({15, 15}, true), Grade::too_few);
    EXPECT_EQ(grade_of({16, 16}, true), Grade::keeps);
    // From 77 to 96 %: it may break it, or keep to it.
    EXPECT_EQ(grade_of({40, 36}, true), Grade::too_few);
}

TEST(ObedienceTest, GradeFollowsTheShare) {
    EXPECT_EQ(grade_of({1000, 980}, true), Grade::keeps);
    EXPECT_EQ(grade_of({1000, 979}, true), Grade::mostly);
    EXPECT_EQ(grade_of({1000, 900}, true), Grade::mostly);
    EXPECT_EQ(grade_of({1000, 870}, true), Grade::breaks);
    EXPECT_EQ(to_string(Grade::never_read), "never_read");
    EXPECT_EQ(words_of(Grade::never_read), "never read the file");
    EXPECT_EQ(words_of(Grade::keeps), "keeps to it");
}

}  // namespace
}  // namespace robots
