// Which rule decides where the server resolves a target to another path.

#include "policy/matching/resolved_pattern.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "policy/verdict/deciding_rule.hpp"
#include "tests/oracles/naive_matcher.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

TEST(ResolvedPattern, IsDecodedAndMergedAsTheServerDoesItWithTargets) {
    EXPECT_EQ(resolve_pattern("/a%2Fb", Slashes::merge), "/a/b");
    EXPECT_EQ(resolve_pattern("/a%2F/b//", Slashes::merge), "/a/b/");
    EXPECT_EQ(resolve_pattern("/a%2F/b//", Slashes::keep), "/a//b//");
    EXPECT_EQ(resolve_pattern("/a%3Bb%40c", Slashes::merge), "/a;b@c");
}

TEST(ResolvedPattern, KeepsWildcardsAndEncodedWildcards) {
    EXPECT_EQ(resolve_pattern("/*%2F*$", Slashes::merge), "/*/*$");
    EXPECT_EQ(resolve_pattern("/%2A%2F%24", Slashes::merge), "/%2A/%24");
    EXPECT_EQ(resolve_pattern("/a$%2Fb", Slashes::merge), "/a$/b");
    EXPECT_EQ(resolve_pattern("/%25%3F%23", Slashes::merge), "/%25%3F%23");
    EXPECT_EQ(resolve_pattern("/a%2Fb?c%2Fd//", Slashes::merge),
              "/a/b?c%2Fd//");
    EXPECT_EQ(resolve_pattern("/a%zz%", Slashes::merge), "/a%25zz%25");
}

TEST(ResolvedPattern, AStarBetweenSlashesKeepsThemApart) {
    EXPECT_EQ(resolve_pattern("/a/*/b", Slashes::merge), "/a/*/b");
}

TEST(ResolvedPattern, WithADotSegmentItMatchesNoResolvedTarget) {
    const Pattern pattern("/a/../b");
    EXPECT_FALSE(matches_resolved(pattern, "/b", Slashes::merge));
    EXPECT_FALSE(matches_resolved(pattern, "/a/b", Slashes::merge));
}

class ExplicitAllow : public JudgeTest {
  protected:
    bool allows(std::string_view robots_txt, std::string_view target,
                Slashes slashes = Slashes::merge) {
        serve("User-agent: *\n" + std::string(robots_txt),
              enforce(Action::reject), "site" + std::to_string(++sites_));
        request.slashes = slashes;
        return ask(target).violation == Violation::none;
    }

  private:
    int sites_ = 0;
};

TEST_F(ExplicitAllow, WinsAgainstAShorterDisallowOfTheResolvedPath) {
    constexpr const char* kRules = "Allow: /slash2/e%2Ff\nDisallow: /slash2/\n";
    EXPECT_TRUE(allows(kRules, "/slash2/e%2Ff"));
    EXPECT_TRUE(allows(kRules, "/slash2/e%2fff"));
    EXPECT_FALSE(allows(kRules, "/slash2/e/f")) << "no rule opens that";
    EXPECT_FALSE(allows(kRules, "/slash2/x%2Fe%2Ff"));
    const Verdict verdict = ask("/slash2/e%2Ff");
    EXPECT_EQ(verdict.rule->text(), "Allow: /slash2/e%2Ff");
}

TEST_F(ExplicitAllow, WinsATieAndYieldsToALongerDisallow) {
    EXPECT_TRUE(allows("Allow: /a%2Fb\nDisallow: /*/b?x\n", "/a%2Fb?x"));
    EXPECT_FALSE(allows("Allow: /a%2Fb\nDisallow: /*/b?xy\n", "/a%2Fb?xy"));
}

TEST_F(ExplicitAllow, AnAllowWithMergedSlashesCounts) {
    constexpr const char* kRules = "Allow: /a//b\nDisallow: /a/\n";
    EXPECT_TRUE(allows(kRules, "/a//b"));
    EXPECT_TRUE(allows(kRules, "/a//b", Slashes::keep));
    EXPECT_FALSE(allows(kRules, "/a///b"));
}

TEST_F(ExplicitAllow, WithAWildcardCountsIfItMatchesBothReadings) {
    constexpr const char* kRules = "Allow: /*e%2Ff$\nDisallow: /s/\n";
    EXPECT_TRUE(allows(kRules, "/s/e%2Ff"));
    EXPECT_FALSE(allows(kRules, "/s/e%2Ff/"));
    EXPECT_FALSE(allows(kRules, "/s/e%2Fg"));
}

TEST_F(ExplicitAllow, ATargetThatResolvesToAClosedPathStaysClosed) {
    EXPECT_FALSE(allows("Disallow: /private/\n", "/private%2Fx"));
    EXPECT_FALSE(allows("Allow: /\nDisallow: /private/\n", "/private%2Fx"));
    EXPECT_FALSE(allows("Allow: /p\nDisallow: /private/\n", "/private%2Fx"));
}

TEST_F(ExplicitAllow, OpensNothingThroughDotSegments) {
    constexpr const char* kRules =
        "Allow: /public/long/\nAllow: /public/e%2Ff\nDisallow: /adm/\n";
    for (const char* target :
         {"/public/long/../../adm/x", "/public/long/..%2F../adm/x",
          "/public/long/%2e%2e/%2E%2E/adm/x", "/public/e%2Ff/../../../adm/x",
          "/public/e%2Ff/..//..//../adm/x", "//public/long/../../adm/x"}) {
        EXPECT_FALSE(allows(kRules, target)) << target;
    }
    EXPECT_TRUE(allows(kRules, "/public/long/../x"));
}

TEST_F(ExplicitAllow, WithADotSegmentInItsPathOpensNothing) {
    EXPECT_FALSE(allows("Allow: /x/../adm/\nDisallow: /adm/\n", "/x/../adm/y"));
}

// A reading of a target in a group by the slowest matcher there is.
struct Reading {
    std::size_t length = 0;  // of the rule that decides
    bool closed = false;
};

struct Line {
    bool allow;
    std::string path;
};

Reading naive_reading(const std::vector<Line>& lines, std::string_view target) {
    Reading out;
    for (const Line& line : lines) {
        const std::string pattern(Pattern(line.path).text());
        if (naive_matches(pattern, target) &&
            (pattern.size() > out.length ||
             (pattern.size() == out.length && line.allow))) {
            out = {pattern.size(), !line.allow};
        }
    }
    return out;
}

// Whether a rule of the group allows the sent target, is as long as `closing`
// and speaks of the resolved one.
bool has_explicit_allow(const std::vector<Line>& lines, std::string_view sent,
                        std::string_view resolved, std::size_t closing,
                        Slashes slashes) {
    return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
        const Pattern pattern(line.path);
        const std::string told(pattern.text());
        return line.allow && told.size() >= closing &&
               naive_matches(told, sent) &&
               naive_matches(
                   std::string(Pattern(resolve_pattern(told, slashes)).text()),
                   resolved);
    });
}

std::string random_text(std::mt19937& random, std::string_view first,
                        const std::vector<std::string_view>& parts) {
    std::string out(first);
    for (std::size_t left = 1 + random() % 6; left > 0; --left) {
        out += parts[random() % parts.size()];
    }
    return out;
}

TEST_F(ExplicitAllow, OnlyAnExplicitAllowOpensWhatOneReadingCloses) {
    const std::vector<std::string_view> spellings{
        "a",  "b",   "/",   "/",   "//",  "%2F", "/../", "/./",
        "..", "%2e", "%2E", "%61", "%2A", "*",   "$",    "?"};
    const std::vector<std::string_view> paths{"a",   "b",    "/",   "/", "//",
                                              "%2F", "/../", ".",   "*", "*",
                                              "$",   "%2A",  "%61", "?"};
    std::mt19937 random(12);
    std::array<int, 2> seen{};
    int by_explicit_allow = 0;
    for (int round = 0; round < 4000; ++round) {
        std::vector<Line> lines;
        std::string text = "User-agent: *\n";
        for (std::size_t left = 1 + random() % 5; left > 0; --left) {
            lines.push_back(
                {random() % 2 == 0, random_text(random, "/", paths)});
            text += (lines.back().allow ? "Allow: " : "Disallow: ") +
                    lines.back().path + '\n';
        }
        const Groups groups(parse_robots_txt(text), {Enforcement{}});
        const Group& group = *groups.all()[0];
        for (int i = 0; i < 20; ++i) {
            const std::string target = random_text(random, "/", spellings);
            const Slashes slashes =
                random() % 2 == 0 ? Slashes::merge : Slashes::keep;
            const Rule* rule = SentTarget(target, slashes).rule_of(group);
            const bool allowed = rule == nullptr || rule->allow;
            ++seen[allowed ? 1 : 0];
            const std::string sent = normalise_target(target);
            const std::string resolved = resolve_target(target, slashes);
            const Reading as_sent = naive_reading(lines, sent);
            const Reading as_resolved = naive_reading(lines, resolved);
            if (as_sent.closed || !as_resolved.closed) {
                EXPECT_EQ(allowed, !as_sent.closed) << text << target;
            } else if (allowed) {
                ++by_explicit_allow;
                EXPECT_TRUE(has_explicit_allow(lines, sent, resolved,
                                               as_resolved.length, slashes))
                    << text << target;
            }
        }
    }
    EXPECT_GT(seen[0], 1000);
    EXPECT_GT(seen[1], 1000);
    EXPECT_GT(by_explicit_allow, 20);
}

}  // namespace
}  // namespace robots
