#include "policy/robots_txt/one_group_each.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/site/groups.hpp"
#include "tests/unit/policy/robots_txt/names_a_token_twice.hpp"
#include "tests/unit/policy/robots_txt/robots_txt_corpus.hpp"

namespace robots {
namespace {

using Texts = std::set<std::string>;

std::string published(std::string_view text) {
    const auto merged = one_group_each(parse_robots_txt(text));
    return merged ? render_robots_txt(*merged) : "(too large)";
}

// What a group asks; a line that matches nothing asks nothing.
Texts asked(const Group& group) {
    Texts out;
    for (const Rule& rule : group.rules.rules()) {
        if (!rule.by_index) {
            out.insert(rule.text());
        }
    }
    if (group.pace->crawl_delay) {
        out.insert("Crawl-delay: " + seconds_text(*group.pace->crawl_delay));
    }
    for (const RequestRate& rate : group.pace->request_rates) {
        out.insert("Request-rate: " + rate.text());
    }
    for (const DayWindow& window : group.pace->visit_times) {
        out.insert("Visit-time: " + window.text());
    }
    return out;
}

Groups compiled(const RobotsTxt& document) {
    return Groups(document,
                  std::vector<Shared<Enforcement>>(document.groups.size()));
}

// A robots.txt as a simple parser reads it: User-agent lines in direct
// succession start a group, any other line ends the list, and of the groups
// that name a crawler it takes the first.
class SimpleReader {
  public:
    explicit SimpleReader(std::string_view text) {
        bool in_agents = false;
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(line.size() + 1, text.size()));
            const std::size_t colon = line.find(": ");
            if (line.empty() || line[0] == '#') {
                continue;
            }
            if (line.substr(0, colon) != "User-agent") {
                in_agents = false;
                if (!groups_.empty() && colon != std::string_view::npos) {
                    groups_.back().lines.emplace(line);
                }
                continue;
            }
            if (!in_agents) {
                groups_.emplace_back();
            }
            in_agents = true;
            groups_.back().agents.insert(fold(line.substr(colon + 2)));
        }
    }

    // Rules and pace of the first group for a token, patterns normalised.
    Texts of(const std::string& token) const {
        Texts out;
        const auto it = std::find_if(
            groups_.begin(), groups_.end(), [&token](const ReadGroup& group) {
                return group.agents.count(fold(token)) != 0;
            });
        if (it == groups_.end()) {
            return {"(no group)"};
        }
        for (const std::string& line : it->lines) {
            const std::string key = line.substr(0, line.find(':'));
            if (key == "Allow" || key == "Disallow") {
                out.insert(
                    key + ": " +
                    std::string(Pattern(line.substr(key.size() + 2)).text()));
            } else if (key == "Crawl-delay" || key == "Request-rate" ||
                       key == "Visit-time") {
                out.insert(line);
            }
        }
        return out;
    }

  private:
    struct ReadGroup {
        Texts agents;
        Texts lines;
    };
    std::vector<ReadGroup> groups_;
};

TEST(OneGroupEach, ATokenOfTwoGroupsGetsTheLinesOfBoth) {
    EXPECT_EQ(published("User-agent: X\nUser-agent: Y\nDisallow: /a\n\n"
                        "User-agent: x\nAllow: /b\n"),
              "User-agent: X\nDisallow: /a\nAllow: /b\n\n"
              "User-agent: Y\nDisallow: /a\n");
}

TEST(OneGroupEach, GroupsWithoutOverlapStayAsWritten) {
    const std::string text =
        "User-agent: A\nUser-agent: B\nDisallow: /a\nDisallow: /a\n\n"
        "User-agent: C\nDisallow: /a\nDisallow: /a\nCrawl-delay: 2\n";
    EXPECT_EQ(published(text), text);
    EXPECT_FALSE(names_a_token_twice(parse_robots_txt(text)));
    EXPECT_TRUE(names_a_token_twice(
        parse_robots_txt(text + "User-agent: b\nDisallow: /\n")));
}

TEST(OneGroupEach, LinesOfBothGroupsAreWrittenOnce) {
    EXPECT_EQ(
        published("User-agent: X\nDisallow: /a\nCrawl-delay: 2\n"
                  "Request-rate: 1/5\nVisit-time: 0600-0800\n"
                  "Content-Usage: train-ai=n\n\n"
                  "User-agent: X\nDisallow: /b\nDisallow: /a\nCrawl-delay: 9\n"
                  "Request-rate: 1/5\nRequest-rate: 1/6\n"
                  "Visit-time: 0600-0800\nVisit-time: 0900-1000\n"
                  "Content-Usage: train-ai=n\nContent-Usage: /b train-ai=y\n"),
        "User-agent: X\nDisallow: /a\nDisallow: /b\nCrawl-delay: 9\n"
        "Request-rate: 1/5\nRequest-rate: 1/6\n"
        "Visit-time: 0600-0800\nVisit-time: 0900-1000\n"
        "Content-Usage: train-ai=n\nContent-Usage: /b train-ai=y\n");
}

TEST(OneGroupEach, TheLastOfContradictingSignalsCounts) {
    EXPECT_EQ(published("User-agent: X\nDisallow: /a\n"
                        "Content-Signal: search=yes, ai-train=yes\n\n"
                        "User-agent: X\nDisallow: /b\n"
                        "Content-Signal: ai-train=no\n"),
              "User-agent: X\nDisallow: /a\nDisallow: /b\n"
              "Content-Signal: search=yes, ai-train=no\n");
}

TEST(OneGroupEach, EachCommentIsKeptOnce) {
    RobotsTxt document = parse_robots_txt(
        "User-agent: X\nDisallow: /a\nUser-agent: X\n"
        "Disallow: /b\nUser-agent: X\nDisallow: /c\n");
    document.groups[0].comments = document.groups[1].comments = {"one", "two"};
    document.groups[2].comments = {"three"};
    EXPECT_EQ(render_robots_txt(*one_group_each(document)),
              "# one\n# two\n# three\nUser-agent: X\nDisallow: /a\n"
              "Disallow: /b\nDisallow: /c\n");
}

TEST(OneGroupEach, TokensWithTheSameLinesShareAGroup) {
    EXPECT_EQ(published("User-agent: A\nUser-agent: B\nUser-agent: C\n"
                        "Disallow: /x\n\nUser-agent: C\nDisallow: /z\n\n"
                        "User-agent: A\nDisallow: /y\n\n"
                        "User-agent: B\nDisallow: /y\n"),
              "User-agent: A\nUser-agent: B\nDisallow: /x\nDisallow: /y\n\n"
              "User-agent: C\nDisallow: /x\nDisallow: /z\n");
}

TEST(OneGroupEach, AListWithDelaysOfItsAgentsBecomesAGroupForEach) {
    EXPECT_EQ(published("User-agent: IRLbot\nCrawl-delay: 3600\n\n"
                        "User-agent: *\nDisallow: /next/\n"),
              "User-agent: IRLbot\nDisallow: /next/\nCrawl-delay: 3600\n\n"
              "User-agent: *\nDisallow: /next/\n");
}

// A list of a thousand crawlers, each with an exception.
TEST(OneGroupEach, MoreThan500KiBIsNotMerged) {
    const auto text = [](int crawlers, int exceptions) {
        std::string agents;
        std::string own;
        for (int i = 0; i < crawlers; ++i) {
            const std::string agent =
                "User-agent: bot" + std::to_string(i) + '\n';
            agents += agent;
            own += agent + "Allow: /" + std::to_string(i % exceptions) + '\n';
        }
        std::string rules;
        for (int i = 0; i < 1000; ++i) {
            rules += "Disallow: /closed/" + std::to_string(i) + '\n';
        }
        return agents + rules + own;
    };
    EXPECT_EQ(published(text(1000, 1000)), "(too large)");
    // A few kinds of exceptions are a few groups.
    EXPECT_LT(published(text(300, 3)).size(), std::size_t{100} * 1024);
}

TEST(OneGroupEach, MeansTheSameToEveryReader) {
    for (const CorpusFile& file : robots_txt_corpus()) {
        SCOPED_TRACE(file.name + "\n" + file.text);
        const RobotsTxt document = parse_robots_txt(file.text);
        const auto merged = one_group_each(document);
        ASSERT_TRUE(merged);
        EXPECT_FALSE(names_a_token_twice(*merged));
        const Groups wanted = compiled(document);
        const std::string text = render_robots_txt(*merged);
        const Groups found = compiled(parse_robots_txt(text));
        const SimpleReader simple(text);
        EXPECT_EQ(found.all().size(), wanted.all().size());
        for (const auto& group : wanted.all()) {
            const Group* other = found.named(group->name);
            ASSERT_NE(other, nullptr) << group->name;
            EXPECT_EQ(asked(*other), asked(*group)) << group->name;
            if (file.name.find("garbage") == std::string::npos &&
                file.name.find("misspelt") == std::string::npos) {
                EXPECT_EQ(simple.of(group->name), asked(*group))
                    << group->name << " in\n"
                    << text;
            }
        }
        if (HasFailure()) {
            return;  // the first says enough
        }
    }
}

}  // namespace
}  // namespace robots
