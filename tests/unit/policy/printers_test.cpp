// What a failed test prints.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using ::testing::PrintToString;

TEST(Printers, ValuesArePrintedAsPoliciesSpellThem) {
    EXPECT_EQ(PrintToString(Action::throttle), "throttle");
    EXPECT_EQ(PrintToString(Violation::crawl_delay), "crawl_delay");
    EXPECT_EQ(PrintToString(Identity::impostor), "impostor");
    EXPECT_EQ(PrintToString(Category::seo), "seo");
    EXPECT_EQ(PrintToString(Milliseconds{1500}), "1500 ms");
    EXPECT_EQ(PrintToString(std::optional(Utc{60})), "(60 s)");
    EXPECT_EQ(PrintToString(std::vector<DayWindow>{{360, 525}}),
              "{ 0600-0845 }");
    EXPECT_EQ(PrintToString(Charge{true, Milliseconds{500}, Milliseconds{9}}),
              "granted, wait 500 ms, TAT 9 ms");
    EXPECT_EQ(PrintToString(Charge{false, Milliseconds{500}, {}}),
              "refused, wait 500 ms");
}

TEST(Printers, SightingsSayHowTheCrawlerIsKnown) {
    const Crawler entry = known_crawler("ABot", Category::search);
    EXPECT_EQ(PrintToString(Sighting{"ABot", Category::search, &entry}),
              "ABot (search, listed)");
    EXPECT_EQ(PrintToString(Sighting{"MyBot", Category::other, nullptr}),
              "MyBot (other, by its shape)");
    EXPECT_EQ(PrintToString(Sighting{}), "no crawler");
}

using PrintersOfVerdicts = JudgeTest;

TEST_F(PrintersOfVerdicts, SayWhatIsDoneAndWhy) {
    EXPECT_EQ(PrintToString(ask("/a")), "ABot (search, listed): not judged");
    serve("User-agent: *\nDisallow: /a\nCrawl-delay: 2\n",
          enforce(Action::reject));
    EXPECT_EQ(PrintToString(ask("/a")),
              "ABot (search, listed), unverifiable: disallow, reject 403; "
              "group `*`, rule `Disallow: /a`");
    ask("/b");
    EXPECT_EQ(PrintToString(ask("/b")),
              "ABot (search, listed), unverifiable: crawl_delay, reject 429, "
              "wait 2000 ms; group `*`");
}

}  // namespace
}  // namespace robots
