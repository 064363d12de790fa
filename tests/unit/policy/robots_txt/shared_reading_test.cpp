// What is enforced of a robots.txt whose lines only some readers read.

#include "policy/robots_txt/shared_reading.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/site/groups.hpp"
#include "tests/unit/policy/robots_txt/robots_txt_corpus.hpp"

namespace robots {
namespace {

Groups groups_from(const RobotsTxt& document) {
    return Groups(document,
                  std::vector<Shared<Enforcement>>(document.groups.size()));
}

const Group* bound_group(const Groups& groups, const std::string& token) {
    const Group* group = groups.named(token);
    return group != nullptr ? group : groups.named("*");
}

bool is_open(const Groups& groups, const std::string& token,
             const std::string& target) {
    const Group* group = bound_group(groups, token);
    const Rule* rule = group == nullptr ? nullptr : group->rules.match(target);
    return rule == nullptr || rule->allow;
}

bool is_open(std::string_view text, const std::string& token,
             const std::string& target) {
    return is_open(groups_from(shared_reading(text).value()), token, target);
}

TEST(SharedReading, MisspeltKeysCloseNothing) {
    const std::string text =
        "User-agent: *\nDissallow: /typo\nDisallow /nocolon\nDisallow: /b\n"
        "Allow /b/c\n";
    EXPECT_TRUE(is_open(text, "x", "/typo"));
    EXPECT_TRUE(is_open(text, "x", "/nocolon"));
    EXPECT_FALSE(is_open(text, "x", "/b/"));
    EXPECT_TRUE(is_open(text, "x", "/b/c"));
}

TEST(SharedReading, AGroupThatOnlySomeSeeBindsNobodyByItself) {
    const std::string text =
        "User-agent: *\nDisallow: /a\nUseragent: Foo\nDisallow: /b\n"
        "User-agent: Bar\nDisallow: /c\n";
    // A strict reader takes both lines for everybody's.
    EXPECT_TRUE(is_open(text, "Foo", "/a"));
    EXPECT_FALSE(is_open(text, "Foo", "/b"));
    EXPECT_FALSE(is_open(text, "x", "/a"));
    EXPECT_TRUE(is_open(text, "x", "/b"));
    EXPECT_FALSE(is_open(text, "Bar", "/c"));
    EXPECT_TRUE(is_open("Useragent: *\nDisallow: /\n", "x", "/"));
}

TEST(SharedReading, AsksForThePaceThatBothReadingsAskFor) {
    const auto delay_of = [](std::string_view text) {
        const Groups groups = groups_from(shared_reading(text).value());
        return bound_group(groups, "x")->pace->crawl_delay;
    };
    EXPECT_EQ(delay_of("User-agent: *\nDisallow: /\nCrawldelay: 5\n"),
              std::nullopt);
    EXPECT_EQ(delay_of("User-agent: *\nDisallow: /\nCrawl-delay: 5\n"
                       "Crawldelay: 9\n"),
              Milliseconds{5000});
    EXPECT_EQ(delay_of("User-agent: *\nDisallow /\nCrawl-delay: 5\n"),
              Milliseconds{5000});
}

// Of every robots.txt of the corpus, each crawler and each path that is named.
TEST(SharedReading, ClosesOnlyWhatBothReadingsClose) {
    std::size_t parted = 0;
    for (const CorpusFile& file : robots_txt_corpus()) {
        const Groups both = groups_from(shared_reading(file.text).value());
        const RobotsTxt read = parse_robots_txt(file.text, Reading::lenient);
        const Groups lenient = groups_from(read);
        const Groups strict =
            groups_from(parse_robots_txt(file.text, Reading::strict));
        for (const RobotsGroup& group : read.groups) {
            for (const std::string& token : group.user_agents) {
                for (const RuleLine& rule : group.rules) {
                    const std::string target(Pattern(rule.path).run(0));
                    const bool open = is_open(both, token, target);
                    const bool by_both = is_open(lenient, token, target) ||
                                         is_open(strict, token, target);
                    parted += open != is_open(lenient, token, target) ? 1 : 0;
                    ASSERT_TRUE(open || !by_both)
                        << token << ' ' << target << '\n'
                        << file.text;
                }
            }
        }
    }
    EXPECT_GT(parted, 0u);
}

}  // namespace
}  // namespace robots
