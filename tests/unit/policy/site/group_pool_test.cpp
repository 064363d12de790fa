// Groups that many sites have in common are compiled once.

#include <gtest/gtest.h>

#include <string_view>

#include "policy/site/groups.hpp"

namespace robots {
namespace {

class GroupPoolTest : public ::testing::Test {
  protected:
    // The group for "a" of a robots.txt; `file` is the file of its rules.
    std::shared_ptr<const Group> group(std::string_view text,
                                       std::uint32_t file = 0,
                                       const Enforcement& settings = {}) {
        const RobotsTxt document =
            parse_robots_txt(text, Reading::strict, file);
        const Groups groups(
            document,
            std::vector<Shared<Enforcement>>(document.groups.size(), settings),
            &pool);
        for (const auto& each : groups.all()) {
            if (each->name == "a") {
                return each;
            }
        }
        return nullptr;
    }

    GroupPool pool;
    const std::shared_ptr<const Group> first =
        group("User-agent: a\nDisallow: /x\nCrawl-delay: 2\n");
};

TEST_F(GroupPoolTest, TheSameGroupOfAnotherDocumentIsShared) {
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first, group("User-agent: a\nDisallow: /x\nCrawl-delay: 2\n"
                           "User-agent: b\nDisallow: /\n"
                           "Sitemap: http://a.example/\n"));
}

TEST_F(GroupPoolTest, WhateverDiffersMakesAnotherGroup) {
    for (const char* text :
         {"User-agent: a\nDisallow: /y\nCrawl-delay: 2\n",
          "User-agent: a\nAllow: /x\nCrawl-delay: 2\n",
          "User-agent: a\nDisallow: /x\nDisallow: /y\nCrawl-delay: 2\n",
          "User-agent: a\nDisallow: /x\nCrawl-delay: 3\n",
          "User-agent: a\nDisallow: /x\n",
          "User-agent: a\nDisallow: /x\nCrawl-delay: 2\nRequest-rate: 1/5\n",
          "User-agent: a\nDisallow: /x\nCrawl-delay: 2\nVisit-time: "
          "0100-0200\n",
          "\nUser-agent: a\nDisallow: /x\nCrawl-delay: 2\n"}) {
        EXPECT_NE(first, group(text)) << text;
    }
    EXPECT_NE(first, group("User-agent: a\nDisallow: /x\nCrawl-delay: 2\n", 1));
    Enforcement settings;
    settings.unsupported = Action::reject;
    EXPECT_NE(first, group("User-agent: a\nDisallow: /x\nCrawl-delay: 2\n", 0,
                           settings));
}

TEST_F(GroupPoolTest, MergedGroupsAreSharedWhereAllTheirPartsAreTheSame) {
    const auto merged =
        group("User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y\n");
    EXPECT_EQ(merged->rules.rules().size(), 2u);
    EXPECT_EQ(merged, group("User-agent: a\nDisallow: /x\n\n"
                            "User-agent: a\nDisallow: /y\n"));
    EXPECT_NE(merged, group("User-agent: a\nDisallow: /x\n\n"
                            "User-agent: a\nDisallow: /z\n"));
}

TEST_F(GroupPoolTest, AGroupOutlivesThePool) {
    Groups groups;
    {
        GroupPool short_lived;
        const RobotsTxt document =
            parse_robots_txt("User-agent: a\nDisallow: /x\n");
        groups =
            Groups(document, std::vector<Shared<Enforcement>>(1), &short_lived);
    }
    ASSERT_NE(groups.named("A"), nullptr);
    EXPECT_EQ(groups.named("A")->rules.rules().size(), 1u);
    EXPECT_EQ(groups.named("b"), nullptr);
    EXPECT_EQ(groups.named(""), nullptr);
}

}  // namespace
}  // namespace robots
