#include "policy/matching/rule_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/base/octets.hpp"
#include "policy/base/power_of_two.hpp"
#include "policy/matching/target.hpp"
#include "tests/oracles/naive_matcher.hpp"

namespace robots {
namespace {

using Lines = std::vector<std::pair<bool, std::string>>;

constexpr bool kAllow = true;
constexpr bool kDisallow = false;

RuleSet rule_set(const Lines& lines) {
    std::vector<NewRule> rules;
    for (const auto& [allow, path] : lines) {
        rules.push_back({allow, Pattern(path), {}});
    }
    return RuleSet(std::move(rules));
}

// `lines` among so many others that rules are indexed instead of tried one by
// one. The others match nothing that begins with neither "/~" nor holds "~~".
RuleSet among_many(Lines lines) {
    for (int i = 0; i < 300; ++i) {
        const std::string number = std::to_string(i);
        lines.push_back({i % 2 == 0, "/~" + number});
        lines.push_back({i % 3 == 0, "/*~~" + number});
    }
    return rule_set(lines);
}

std::string deciding(const RuleSet& rules, std::string_view target) {
    const Rule* rule = rules.match(target);
    return rule == nullptr ? "none" : rule->text();
}

// The rule that `lines` says decides must decide alone and among many.
void expect_decides(const Lines& lines, std::string_view target,
                    const std::string& rule) {
    EXPECT_EQ(deciding(rule_set(lines), target), rule) << target;
    EXPECT_EQ(deciding(among_many(lines), target), rule) << target;
}

TEST(RuleSet, Rfc9309_2_2_2_NoMatchAllows) {
    EXPECT_EQ(RuleSet().match("/"), nullptr);
    EXPECT_TRUE(RuleSet().rules().empty());
    expect_decides({{kDisallow, "/a"}}, "/b", "none");
    expect_decides({{kDisallow, ""}, {kDisallow, "a"}}, "/a", "none");
}

TEST(RuleSet, Rfc9309_2_2_2_LongestMatchDecides) {
    const Lines lines{{kDisallow, "/"}, {kAllow, "/p"}, {kDisallow, "/page"}};
    expect_decides(lines, "/x", "Disallow: /");
    expect_decides(lines, "/pa", "Allow: /p");
    expect_decides(lines, "/page", "Disallow: /page");
}

TEST(RuleSet, Rfc9309_5_2_LongestMatchExample) {
    const Lines lines{{kAllow, "/example/page/"},
                      {kDisallow, "/example/page/disallowed.gif"}};
    expect_decides(lines, "/example/page/disallowed.gif",
                   "Disallow: /example/page/disallowed.gif");
    expect_decides(lines, "/example/page/x", "Allow: /example/page/");
}

TEST(RuleSet, Rfc9309_2_2_2_AllowWinsATie) {
    expect_decides({{kDisallow, "/a"}, {kAllow, "/a"}}, "/a", "Allow: /a");
    expect_decides({{kAllow, "/a"}, {kDisallow, "/a"}}, "/a", "Allow: /a");
    expect_decides({{kDisallow, "/a*"}, {kAllow, "/ab"}}, "/ab", "Allow: /ab");
    expect_decides({{kDisallow, "/ab"}, {kAllow, "/a*"}}, "/ab", "Allow: /a*");
}

TEST(RuleSet, LengthIsOfThePatternNotOfTheMatch) {
    expect_decides({{kAllow, "/page"}, {kDisallow, "/*.htm"}}, "/page.htm",
                   "Disallow: /*.htm");
    expect_decides({{kAllow, "/$"}, {kDisallow, "/"}}, "/", "Allow: /$");
    expect_decides({{kAllow, "/$"}, {kDisallow, "/"}}, "/x", "Disallow: /");
    expect_decides({{kDisallow, "/a**"}, {kAllow, "/ab*"}}, "/ab",
                   "Allow: /ab*");
}

TEST(RuleSet, LengthIsOfTheNormalisedPattern) {
    expect_decides({{kDisallow, "/%61%62"}, {kAllow, "/abc"}}, "/abc",
                   "Allow: /abc");
    expect_decides({{kDisallow, "/\xC3\xA4"}, {kAllow, "/%C3*"}}, "/%C3%A4",
                   "Disallow: /%C3%A4");
}

TEST(RuleSet, ShortRunsAndStarsAloneAreFoundAmongMany) {
    expect_decides({{kDisallow, "*"}}, "/x", "Disallow: *");
    expect_decides({{kDisallow, "*$"}}, "/x", "Disallow: *$");
    expect_decides({{kDisallow, "/*a"}}, "/xa", "Disallow: /*a");
    expect_decides({{kDisallow, "*?"}}, "/x?y", "Disallow: *?");
    expect_decides({{kDisallow, "/*ab$"}}, "/ab", "Disallow: /*ab$");
    expect_decides({{kDisallow, "/*ab$"}}, "/abc", "none");
}

TEST(RuleSet, EmptyTargetIsMatchedByStarsOnly) {
    expect_decides({{kDisallow, "/"}}, "", "none");
    expect_decides({{kDisallow, "*"}}, "", "Disallow: *");
}

TEST(RuleSet, RulesLieInTheOrderInWhichTheyDecide) {
    const RuleSet rules = rule_set({{kDisallow, "/a"},
                                    {kDisallow, "/abc"},
                                    {kAllow, "/b"},
                                    {kDisallow, "/c"}});
    std::vector<std::string> order;
    for (const Rule& rule : rules.rules()) {
        order.push_back(rule.text());
    }
    EXPECT_EQ(order,
              (std::vector<std::string>{"Disallow: /abc", "Allow: /b",
                                        "Disallow: /a", "Disallow: /c"}));
}

TEST(RuleSet, IfRulesAreEqualTheFirstWrittenDecides) {
    std::vector<NewRule> rules;
    for (std::uint32_t line = 1; line <= 3; ++line) {
        rules.push_back({kDisallow, Pattern("/a"), {0, line, 1}});
    }
    EXPECT_EQ(RuleSet(rules).match("/a")->place.line, 1u);
    for (std::uint32_t line = 4; line <= 100; ++line) {
        rules.push_back({kDisallow, Pattern("/a"), {0, line, 1}});
    }
    EXPECT_EQ(RuleSet(rules).match("/a")->place.line, 1u);
}

TEST(RuleSet, CopiesShareTheirRules) {
    const RuleSet original = rule_set({{kDisallow, "/a"}});
    const RuleSet& alias = original;
    const RuleSet copy = alias;
    EXPECT_EQ(copy.match("/a"), original.match("/a"));
}

TEST(RuleSet, RuleTextIsTheNormalisedLine) {
    const RuleSet rules = rule_set({{kAllow, "/%61 b"}});
    EXPECT_EQ(rules.rules().front().text(), "Allow: /a%20b");
}

class Random {
  public:
    explicit Random(unsigned seed) : engine_(seed) {}
    std::size_t below(std::size_t n) { return engine_() % n; }
    std::string word(std::string_view letters, std::size_t longest) {
        std::string out;
        for (std::size_t size = below(longest + 1); size > 0; --size) {
            out += letters[below(letters.size())];
        }
        return out;
    }

  private:
    std::minstd_rand engine_;
};

// 0: no rule; else the length, doubled, and one more where it allows.
std::size_t naive_decision(const Lines& lines, std::string_view target) {
    std::size_t best = 0;
    for (const auto& [allow, path] : lines) {
        if (naive_matches(path, target)) {
            best = std::max(best, path.size() * 2 + (allow ? 1 : 0));
        }
    }
    return best;
}

void expect_agreement(Random& random, std::size_t count) {
    Lines lines;
    for (std::size_t i = 0; i < count; ++i) {
        lines.push_back(
            {random.below(2) == 0,
             (random.below(8) == 0 ? "*" : "/") + random.word("aabb/*$", 8)});
    }
    const RuleSet rules = rule_set(lines);
    for (int i = 0; i < 50; ++i) {
        const std::string target = '/' + random.word("aabb/$*", 12);
        const Rule* rule = rules.match(target);
        const std::size_t decision =
            rule == nullptr
                ? 0
                : rule->pattern.length() * 2 + (rule->allow ? 1 : 0);
        ASSERT_EQ(decision, naive_decision(lines, target)) << target;
    }
}

TEST(RuleSet, AgreesWithANaiveScanWhereRulesAreFew) {
    Random random(1);
    for (int round = 0; round < 300; ++round) {
        expect_agreement(random, 1 + random.below(20));
    }
}

TEST(RuleSet, AgreesWithANaiveScanWhereRulesAreMany) {
    Random random(2);
    for (int round = 0; round < 60; ++round) {
        expect_agreement(random, 25 + random.below(300));
    }
}

// Each rule alone is what PatternTest holds to a naive matcher.
TEST(RuleSet, AgreesWithItsRulesOneByOneHoweverTheyAreWritten) {
    static constexpr std::array kParts{"/", "a",   "b",   "*",
                                       "$", "%2A", "%24", "%C3"};
    Random random(3);
    const auto text = [&random](std::size_t longest) {
        std::string out;
        for (std::size_t size = random.below(longest); size > 0; --size) {
            out += kParts[random.below(kParts.size())];
        }
        return out;
    };
    for (int round = 0; round < 400; ++round) {
        Lines lines;
        for (std::size_t i = random.below(40); i > 0; --i) {
            lines.push_back({random.below(2) == 0, text(8)});
        }
        const RuleSet rules = rule_set(lines);
        for (int i = 0; i < 50; ++i) {
            const std::string target = normalise_target('/' + text(12));
            const auto all = rules.rules();
            const auto* const first =
                std::find_if(all.begin(), all.end(), [&](const Rule& rule) {
                    return Pattern(rule.pattern.text()).matches(target);
                });
            ASSERT_EQ(rules.match(target), first == all.end() ? nullptr : first)
                << target;
        }
    }
}

TEST(RuleSet, AFewRulesMatchWhereverTheirOctetsAre) {
    const RuleSet rules = rule_set({{false, "/*?x="},
                                    {true, "/*?x=1*&y$"},
                                    {false, "/abcdefg"},
                                    {false, "/abcdefgh$"},
                                    {false, "/abcdefghij"}});
    for (std::size_t size = 1; size < 70; ++size) {
        const std::string plain = '/' + std::string(size, 'z');
        EXPECT_EQ(rules.match(plain), nullptr) << plain;
        for (std::size_t at = 1; at <= plain.size(); ++at) {
            std::string target = plain;
            target.insert(at, "?x=");
            ASSERT_NE(rules.match(target), nullptr) << target;
            EXPECT_EQ(rules.match(target)->text(), "Disallow: /*?x=");
            target.insert(at + 3, "1");
            target += "&y";
            EXPECT_TRUE(rules.match(target)->allow) << target;
        }
    }
    EXPECT_EQ(rules.match("/abcdef"), nullptr);
    EXPECT_EQ(rules.match("/abcdefg")->text(), "Disallow: /abcdefg");
    EXPECT_EQ(rules.match("/abcdefgh")->text(), "Disallow: /abcdefgh$");
    EXPECT_EQ(rules.match("/abcdefghi")->text(), "Disallow: /abcdefg");
    EXPECT_EQ(rules.match("/abcdefghijk")->text(), "Disallow: /abcdefghij");
}

TEST(RuleSet, ATargetWithTheKeysOfManyRulesTriesThemAll) {
    Lines lines;
    std::string target = "/";
    for (int i = 100; i < 200; ++i) {
        const std::string key = "k" + std::to_string(i);
        lines.push_back({kDisallow, "/*" + key + "*never"});
        target += key + '/';
    }
    lines.push_back({kAllow, "/*k199/$"});
    EXPECT_EQ(deciding(rule_set(lines), target), "Allow: /*k199/$");
}

// Texts of four octets whose hashes end in the same bits as that of "aaaa".
std::vector<std::string> grams_of_one_bucket(std::size_t count,
                                             std::size_t buckets) {
    const std::string_view octets = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    const auto bucket = [buckets](const char* gram) {
        return hash(four_octets(gram)) & (buckets - 1);
    };
    std::vector<std::string> grams;
    std::string gram(4, ' ');
    for (std::size_t i = 1; grams.size() < count; ++i) {
        std::size_t rest = i;
        for (char& octet : gram) {
            octet = octets[rest % octets.size()];
            rest /= octets.size();
        }
        if (bucket(gram.data()) == bucket("aaaa")) {
            grams.push_back(gram);
        }
    }
    return grams;
}

TEST(RuleSet, RulesOfOneBucketDecideAsIfTheyWereTriedOneByOne) {
    constexpr std::size_t kRules = 500;
    const std::vector<std::string> grams =
        grams_of_one_bucket(kRules, power_of_two(kRules * 8));
    Lines lines;
    for (const std::string& gram : grams) {
        lines.push_back({kDisallow, "/*" + gram + "*$x"});
    }
    lines.back() = {kAllow, "/*" + grams.back() + "/*/end$"};
    const RuleSet rules = rule_set(lines);
    const std::string most = '/' + std::string(8000, 'a');
    EXPECT_EQ(deciding(rules, most), "none");
    EXPECT_EQ(deciding(rules, most + grams[7] + "$x"),
              "Disallow: /*" + grams[7] + "*$x");
    EXPECT_EQ(deciding(rules, '/' + grams[7] + "$x"),
              "Disallow: /*" + grams[7] + "*$x");
    EXPECT_EQ(deciding(rules, most + grams.back() + "/a/end"),
              "Allow: " + lines.back().second);
}

}  // namespace
}  // namespace robots
