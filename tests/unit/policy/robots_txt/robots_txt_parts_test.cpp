// Whom a line is for in a list of User-agent lines that it does not end.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/reads_as.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"

namespace robots {
namespace {

Groups groups_of(std::string_view text, Reading reading = Reading::lenient) {
    const RobotsTxt document = parse_robots_txt(text, reading);
    return Groups(document,
                  std::vector<Shared<Enforcement>>(document.groups.size()));
}

// "5 [/x]": the crawl-delay and the rules of a crawler; "-" where it has no
// group.
std::string asked(const Groups& groups, std::string_view token) {
    const Group* group = groups.named(token);
    if (group == nullptr) {
        return "-";
    }
    std::string out = group->pace->crawl_delay
                          ? seconds_text(*group->pace->crawl_delay)
                          : "none";
    out += " [";
    for (const Rule& rule : group->rules.rules()) {
        out +=
            (out.back() == '[' ? "" : " ") + std::string(rule.pattern.text());
    }
    return out + ']';
}

std::uint32_t line_of_delay(const Groups& groups, std::string_view token) {
    return groups.named(token)->pace->places.crawl_delay.line;
}

// As blogs on a large host are served it.
TEST(RobotsTxtParts, ADelayBeforeTheNextAgentIsOnlyForTheAgentAbove) {
    for (const Reading reading : {Reading::strict, Reading::lenient}) {
        const Groups groups = groups_of(
            "Sitemap: https://blog.example/sitemap.xml\n\n"
            "User-agent: IRLbot\nCrawl-delay: 3600\n\n"
            "User-agent: *\nDisallow: /next/\n\n# har har\n",
            reading);
        EXPECT_EQ(asked(groups, "IRLbot"), "3600 [/next/]");
        EXPECT_EQ(asked(groups, "*"), "none [/next/]");
        EXPECT_EQ(line_of_delay(groups, "IRLbot"), 4u);
    }
}

// As shops on a large host are served it.
TEST(RobotsTxtParts, EachOfSeveralAgentsHasItsOwnDelay) {
    const Groups groups = groups_of(
        "User-agent: *\nDisallow: /admin\n\n"
        "User-agent: AhrefsBot\nCrawl-delay: 10\nDisallow: /cart\n\n"
        "User-agent: AhrefsSiteAudit\nCrawl-delay: 10\nDisallow: /cart\n\n"
        "User-agent: MJ12bot\nCrawl-delay: 10\n\n"
        "User-agent: Pinterest\nCrawl-delay: 1\n");
    EXPECT_EQ(asked(groups, "*"), "none [/admin]");
    EXPECT_EQ(asked(groups, "AhrefsBot"), "10 [/cart]");
    EXPECT_EQ(asked(groups, "MJ12bot"), "10 []");
    EXPECT_EQ(asked(groups, "Pinterest"), "1 []");
    EXPECT_EQ(line_of_delay(groups, "Pinterest"), 16u);
}

TEST(RobotsTxtParts, Rfc9309_2_2_1_TheWholeListSharesItsRules) {
    const Groups groups = groups_of(
        "User-agent: A\nCrawl-delay: 5\nUser-agent: B\nCrawl-delay: 10\n"
        "User-agent: C\nDisallow: /\n");
    EXPECT_EQ(asked(groups, "A"), "5 [/]");
    EXPECT_EQ(asked(groups, "B"), "10 [/]");
    EXPECT_EQ(asked(groups, "C"), "none [/]");
}

TEST(RobotsTxtParts, AgentsDirectlyAboveShareADelay) {
    EXPECT_EQ(asked(groups_of("User-agent: A\nUser-agent: B\nCrawl-delay: 5\n"
                              "Disallow: /x\n"),
                    "A"),
              "5 [/x]");
    const Groups groups = groups_of(
        "User-agent: A\nCrawl-delay: 5\nUser-agent: B\n# b\n\n"
        "Sitemap: https://a.example/s.xml\nUser-agent: C\nCrawl-delay: 7\n"
        "Disallow: /x\n");
    EXPECT_EQ(asked(groups, "A"), "5 [/x]");
    EXPECT_EQ(asked(groups, "B"), "7 [/x]");
    EXPECT_EQ(asked(groups, "C"), "7 [/x]");
}

TEST(RobotsTxtParts, ADelayAfterTheRulesIsForTheAgentsAboveThem) {
    const Groups whole = groups_of(
        "User-agent: A\nUser-agent: B\nDisallow: /x\nCrawl-delay: 7\n");
    EXPECT_EQ(asked(whole, "A"), "7 [/x]");
    EXPECT_EQ(asked(whole, "B"), "7 [/x]");
    const Groups split = groups_of(
        "User-agent: A\nCrawl-delay: 3\nUser-agent: B\nDisallow: /x\n"
        "Crawl-delay: 7\nAllow: /y\n");
    EXPECT_EQ(asked(split, "A"), "3 [/y /x]");
    EXPECT_EQ(asked(split, "B"), "7 [/y /x]");
}

TEST(RobotsTxtParts, TheLastOfSeveralDelaysForTheSameAgentsCounts) {
    const Groups groups = groups_of(
        "User-agent: A\nCrawl-delay: 9\nCrawl-delay: 3\nUser-agent: B\n"
        "Crawl-delay: 8\nDisallow: /x\nCrawl-delay: 2\n");
    EXPECT_EQ(asked(groups, "A"), "3 [/x]");
    EXPECT_EQ(asked(groups, "B"), "2 [/x]");
}

TEST(RobotsTxtParts, TheLongestDelayOfAllGroupsForATokenCounts) {
    const Groups groups = groups_of(
        "User-agent: A\nCrawl-delay: 5\nUser-agent: a\nCrawl-delay: 4\n"
        "User-agent: B\nDisallow: /x\n");
    EXPECT_EQ(asked(groups, "A"), "5 [/x]");
    EXPECT_EQ(asked(groups, "B"), "none [/x]");
}

TEST(RobotsTxtParts, AnUnreadableDelayIsNotForTheNextAgentEither) {
    const Groups groups = groups_of(
        "User-agent: A\nCrawl-delay: soon\nUser-agent: B\nCrawl-delay: 5\n"
        "Disallow: /x\n");
    EXPECT_EQ(asked(groups, "A"), "none [/x]");
    EXPECT_EQ(asked(groups, "B"), "5 [/x]");
}

TEST(RobotsTxtParts, ADelayWithoutAnAgentIsIgnored) {
    const Groups groups =
        groups_of("User-agent:\nCrawl-delay: 5\nUser-agent: *\nDisallow: /x\n");
    EXPECT_EQ(groups.all().size(), 1u);
    EXPECT_EQ(asked(groups, "*"), "none [/x]");
}

TEST(RobotsTxtParts, AListWithoutRulesIsReadToo) {
    for (const char* end : {"", "Disallow:\n", "Allow:\n"}) {
        const Groups groups = groups_of(
            "User-agent: A\nCrawl-delay: 5\nUser-agent: B\nCrawl-delay: 6\n"
            "User-agent: C\n" +
            std::string(end));
        EXPECT_EQ(asked(groups, "A"), "5 []");
        EXPECT_EQ(asked(groups, "B"), "6 []");
        EXPECT_EQ(asked(groups, "C"), "none []");
    }
}

TEST(RobotsTxtParts, RatesAndWindowsAreForTheAgentsAboveAlone) {
    const Groups groups = groups_of(
        "User-agent: A\nRequest-rate: 1/5\nUser-agent: B\n"
        "Visit-time: 0600-0845\nUser-agent: C\nDisallow: /x\n");
    EXPECT_EQ(groups.named("A")->pace->request_rates.size(), 1u);
    EXPECT_TRUE(groups.named("A")->pace->visit_times.empty());
    EXPECT_EQ(groups.named("A")->pace->places.request_rates.line, 2u);
    EXPECT_TRUE(groups.named("B")->pace->request_rates.empty());
    EXPECT_EQ(groups.named("B")->pace->visit_times.size(), 1u);
    EXPECT_EQ(groups.named("B")->pace->places.visit_times.line, 4u);
    EXPECT_TRUE(groups.named("C")->pace->request_rates.empty());
    EXPECT_TRUE(groups.named("C")->pace->visit_times.empty());
}

TEST(RobotsTxtParts, PreferencesAreForTheAgentsAboveAlone) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: A\nContent-Signal: ai-train=no\nUser-agent: *\n"
        "Content-Usage: train-ai=y\nDisallow: /x\n");
    for (const RobotsGroup& group : document.groups) {
        if (!group.is_part) {
            EXPECT_TRUE(group.other.empty());
            continue;
        }
        ASSERT_EQ(group.user_agents.size(), 1u);
        ASSERT_EQ(group.other.size(), 1u);
        EXPECT_EQ(group.other[0].first, group.user_agents[0] == "A"
                                            ? "Content-Signal"
                                            : "Content-Usage");
    }
    EXPECT_EQ(document.groups.size(), 3u);
}

// What is compiled for each agent would otherwise grow with agents times rules.
TEST(RobotsTxtParts, AgentsWithDelaysOfTheirOwnShareTheRules) {
    const Groups groups = groups_of(
        "User-agent: A\nCrawl-delay: 5\nUser-agent: B\nCrawl-delay: 6\n"
        "Disallow: /x\n");
    EXPECT_EQ(groups.named("A")->rules.rules().begin(),
              groups.named("B")->rules.rules().begin());
}

TEST(RobotsTxtParts, ADelayInsideAListDoesNotReadAsADelayForAll) {
    RobotsTxt document;
    document.groups.emplace_back();
    document.groups[0].user_agents = {"A", "B"};
    document.groups[0].rules = {{false, "/x", {}}};
    document.groups[0].crawl_delay = Milliseconds{5000};
    EXPECT_TRUE(reads_as(render_robots_txt(document), document));
    EXPECT_FALSE(
        reads_as("User-agent: A\nCrawl-delay: 5\nUser-agent: B\nDisallow: /x\n",
                 document));
    EXPECT_FALSE(
        reads_as("User-agent: A\nContent-Usage: train-ai=n\n"
                 "User-agent: B\nDisallow: /x\nCrawl-delay: 5\n",
                 document));
}

}  // namespace
}  // namespace robots
