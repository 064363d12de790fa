#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/fleet/crawler_counts.hpp"

namespace robots {
namespace {

TEST(CrawlerCounts, TheBusiestAreWritten) {
    std::vector<CrawlerCounts> counts;
    for (std::uint64_t i = 0; i < 100; ++i) {
        counts.push_back({"Bot" + std::to_string(i), 1, i, 0, 0, 0, 7});
    }
    EXPECT_EQ(ledger_key("robots", "web-1#1"), "robots:ledger:web-1#1");
    const std::string text = ledger_text(counts);
    EXPECT_EQ(text.find("Bot99 1 99 0 0 0 7\nBot98 1 98"), 0U);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 64);
}

TEST(CrawlerCounts, AreAddedUp) {
    CrawlerSums sums;
    sums.add("A 1 2 3 4 5 6\nB 0 9 0 0 0 0\n");
    sums.add("A 10 20 30 40 50 60\n");
    sums.add("");
    const std::vector<CrawlerCounts> all = sums.take();
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].crawler, "A");
    EXPECT_EQ(all[0].fetches, 11U);
    EXPECT_EQ(all[0].octets, 66U);
    EXPECT_EQ(all[1].judged, 9U);
    EXPECT_TRUE(sums.take().empty());
}

TEST(CrawlerCounts, LeavesOutWhatNoNodeWrites) {
    CrawlerSums sums;
    for (const std::string& line :
         {std::string("A 1 2 3 4 5"), std::string("A 1 2 3 4 5 x"),
          std::string("A 1 2 3 4 5 -6"), std::string(" 1 2 3 4 5 6"),
          std::string("A 1 2 3 4 5 6 7"), std::string("a\x01 1 2 3 4 5 6"),
          std::string(129, 'a') + " 1 2 3 4 5 6"}) {
        sums.add(line + "\n");
    }
    EXPECT_TRUE(sums.take().empty());
    std::string many;
    for (int i = 0; i < 65; ++i) {
        many += "Bot" + std::to_string(i) + " 1 1 1 1 1 1\n";
    }
    sums.add(many);
    EXPECT_EQ(sums.take().size(), kMaxCrawlerCounts);
}

}  // namespace
}  // namespace robots
