// No private group that passes the comparison closes what robots.txt leaves
// open, tried with all short patterns of some shapes.

#include "policy/loader/build/private_terms.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/matching/target.hpp"

namespace robots::loader {
namespace {

Groups groups_of(const std::string& text, bool is_private) {
    RobotsTxt document = parse_robots_txt(text);
    for (RobotsGroup& group : document.groups) {
        group.is_private = is_private;
    }
    return Groups(document,
                  std::vector<Shared<Enforcement>>(document.groups.size()));
}

// Whether the one group closes the target.
bool closes(const Groups& groups, const std::string& target) {
    const Rule* rule = groups.all()[0]->rules.match(target);
    return rule != nullptr && !rule->allow;
}

TEST(PrivateTerms, NothingThatPassesClosesMore) {
    const Crawlers crawlers({}, {});
    const std::vector<std::string> patterns{
        "/", "/a", "/a$", "/ab", "/*b", "*b", "*/b", "/*$", "/a*b$", "/a/$"};
    const std::vector<std::string> targets{"/",    "/a",  "/b",  "/ab",
                                           "/aa",  "/ba", "//b", "/a/b",
                                           "/abb", "/a/", "/bab"};
    std::size_t passed = 0;
    std::size_t tried = 0;
    for (const std::string& shut : patterns) {
        for (const std::string& open : patterns) {
            const Groups shown = groups_of(
                "User-agent: *\nDisallow: " + shut + "\nAllow: " + open + '\n',
                false);
            for (const std::string& own_shut : patterns) {
                for (const std::string& own_open : patterns) {
                    Findings findings;
                    const Groups own =
                        groups_of("User-agent: x\nDisallow: " + own_shut +
                                      "\nAllow: " + own_open + '\n',
                                  true);
                    ++tried;
                    if (!PrivateTerms(crawlers, findings)
                             .check(own, shown, Place{})) {
                        continue;
                    }
                    ++passed;
                    for (const std::string& target : targets) {
                        EXPECT_LE(closes(own, target), closes(shown, target))
                            << shut << ' ' << open << " | " << own_shut << ' '
                            << own_open << ": " << target;
                    }
                }
            }
        }
    }
    EXPECT_EQ(tried, 10000U);
    EXPECT_GT(passed, 2000U);
}

}  // namespace
}  // namespace robots::loader
