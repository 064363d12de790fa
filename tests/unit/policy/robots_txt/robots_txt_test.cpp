#include "policy/robots_txt/robots_txt.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {
namespace {

using Strings = std::vector<std::string>;

Strings paths(const RobotsGroup& group) {
    Strings out;
    for (const RuleLine& rule : group.rules) {
        out.push_back((rule.allow ? "+" : "-") + rule.path);
    }
    return out;
}

// The rules of a document with one group.
Strings rules_of(std::string_view lines, Reading reading = Reading::lenient) {
    const RobotsTxt document =
        parse_robots_txt("User-agent: *\n" + std::string(lines), reading);
    return document.groups.size() == 1 ? paths(document.groups[0]) : Strings{};
}

TEST(ParseRobotsTxt, Rfc9309_2_2_GroupsOfAgentsAndRules) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: a\nUser-agent: b\nDisallow: /x\nAllow: /y\n\n"
        "User-agent: *\nDisallow: /z\n");
    ASSERT_EQ(document.groups.size(), 2u);
    EXPECT_EQ(document.groups[0].user_agents, (Strings{"a", "b"}));
    EXPECT_EQ(paths(document.groups[0]), (Strings{"-/x", "+/y"}));
    EXPECT_EQ(document.groups[1].user_agents, (Strings{"*"}));
    EXPECT_EQ(paths(document.groups[1]), (Strings{"-/z"}));
}

TEST(ParseRobotsTxt, AnyTextIsADocument) {
    for (const char* text : {"", "\n", "\r\r", ":", "::", " : ", "#", "a",
                             "\xEF\xBB\xBF", "<html>", "User-agent"}) {
        EXPECT_TRUE(parse_robots_txt(text).groups.empty()) << text;
    }
}

TEST(ParseRobotsTxt, Rfc9309_2_2_KeysAreCaseInsensitiveAndBlanksAround) {
    const RobotsTxt document =
        parse_robots_txt(" \tUSER-AGENT\t: \t a \t\n dISALLOW :/x y \t\n");
    ASSERT_EQ(document.groups.size(), 1u);
    EXPECT_EQ(document.groups[0].user_agents, (Strings{"a"}));
    EXPECT_EQ(paths(document.groups[0]), (Strings{"-/x y"}));
}

TEST(ParseRobotsTxt, Rfc9309_2_2_1_TokensEndAtTheFirstOtherOctet) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: Googlebot/2.1\nUser-agent: Foo Bar\nUser-agent: * bar\n"
        "User-agent: *bar\nUser-agent:\nUser-agent: MJ12bot\nDisallow: /");
    ASSERT_EQ(document.groups.size(), 1u);
    EXPECT_EQ(document.groups[0].user_agents,
              (Strings{"Googlebot", "Foo", "*", "MJ12bot"}));
}

TEST(ParseRobotsTxt, AGroupThatNamesNobodyTakesItsRules) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: a\nDisallow: /a\nUser-agent: ?\nDisallow: /b\n");
    ASSERT_EQ(document.groups.size(), 2u);
    EXPECT_EQ(paths(document.groups[0]), (Strings{"-/a"}));
    EXPECT_TRUE(document.groups[1].user_agents.empty());
}

TEST(ParseRobotsTxt, Rfc9309_2_2_1_RulesBeforeAnyAgentAreDropped) {
    const RobotsTxt document = parse_robots_txt(
        "Disallow: /\nCrawl-delay: 5\nUser-agent: a\nAllow: /x\n");
    ASSERT_EQ(document.groups.size(), 1u);
    EXPECT_EQ(paths(document.groups[0]), (Strings{"+/x"}));
    EXPECT_FALSE(document.groups[0].crawl_delay);
}

TEST(ParseRobotsTxt, OnlyRulesCloseTheListOfAgents) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: a\nCrawl-delay: 5\nSitemap: https://e.example/s\n"
        "Unknown: x\n# comment\n\nUser-agent: b\nDisallow: /x\n"
        "User-agent: c\nDisallow:\nUser-agent: d\n");
    ASSERT_EQ(document.groups.size(), 4u);
    EXPECT_EQ(document.groups[0].user_agents, (Strings{"a", "b"}));
    EXPECT_FALSE(document.groups[0].is_part);
    EXPECT_EQ(document.groups[1].user_agents, (Strings{"a"}));
    EXPECT_TRUE(document.groups[1].is_part);
    EXPECT_EQ(document.groups[2].user_agents, (Strings{"c"}));
    EXPECT_EQ(document.groups[3].user_agents, (Strings{"d"}));
}

TEST(ParseRobotsTxt, AnEmptyPathIsNoRuleButTheGroupExists) {
    const RobotsTxt document =
        parse_robots_txt("User-agent: a\nDisallow:\nAllow: #x\n");
    ASSERT_EQ(document.groups.size(), 1u);
    EXPECT_TRUE(document.groups[0].rules.empty());
}

TEST(ParseRobotsTxt, Rfc9309_2_2_CommentsAreCut) {
    EXPECT_EQ(rules_of("#Disallow: /a\nDisallow: /b#c\nDisallow#: /d\n"),
              (Strings{"-/b"}));
    EXPECT_EQ(rules_of("Disallow: /e%23f # g"), (Strings{"-/e%23f"}));
}

TEST(ParseRobotsTxt, Rfc9309_2_2_CrLfAndCrlfEndLines) {
    EXPECT_EQ(rules_of("Disallow: /a\rDisallow: /b\r\nDisallow: /c\n\r"
                       "Disallow: /d"),
              (Strings{"-/a", "-/b", "-/c", "-/d"}));
}

TEST(ParseRobotsTxt, PlacesCountLinesOfAllEndings) {
    const RobotsTxt document = parse_robots_txt(
        "\xEF\xBB\xBF#\r\n\rUser-agent: a\n\nDisallow: /a\r\nAllow: /b",
        Reading::strict, 7);
    ASSERT_EQ(document.groups.size(), 1u);
    EXPECT_EQ(document.groups[0].place.line, 3u);
    EXPECT_EQ(document.groups[0].place.file, 7u);
    EXPECT_EQ(document.groups[0].rules[0].place.line, 5u);
    EXPECT_EQ(document.groups[0].rules[1].place.line, 6u);
    EXPECT_EQ(document.groups[0].rules[1].place.file, 7u);
}

TEST(ParseRobotsTxt, AByteOrderMarkIsSkippedAndHalfOfOneToo) {
    for (const char* mark : {"\xEF\xBB\xBF", "\xEF\xBB", "\xEF", ""}) {
        const RobotsTxt document = parse_robots_txt(
            mark + std::string("User-agent: a\nDisallow: /\n"));
        EXPECT_EQ(document.groups.size(), 1u) << mark;
    }
    for (const char* other : {"\xBB\xBF", "\xEF\xBB\xBF\xEF\xBB\xBF", "x"}) {
        const RobotsTxt document = parse_robots_txt(
            other + std::string("User-agent: a\nDisallow: /\n"));
        EXPECT_TRUE(document.groups.empty()) << other;
    }
}

TEST(ParseRobotsTxt, NulIsAnOctetLikeAnother) {
    const std::string path("/a\0b", 4);
    EXPECT_EQ(rules_of("Disallow: " + path + "\nAllow: /c"),
              (Strings{"-" + path, "+/c"}));
}

TEST(ParseRobotsTxt, TheFirst16663OctetsOfALineCount) {
    constexpr std::size_t kLine = 16663;
    const std::string key = "Disallow: ";
    const std::string longest = '/' + std::string(kLine - key.size() - 1, 'a');
    EXPECT_EQ(rules_of(key + longest), (Strings{"-" + longest}));
    EXPECT_EQ(rules_of(key + longest + "b\nAllow: /c\n"),
              (Strings{"-" + longest, "+/c"}));
}

TEST(ParseRobotsTxt, CrawlDelayIsInSecondsPossiblyWithAFraction) {
    const auto delay = [](const std::string& value) {
        return parse_robots_txt("User-agent: a\nCrawl-delay: " + value)
            .groups.at(0)
            .crawl_delay;
    };
    EXPECT_EQ(delay("2"), Milliseconds{2000});
    EXPECT_EQ(delay("0.5"), Milliseconds{500});
    EXPECT_EQ(delay("1.2345"), Milliseconds{1235});
    EXPECT_EQ(delay("10 # seconds"), Milliseconds{10000});
    EXPECT_EQ(delay("86400"), Milliseconds{86400000});
    EXPECT_EQ(delay("0.001"), Milliseconds{1});
    for (const char* value : {"", "x", "0", "0.0", "-1", "nan", "inf", "-inf",
                              "0.0001", "1e999", "1e-999", "-1e9"}) {
        EXPECT_EQ(delay(value), std::nullopt) << value;
    }
    EXPECT_EQ(delay("5\nCrawl-delay: never"), Milliseconds{5000});
}

TEST(ParseRobotsTxt, TheLastDelayOfTheSameAgentsCountsAlsoIfItIsZero) {
    const auto group = [](const std::string& values) {
        return parse_robots_txt("User-agent: a\nCrawl-delay: " + values)
            .groups.at(0);
    };
    for (const char* none : {"0", "0.0", "0.0001"}) {
        const RobotsGroup last =
            group(std::string("10\nCrawl-delay: ") + none + "\n");
        EXPECT_EQ(last.crawl_delay, std::nullopt) << none;
        EXPECT_EQ(last.pace_places.crawl_delay.line, 0u);
    }
    EXPECT_EQ(group("0\nCrawl-delay: 10").crawl_delay, Milliseconds{10000});
    for (const char* unreadable : {"", "x", "-1"}) {
        EXPECT_EQ(
            group(std::string("10\nCrawl-delay: ") + unreadable).crawl_delay,
            Milliseconds{10000})
            << unreadable;
    }
}

TEST(ParseRobotsTxt, AZeroLeavesTheDelayOfOtherAgents) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: a\nCrawl-delay: 10\nUser-agent: b\nCrawl-delay: 0\n"
        "Disallow: /x\n");
    ASSERT_EQ(document.groups.size(), 2u);
    EXPECT_EQ(document.groups[0].crawl_delay, std::nullopt);
    EXPECT_EQ(document.groups[1].user_agents, Strings{"a"});
    EXPECT_EQ(document.groups[1].crawl_delay, Milliseconds{10000});
}

TEST(ParseRobotsTxt, ADelayOfMoreThanAWeekCountsAsAWeek) {
    constexpr std::chrono::hours kWeek{7 * 24};
    const auto delay = [](const std::string& value) {
        return parse_robots_txt("User-agent: a\nCrawl-delay: " + value)
            .groups.at(0)
            .crawl_delay;
    };
    EXPECT_EQ(delay("86401"), std::chrono::seconds{86401});
    EXPECT_EQ(delay("604800"), kWeek);
    for (const char* value :
         {"604801", "1e9", "1E9", "99999999999999999999", "1e300"}) {
        EXPECT_EQ(delay(value), kWeek) << value;
    }
}

TEST(ParseRobotsTxt, ARateOfMoreThanAWeekCountsAsAWeek) {
    const auto rate = [](const std::string& value) {
        return parse_robots_txt("User-agent: a\nRequest-rate: " + value)
            .groups.at(0)
            .request_rates.at(0)
            .text();
    };
    EXPECT_EQ(rate("1/25h"), "1/90000");
    EXPECT_EQ(rate("3/168h"), "3/604800");
    EXPECT_EQ(rate("3/169h 0800-0900"), "3/604800 0800-0900");
    EXPECT_EQ(rate("3/99999999999"), "3/604800");
    EXPECT_EQ(rate("3/9223372036854775807h"), "3/604800");
}

TEST(ParseRobotsTxt, RatesAndVisitTimesBelongToTheirGroup) {
    const RobotsTxt document = parse_robots_txt(
        "Request-rate: 1/1\nVisit-time: 0100-0200\nUser-agent: a\n"
        "Request-rate: 10/60\nrequest-rate: 1/5s 0800-1800\n"
        "Visit-time: 0600-0845\nVisit-time: 2200-2300\nVisit-time: never\n"
        "Request-rate: often\nDisallow: /\n");
    ASSERT_EQ(document.groups.size(), 1u);
    const RobotsGroup& group = document.groups[0];
    ASSERT_EQ(group.request_rates.size(), 2u);
    EXPECT_EQ(group.request_rates[0].text(), "10/60");
    EXPECT_EQ(group.request_rates[1].text(), "1/5 0800-1800");
    ASSERT_EQ(group.visit_times.size(), 2u);
    EXPECT_EQ(group.visit_times[0].text(), "0600-0845");
    EXPECT_EQ(group.visit_times[1].text(), "2200-2300");
}

TEST(ParseRobotsTxt, OtherLinesAreKeptInOrder) {
    const RobotsTxt document = parse_robots_txt(
        "Sitemap: https://e.example/1\nUser-agent: a\nHost: e.example\n"
        "Disallow: /\nsitemap:https://e.example/2#x\nEmpty:\n");
    EXPECT_EQ(document.other,
              (std::vector<OtherLine>{{"Sitemap", "https://e.example/1"},
                                      {"Host", "e.example"},
                                      {"sitemap", "https://e.example/2"},
                                      {"Empty", ""}}));
}

TEST(ParseRobotsTxt, LenientReadingForgivesSpellings) {
    for (const char* line :
         {"Disalow: /a", "dissallow: /a", "Dissalow: /a", "diasllow: /a",
          "disallaw: /a", "Disallow /a", "Disallow\t /a"}) {
        EXPECT_EQ(rules_of(line), (Strings{"-/a"})) << line;
        EXPECT_EQ(rules_of(line, Reading::strict), Strings{}) << line;
    }
    for (const char* line : {"Useragent: a", "User Agent: a", "User-agent a"}) {
        const std::string text = line + std::string("\nDisallow: /\n");
        EXPECT_EQ(parse_robots_txt(text).groups.size(), 1u) << line;
        EXPECT_TRUE(parse_robots_txt(text, Reading::strict).groups.empty())
            << line;
    }
    EXPECT_EQ(rules_of("Disallow /a b"), Strings{});
}

TEST(ParseRobotsTxt, KnowsTheFolderThatAnIndexPageAllows) {
    EXPECT_EQ(implied_by_index("/a/index.html"), "/a/$");
    EXPECT_EQ(implied_by_index("/index.htm"), "/$");
    EXPECT_EQ(implied_by_index("/index.php"), std::nullopt);
    EXPECT_EQ(rules_of("Allow: /a/index.html"), (Strings{"+/a/index.html"}));
}

RobotsGroup group_of(const Strings& agents,
                     const std::vector<RuleLine>& rules = {}) {
    RobotsGroup group;
    group.user_agents = agents;
    group.rules = rules;
    return group;
}

TEST(RenderRobotsTxt, IsEmptyOfAnEmptyDocument) {
    EXPECT_EQ(render_robots_txt({}), "");
}

TEST(RenderRobotsTxt, WritesHeaderGroupsAndOtherLines) {
    RobotsTxt document;
    document.header = {"Questions: bots@e.example", ""};
    document.groups = {
        group_of({"a", "b"}, {{false, "/x", {}}, {true, "/x/y", {}}}),
        group_of({"*"})};
    document.groups[0].crawl_delay = Milliseconds{2000};
    document.groups[0].other = {{"Request-rate", "10/60"}};
    document.groups[1].comments = {"everyone else"};
    document.other = {{"Sitemap", "https://e.example/s.xml"}};
    EXPECT_EQ(render_robots_txt(document),
              "# Questions: bots@e.example\n"
              "#\n"
              "\n"
              "User-agent: a\n"
              "User-agent: b\n"
              "Disallow: /x\n"
              "Allow: /x/y\n"
              "Crawl-delay: 2\n"
              "Request-rate: 10/60\n"
              "\n"
              "# everyone else\n"
              "User-agent: *\n"
              "Disallow:\n"
              "\n"
              "Sitemap: https://e.example/s.xml\n");
}

TEST(RenderRobotsTxt, EveryGroupCarriesARule) {
    RobotsTxt document;
    document.groups = {group_of({"a"}), group_of({"b"}, {{false, "/", {}}})};
    const RobotsTxt read = parse_robots_txt(render_robots_txt(document));
    ASSERT_EQ(read.groups.size(), 2u);
    EXPECT_TRUE(read.groups[0].rules.empty());
}

TEST(RenderRobotsTxt, AGroupThatNamesNobodyIsNotWritten) {
    RobotsTxt document;
    document.groups = {group_of({"a"}, {{false, "/a", {}}}),
                       group_of({}, {{false, "/b", {}}})};
    EXPECT_EQ(render_robots_txt(document), "User-agent: a\nDisallow: /a\n");
}

TEST(RenderRobotsTxt, CrawlDelayIsTheShortestDecimal) {
    const auto written = [](Milliseconds delay) {
        RobotsTxt document;
        document.groups = {group_of({"a"})};
        document.groups[0].crawl_delay = delay;
        const std::string text = render_robots_txt(document);
        const std::string key = "Crawl-delay: ";
        return text.substr(text.find(key) + key.size());
    };
    EXPECT_EQ(written(Milliseconds{2000}), "2\n");
    EXPECT_EQ(written(Milliseconds{500}), "0.5\n");
    EXPECT_EQ(written(Milliseconds{1250}), "1.25\n");
    EXPECT_EQ(written(Milliseconds{1}), "0.001\n");
    EXPECT_EQ(written(Milliseconds{10000}), "10\n");
}

TEST(RenderRobotsTxt, RatesAndVisitTimesComeAfterTheRules) {
    const std::string text =
        "User-agent: a\nDisallow: /\nCrawl-delay: 1\nRequest-rate: 10/60\n"
        "Request-rate: 1/5 0800-1800\nVisit-time: 0600-0845\n";
    EXPECT_EQ(render_robots_txt(parse_robots_txt(text)), text);
}

TEST(RenderRobotsTxt, NoValueStartsALine) {
    RobotsTxt document;
    document.header = {"a\nDisallow: /h"};
    document.groups = {group_of({"a"}, {{false, "/x\r\nAllow: /y", {}}})};
    document.groups[0].comments = {"c\rUser-agent: evil"};
    document.other = {{"Sitemap", "s\nUser-agent: evil\nDisallow: /"}};
    const std::string text = render_robots_txt(document);
    EXPECT_EQ(text.find('\r'), std::string::npos);
    const RobotsTxt read = parse_robots_txt(text);
    ASSERT_EQ(read.groups.size(), 1u);
    EXPECT_EQ(read.groups[0].user_agents, (Strings{"a"}));
    EXPECT_EQ(read.groups[0].rules.size(), 1u);
}

}  // namespace
}  // namespace robots
