#include "policy/matching/pattern.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "policy/matching/target.hpp"
#include "tests/oracles/naive_matcher.hpp"

namespace robots {
namespace {

// As a request for `target` meets a line with `pattern`.
bool match(std::string_view pattern, std::string_view target) {
    return Pattern(pattern).matches(normalise_target(target));
}

// All words of up to `longest` letters of `alphabet`, the empty one included.
std::vector<std::string> words(std::string_view alphabet, std::size_t longest) {
    std::vector<std::string> all{""};
    for (std::size_t first = 0, size = 0; size < longest; ++size) {
        const std::size_t last = all.size();
        for (; first < last; ++first) {
            for (const char letter : alphabet) {
                all.push_back(all[first] + letter);
            }
        }
    }
    return all;
}

TEST(Pattern, Rfc9309_2_2_2_MatchesFromTheFirstOctet) {
    EXPECT_TRUE(match("/a", "/a"));
    EXPECT_TRUE(match("/a", "/abc"));
    EXPECT_TRUE(match("/a", "/a/b?c"));
    EXPECT_FALSE(match("/a", "/"));
    EXPECT_FALSE(match("/a", "/b/a"));
    EXPECT_FALSE(match("/a/", "/a"));
}

TEST(Pattern, Rfc9309_2_2_2_IsCaseSensitive) {
    EXPECT_FALSE(match("/Admin", "/admin"));
    EXPECT_FALSE(match("/admin", "/Admin"));
}

TEST(Pattern, Rfc9309_2_2_3_StarMatchesAnyRun) {
    EXPECT_TRUE(match("/a*b", "/ab"));
    EXPECT_TRUE(match("/a*b", "/a/x/y/b"));
    EXPECT_TRUE(match("/a*b", "/axbx"));
    EXPECT_FALSE(match("/a*b", "/ba"));
    EXPECT_TRUE(match("/*.php", "/x/index.php?y"));
    EXPECT_TRUE(match("/a*/b*/c", "/a1/b2/c"));
    EXPECT_FALSE(match("/a*/b*/c", "/a1/c/b2"));
}

TEST(Pattern, Rfc9309_2_2_3_StarSpansSlashesAndQuestionMarks) {
    EXPECT_TRUE(match("*?id=", "/deep/er?x=1?id=2"));
    EXPECT_TRUE(match("/*/z", "/a/b/c/z"));
}

TEST(Pattern, Rfc9309_2_2_3_DollarEndsTheTarget) {
    EXPECT_TRUE(match("/a$", "/a"));
    EXPECT_FALSE(match("/a$", "/ab"));
    EXPECT_FALSE(match("/a$", "/a?"));
    EXPECT_TRUE(match("/*.php$", "/x.php.php"));
    EXPECT_FALSE(match("/*.php$", "/x.php?y"));
}

TEST(Pattern, AnchoredRunsDoNotOverlap) {
    EXPECT_FALSE(match("/aba*ba$", "/aba"));
    EXPECT_TRUE(match("/aba*ba$", "/ababa"));
    EXPECT_FALSE(match("*ab*ab$", "/ab"));
    EXPECT_TRUE(match("*ab*ab$", "/abab"));
}

TEST(Pattern, DollarElsewhereIsLiteral) {
    EXPECT_TRUE(match("/a$b", "/a$b"));
    EXPECT_FALSE(match("/a$b", "/a"));
    EXPECT_TRUE(match("/a$$", "/a$"));
    EXPECT_FALSE(match("/a$$", "/a"));
    EXPECT_TRUE(match("/$*", "/$x"));
}

TEST(Pattern, StarAlone) {
    EXPECT_TRUE(match("*", "/"));
    EXPECT_TRUE(match("*", "/anything"));
    EXPECT_TRUE(match("**", "/"));
    EXPECT_TRUE(match("*$", "/anything"));
    EXPECT_TRUE(match("**$", "/"));
    EXPECT_TRUE(Pattern("*").matches(""));
}

TEST(Pattern, DoubleStarIsStarButCountsTwice) {
    for (const char* target : {"/ab", "/axb", "/a**b", "/b"}) {
        EXPECT_EQ(match("/a**b", target), match("/a*b", target)) << target;
        EXPECT_EQ(match("/a***b$", target), match("/a*b$", target)) << target;
    }
    EXPECT_EQ(Pattern("/a**b").length(), Pattern("/a*b").length() + 1);
}

TEST(Pattern, WithoutSlashOrStarInFrontMatchesNothing) {
    for (const char* pattern : {"", "a", "a/", "$", "?", "%2F", "%2Fa", "%2A",
                                "https://example.com/", " /a"}) {
        EXPECT_FALSE(match(pattern, "/")) << pattern;
        EXPECT_FALSE(match(pattern, "/a/")) << pattern;
        EXPECT_FALSE(Pattern(pattern).matches("")) << pattern;
        EXPECT_FALSE(Pattern(pattern).matches(pattern)) << pattern;
    }
}

TEST(Pattern, Rfc9309_2_2_3_EncodedStarAndDollarAreLiteral) {
    for (const char* star : {"*", "%2A", "%2a"}) {
        EXPECT_TRUE(match("/a%2Ab", std::string("/a") + star + "b")) << star;
        EXPECT_TRUE(match("/a%2ab", std::string("/a") + star + "b")) << star;
    }
    EXPECT_FALSE(match("/a%2Ab", "/axb"));
    for (const char* dollar : {"$", "%24"}) {
        EXPECT_TRUE(match("/a%24", std::string("/a") + dollar)) << dollar;
        EXPECT_TRUE(match("/a%24", std::string("/a") + dollar + "x")) << dollar;
        EXPECT_TRUE(match("/a%24$", std::string("/a") + dollar)) << dollar;
    }
    EXPECT_FALSE(match("/a%24", "/a"));
    EXPECT_FALSE(match("/a%24$", "/a$x"));
}

TEST(Pattern, Rfc9309_2_2_2_UnreservedTripletsAreDecoded) {
    EXPECT_TRUE(match("/%61%7E", "/a~"));
    EXPECT_TRUE(match("/a~", "/%61%7e"));
    EXPECT_TRUE(match("/a%3cd.html", "/a%3Cd.html"));
}

TEST(Pattern, ReservedTripletsDifferFromTheirOctets) {
    EXPECT_FALSE(match("/a%2Fb", "/a/b"));
    EXPECT_FALSE(match("/a/b", "/a%2Fb"));
    EXPECT_TRUE(match("/a%2fb", "/a%2Fb"));
    EXPECT_FALSE(match("/a%3Fb", "/a?b"));
}

TEST(Pattern, Rfc9309_2_2_2_NonAsciiEqualsItsTriplets) {
    EXPECT_TRUE(match("/\xE3\x83\x84", "/%E3%83%84"));
    EXPECT_TRUE(match("/%e3%83%84", "/\xE3\x83\x84"));
    EXPECT_FALSE(match("/%E3%83%84", "/%E3%83%85"));
}

TEST(Pattern, LengthCountsNormalisedOctets) {
    EXPECT_EQ(Pattern("").length(), 0u);
    EXPECT_EQ(Pattern("/a").length(), 2u);
    EXPECT_EQ(Pattern("/a*$").length(), 4u);
    EXPECT_EQ(Pattern("/%61").length(), 2u);
    EXPECT_EQ(Pattern("/%2a").length(), 4u);
    EXPECT_EQ(Pattern("/\xC3\xA4").length(), 7u);
    EXPECT_EQ(Pattern("/\xC3\xA4").text(), "/%C3%A4");
}

TEST(Pattern, RunsAreTheOctetsBetweenTheStars) {
    using Runs = std::vector<std::string_view>;
    EXPECT_EQ(Pattern("/a/b*c").runs(), (Runs{"/a/b", "c"}));
    EXPECT_EQ(Pattern("/a$").runs(), (Runs{"/a"}));
    EXPECT_EQ(Pattern("/a%2Ab%24").runs(), (Runs{"/a*b$"}));
    EXPECT_EQ(Pattern("*a*").runs(), (Runs{"", "a", ""}));
    EXPECT_EQ(Pattern("/a***b").runs(), (Runs{"/a", "b"}));
    EXPECT_EQ(Pattern("*").runs(), (Runs{"", ""}));
    EXPECT_EQ(Pattern("a").runs(), Runs{});
    EXPECT_EQ(Pattern("").runs(), Runs{});
}

TEST(Pattern, ACopyElsewhereIsTheSamePattern) {
    for (const char* text : {"", "a", "/a", "/a$", "/a*b", "*", "/a%2Ab%24*c$",
                             "/\xC3\xA4*/long/enough/to/lie/anywhere"}) {
        auto original = std::make_unique<Pattern>(text);
        const std::string memory(original->memory());
        const PatternView copy = original->moved_to(memory.data());
        const Pattern kept = *original;
        original.reset();
        const Pattern expected(text);
        for (const PatternView& same : {copy, PatternView(kept)}) {
            EXPECT_EQ(same.text(), expected.text());
            EXPECT_EQ(same.runs(), expected.runs());
            EXPECT_EQ(same.anchored(), expected.anchored());
            EXPECT_EQ(same.matches("/a"), expected.matches("/a"));
        }
    }
}

TEST(Pattern, OnlyAFinalDollarAnchors) {
    EXPECT_TRUE(Pattern("/a$").anchored());
    EXPECT_TRUE(Pattern("*$").anchored());
    EXPECT_FALSE(Pattern("/a").anchored());
    EXPECT_FALSE(Pattern("/a$b").anchored());
    EXPECT_FALSE(Pattern("/a%24").anchored());
}

TEST(Pattern, ATailOfStarsIsFastOnAHostileTarget) {
    std::string pattern = "/";
    for (int i = 0; i < 1000; ++i) {
        pattern += "*a";
    }
    const std::string target = '/' + std::string(100000, 'a');
    EXPECT_TRUE(Pattern(pattern).matches(target));
    EXPECT_FALSE(Pattern(pattern + "*b").matches(target));
}

TEST(Pattern, AgreesWithTheNaiveMatcherOnAllShortPatterns) {
    const std::vector<std::string> targets = words("/ab$*", 5);
    for (const std::string& text : words("/a*$", 5)) {
        const Pattern pattern(text);
        for (const std::string& target : targets) {
            ASSERT_EQ(pattern.matches(target), naive_matches(text, target))
                << "pattern " << text << ", target " << target;
        }
    }
}

}  // namespace
}  // namespace robots
