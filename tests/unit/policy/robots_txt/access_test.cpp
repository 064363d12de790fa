#include "policy/robots_txt/access.hpp"

#include <gmock/gmock.h>

#include <string>

#include "policy/site/groups.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

Access access_of(const std::string& rules) {
    const RobotsTxt document = parse_robots_txt("User-agent: *\n" + rules);
    Reach reach;
    reach.add(document.groups.at(0));
    return reach.access();
}

// As the rules themselves decide: about a path that none names, and about the
// paths that they name.
Access decided(const RuleSet& rules) {
    const auto open = [&rules](const std::string& target) {
        const Rule* rule = rules.match(target);
        return rule == nullptr || rule->allow;
    };
    bool some_open = false;
    bool some_closed = false;
    for (const Rule& rule : rules.rules()) {
        std::string example;
        for (const char c : rule.pattern.text()) {
            example += c == '*' ? "" : std::string(1, c);
        }
        if (example.empty() || example[0] != '/') {
            example = '/' + example;
        }
        if (example.size() > 1 && example.back() == '$') {
            example.pop_back();
        }
        if (example == "/robots.txt" || !rule.pattern.matches(example)) {
            continue;
        }
        (open(example) ? some_open : some_closed) = true;
    }
    if (open("/\x01")) {
        return some_closed ? Access::partly_closed : Access::open;
    }
    return some_open ? Access::mostly_closed : Access::closed;
}

}  // namespace

TEST(Access, IsDecidedByTheLongestRule) {
    EXPECT_EQ(access_of(""), Access::open);
    EXPECT_EQ(access_of("Disallow:\n"), Access::open);
    EXPECT_EQ(access_of("Disallow: /\n"), Access::closed);
    EXPECT_EQ(access_of("Disallow: *\n"), Access::closed);
    EXPECT_EQ(access_of("Disallow: /*$\n"), Access::closed);
    EXPECT_EQ(access_of("Disallow: /$\n"), Access::partly_closed);
    EXPECT_EQ(access_of("Disallow: /a\n"), Access::partly_closed);
    EXPECT_EQ(access_of("Disallow: a\n"), Access::open);
    EXPECT_EQ(access_of("Disallow: /\nAllow: /a\n"), Access::mostly_closed);
    EXPECT_EQ(access_of("Disallow: /\nAllow: /$\n"), Access::mostly_closed);
    EXPECT_EQ(access_of("Disallow: /\nAllow: /robots.txt\n"), Access::closed);
    EXPECT_EQ(access_of("Disallow: /\nAllow: /\n"), Access::open);
    EXPECT_EQ(access_of("Disallow: /*\nAllow: /\n"), Access::closed);
    EXPECT_EQ(access_of("Disallow: /\nAllow: /*\n"), Access::open);
    EXPECT_EQ(access_of("Disallow: /a\nAllow: /\n"), Access::partly_closed);
    EXPECT_EQ(access_of("Disallow: /%61\nAllow: /*\n"), Access::open);
}

TEST(Access, OfRealShapesIsWhatTheirRulesDecide) {
    int groups_seen = 0;
    for (const CorpusFile& file : real_shapes()) {
        if (file.name == "one rule twice") {
            continue;  // allowed and disallowed: that counts as closed
        }
        const RobotsTxt document = parse_robots_txt(file.text);
        const Groups groups(
            document, std::vector<Shared<Enforcement>>(document.groups.size()));
        for (const auto& group : groups.all()) {
            Reach reach;
            for (const RobotsGroup& each : document.groups) {
                for (const std::string& token : each.user_agents) {
                    if (groups.named(token) == group.get()) {
                        reach.add(each);
                    }
                }
            }
            ++groups_seen;
            EXPECT_EQ(to_string(reach.access()),
                      to_string(decided(group->rules)))
                << file.name << ", " << group->name << '\n'
                << file.text;
        }
    }
    EXPECT_GT(groups_seen, 50);
}

TEST(Access, HasAName) {
    EXPECT_EQ(to_string(Access::open), "open");
    EXPECT_EQ(to_string(Access::partly_closed), "partly-closed");
    EXPECT_EQ(to_string(Access::mostly_closed), "mostly-closed");
    EXPECT_EQ(to_string(Access::closed), "closed");
}

}  // namespace robots
