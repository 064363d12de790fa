// Rules of a group against each other.

#include <gtest/gtest.h>

#include <random>

#include "policy/lint/overlap.hpp"
#include "policy/matching/target.hpp"
#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintConflicts : public LintFixture {};

TEST_F(LintConflicts, ARuleThatAShorterRuleCoversIsDead) {
    EXPECT_EQ(closing("/a/, /a/b/"), one("dead-rule"));
    EXPECT_EQ(closing("/a/b/, /a/"), one("dead-rule"));
    EXPECT_EQ(closing("/, /a/"), one("dead-rule"));
    EXPECT_EQ(closing("/a/, /a/"), one("dead-rule"));
    EXPECT_EQ(closing("/a/, /%61/"), one("dead-rule"));
    EXPECT_EQ(closing("'/*.x', '/a/*.x$'"), one("dead-rule"));
    EXPECT_EQ(group("disallow: /, allow: [/a/, /a/b/]"), one("dead-rule"));
}

TEST_F(LintConflicts, ARuleThatALongerRuleOverridesIsDead) {
    EXPECT_EQ(group("disallow: /a/, allow: '/a/*'"), one("dead-rule"));
}

TEST_F(LintConflicts, OfTwoEqualRulesTheLongerIsDead) {
    const std::string start = "User-agent: *\n";
    const auto dead_lines = [&](const std::string& lines) {
        Codes out;
        for (const std::string& code : file(start + lines)) {
            if (code.substr(0, 10) == "dead-rule:") {
                out.push_back(code.substr(10));
            }
        }
        return out;
    };
    EXPECT_EQ(dead_lines("Disallow: /drafts/\nDisallow: /drafts/*\n"),
              (Codes{"3"}));
    EXPECT_EQ(dead_lines("Disallow: /drafts/*\nDisallow: /drafts/\n"),
              (Codes{"2"}));
    EXPECT_EQ(dead_lines("Disallow: /a/\nDisallow: /a/**\nDisallow: /a/*\n"),
              (Codes{"3", "4"}));
    EXPECT_EQ(dead_lines("Disallow: /a/*$\nDisallow: /a/\n"), (Codes{"2"}));
    EXPECT_EQ(dead_lines("Disallow: /a/$\nDisallow: /a/\n"), (Codes{"2"}));
    EXPECT_EQ(dead_lines("Disallow: /a*/$\nDisallow: /a*/$\n"), (Codes{"3"}));
    EXPECT_EQ(dead_lines("Disallow: /\nDisallow: *\n"), (Codes{"3"}));
    EXPECT_EQ(dead_lines("Disallow: *\nDisallow: /*\n"), (Codes{"3"}));
    EXPECT_EQ(dead_lines("Disallow: *.x\nDisallow: /*.x\n"), (Codes{"3"}));
    EXPECT_EQ(dead_lines("Disallow: */x\nDisallow: /*/x\n"), (Codes{"3"}));
    EXPECT_EQ(dead_lines("Allow: /a/\nAllow: /a/*\nDisallow: /\n"),
              (Codes{"3"}));
    // The longer decides where they contradict each other.
    EXPECT_EQ(dead_lines("Disallow: /a/*\nAllow: /a/\n"), (Codes{"3"}));
    // The longest closes what is allowed in between, and so is not redundant.
    EXPECT_EQ(dead_lines("Disallow: /a/**\nAllow: /a/b\nDisallow: /a/\n"),
              (Codes{"3", "4"}));
}

TEST_F(LintConflicts, ARuleThatMakesADifferenceIsNotDead) {
    EXPECT_EQ(closing("/a/, /b/"), none());
    EXPECT_EQ(closing("'/a$', /a/"), none());
    EXPECT_EQ(closing("/a/b/, '/*.x'"), none());
    EXPECT_EQ(closing("'/a/$', /a/b/"), none());
    // What the shorter rule says is overruled between the two.
    EXPECT_EQ(group("disallow: [/a/, /a/b/c/], allow: /a/b/"), none());
    EXPECT_EQ(group("disallow: [/a/, /a/b/c/], allow: '/*/b/'"), none());
    // An allow that overrules nothing says what is meant.
    EXPECT_EQ(group("disallow: /a/, allow: /b/"), none());
}

TEST_F(LintConflicts, TheWarningIsAtTheDeadRule) {
    expect_warnings(
        "version: 1\n"
        "default:\n"
        "  groups:\n"
        "    - user_agent: '*'\n"
        "      disallow:\n"
        "        - /a/b/\n"
        "        - /a/\n",
        {{"dead-rule", 6, 11}});
}

TEST_F(LintConflicts, PatternsOfOneItemAreNotCompared) {
    EXPECT_EQ(closing("{directory: /}, {query: a}"), (Codes{"dead-rule"}));
    EXPECT_EQ(closing("{directory: /a}, {query: b}"), none());
}

TEST_F(LintConflicts, RulesOfASiteAreNotComparedWithItsTemplate) {
    EXPECT_EQ(codes("templates:\n"
                    "  t: {groups: [{user_agent: '*', disallow: [/a/, "
                    "/b/c/]}]}\n"
                    "sites:\n"
                    "  - host: a.example\n"
                    "    template: t\n"
                    "    groups:\n"
                    "      - {user_agent: '*', allow: /a/, disallow: /b/}\n"),
              none());
}

TEST_F(LintConflicts, AMistakeInATemplateIsReportedOnce) {
    expect_warnings(
        "version: 1\n"
        "templates:\n"
        "  t: {groups: [{user_agent: '*', disallow: [/a/, /a/b/]}]}\n"
        "sites:\n"
        "  - {host: a.example, template: t}\n"
        "  - {host: b.example, template: t, max_age: 1m}\n"
        "  - host: c.example\n"
        "    template: t\n"
        "    groups: [{user_agent: '*', disallow: [/x/, /x/y/]}]\n",
        {{"dead-rule", 3, 50}, {"dead-rule", 9, 48}});
}

TEST_F(LintConflicts, InheritedRulesAreNotCompared) {
    EXPECT_EQ(groups("{user_agent: '*', disallow: [/a/, /b/]}, "
                     "{user_agent: x, inherit: '*', disallow: /, allow: /b/}"),
              none());
}

TEST_F(LintConflicts, AGroupWithoutRulesDoesNotHideADeadRule) {
    EXPECT_EQ(file("User-agent: x\nCrawl-delay: 5\nUser-agent: y\n"
                   "Disallow: /a/\nDisallow: /a/b/\n"),
              (Codes{"group-without-rules:1", "dead-rule:5"}));
}

TEST_F(LintConflicts, MergedGroupsAreNotChecked) {
    EXPECT_EQ(groups("{user_agent: x, disallow: [/a/, /a/b/]}, "
                     "{user_agent: x, allow: /a/}"),
              none());
}

TEST_F(LintConflicts, ARepeatedLineOfAFileIsDead) {
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nAllow: /b/index.html\n"
                   "Disallow: /a/\n"),
              one("dead-rule:4"));
}

TEST_F(LintConflicts, AllowAndDisallowOfOnePathAreATie) {
    EXPECT_EQ(group("allow: /a/, disallow: /a/"), one("allow-disallow-tie"));
    EXPECT_EQ(group("allow: /, disallow: /"), one("allow-disallow-tie"));
}

TEST_F(LintConflicts, OverlappingRulesOfOneLengthAreATie) {
    EXPECT_EQ(groups("{user_agent: '*', allow: /shop/, disallow: '/*.php'}, "
                     "{user_agent: x, inherit: '*', allow: /shop/a.php}"),
              one("allow-disallow-tie"));
    EXPECT_EQ(codes("default:\n"
                    "  groups: [{user_agent: '*', allow: /maps/, disallow: "
                    "'/*.xml'}]\n"
                    "  sitemap: https://a.example/maps/sitemap.xml\n"),
              one("allow-disallow-tie"));
}

TEST_F(LintConflicts, RulesOfOneLengthThatNoPathMeetsAreNoTie) {
    EXPECT_EQ(group("allow: /shop/, disallow: '/*.php'"), none());
    EXPECT_EQ(group("allow: /shops/, disallow: '/*.php'"), none());
    EXPECT_EQ(group("allow: /a/, disallow: /b/"), none());
    EXPECT_EQ(group("allow: /shop/, disallow: '/*?a=b'"), none());
}

TEST_F(LintConflicts, WildcardsThatOverlap) {
    const auto met = [this](const char* rules, const char* path) {
        return groups("{user_agent: '*', " + std::string(rules) +
                      "}, {user_agent: x, inherit: '*', allow: " + path + "}");
    };
    EXPECT_EQ(met("allow: /a/*/photos/, disallow: '/*/private/'",
                  "/a/private/photos/"),
              one("overlapping-wildcards"));
    EXPECT_EQ(
        met("allow: '/a/*.html$', disallow: '/*/b/*.html$'", "/a/b/c.html"),
        one("overlapping-wildcards"));
    // No path that the policy names is in both.
    EXPECT_EQ(
        met("allow: /a/*/photos/, disallow: '/*/private/'", "/a/b/photos/"),
        none());
    EXPECT_EQ(group("allow: /a/*/photos/, disallow: '/*/private/'"), none());
}

TEST_F(LintConflicts, WildcardsThatDoNotContradictEachOther) {
    EXPECT_EQ(closing("/a/*/photos/, '/*/private/'"), none());
    EXPECT_EQ(group("allow: /*/private/x*y/, disallow: '/*/private/'"), none());
    EXPECT_EQ(group("allow: '/a/*.css', disallow: '/b/*.php'"), none());
    EXPECT_EQ(group("allow: '/a/*.css$', disallow: '/*/b.php$'"), none());
    EXPECT_EQ(group("allow: /a/*/b/, disallow: {query: sort}"), none());
    EXPECT_EQ(group("allow: '/a/*.css$', disallow: '/*/b/c/d'"), none());
    EXPECT_EQ(group("allow: '/a/*.gif', disallow: '/*/b/c/'"), none());
}

TEST_F(LintConflicts, CaseTwins) {
    EXPECT_EQ(closing("/Drafts/, /drafts/"), one("case-twins"));
    EXPECT_EQ(closing("{directory: /Drafts}, {directory: /drafts}"),
              one("case-twins"));
    EXPECT_EQ(closing("/Drafts/, /draft/"), none());
    EXPECT_EQ(closing("/a%2fb/, /A/"), none());
}

// ---- the looks at patterns that the checks rest on
// ---------------------------

bool covered(const char* outer, const char* inner) {
    return lint::covers(Pattern(outer), lint::shape_of(Pattern(inner)));
}

TEST(LintOverlap, Covers) {
    EXPECT_TRUE(covered("/", "/a*b$"));
    EXPECT_TRUE(covered("/*b", "/a*b/c$"));
    EXPECT_TRUE(covered("/a*", "/a"));
    EXPECT_FALSE(covered("/a$", "/a"));
    EXPECT_FALSE(covered("/*b$", "/ab"));
    EXPECT_FALSE(covered("/a/b", "/a*b"));
    EXPECT_FALSE(covered("/", "a"));
}

TEST(LintOverlap, MatchesEverything) {
    for (const char* all : {"/", "/*", "*", "**", "/**", "*$"}) {
        EXPECT_TRUE(lint::matches_everything(Pattern(all))) << all;
    }
    for (const char* some : {"/a", "/$", "/*a", "a"}) {
        EXPECT_FALSE(lint::matches_everything(Pattern(some))) << some;
    }
}

// Random patterns over a small alphabet against all targets of up to five
// octets of it: what is said to hold for all targets holds for each.
TEST(LintOverlap, EveryAnswerHoldsForAllTargets) {
    constexpr std::string_view kOctets = "ab/";
    std::vector<std::string> targets{"/"};
    for (std::size_t i = 0; targets[i].size() < 6; ++i) {
        for (const char octet : kOctets) {
            targets.push_back(targets[i] + octet);
        }
    }
    std::mt19937 random(1);
    const auto pattern = [&] {
        std::string out = "/";
        for (auto left = random() % 5; left > 0; --left) {
            out += std::string_view("ab/**")[random() % 5];
        }
        return Pattern(out + (random() % 3 == 0 ? "$" : ""));
    };
    int covering = 0;
    int apart = 0;
    for (int round = 0; round < 3000; ++round) {
        const Pattern a = pattern();
        const Pattern b = pattern();
        const bool covers = lint::covers(a, lint::shape_of(b));
        const bool disjoint = lint::disjoint(a, b);
        covering += covers ? 1 : 0;
        apart += disjoint ? 1 : 0;
        const std::string example = lint::example_of(a);
        EXPECT_TRUE(example.empty() || a.matches(example)) << a.text();
        for (const std::string& target : targets) {
            ASSERT_FALSE(covers && b.matches(target) && !a.matches(target))
                << a.text() << ' ' << b.text() << ' ' << target;
            ASSERT_FALSE(disjoint && a.matches(target) && b.matches(target))
                << a.text() << ' ' << b.text() << ' ' << target;
        }
    }
    EXPECT_GT(covering, 100);
    EXPECT_GT(apart, 100);
}

}  // namespace
}  // namespace robots
