#include "policy/crawlers/needle_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots {
namespace {

// What is found_in, as "text@place", in the order of places.
std::vector<std::string> found_in(const std::vector<std::string>& texts,
                                  std::string_view header,
                                  const std::string& common = "") {
    std::vector<Needle> needles;
    for (const std::string& text : texts) {
        needles.push_back({text, 0});
    }
    const NeedleIndex index(std::move(needles), [&](std::string_view word) {
        return word == common;
    });
    std::vector<std::pair<std::size_t, std::string>> places;
    index.find(HeaderWords(header),
               [&places](const Needle& needle, std::size_t at) {
                   places.emplace_back(at, needle.text);
               });
    std::sort(places.begin(), places.end());
    std::vector<std::string> list;
    for (const auto& [at, text] : places) {
        list.push_back(text + '@' + std::to_string(at));
    }
    return list;
}

using Found = std::vector<std::string>;

TEST(NeedleIndex, FindsTextsBetweenBoundaries) {
    const std::vector<std::string> texts{"bot", "googlebot", "q"};
    EXPECT_EQ(found_in(texts, "Googlebot/2.1 Bot q"),
              (Found{"googlebot@0", "bot@14", "q@18"}));
    EXPECT_EQ(found_in(texts, "xbot botx bot2 my-bot bot.x q1"), Found{});
    EXPECT_EQ(found_in(texts, ""), Found{});
}

TEST(NeedleIndex, TextsWithTheSameKeyAreToldApart) {
    const std::vector<std::string> texts{"googlebot", "googlebot-image",
                                         "googlebook"};
    EXPECT_EQ(found_in(texts, "Googlebot-Image GoogleBook Googleboo"),
              (Found{"googlebot-image@0", "googlebook@16"}));
}

// A header may hold their key in each of its words, and each look-up compares
// all texts that have it.
TEST(NeedleIndex, KeepsAFewOfManyTextsWithTheSameKey) {
    std::vector<Needle> needles{{"zzzzzzzz", 7}};
    for (std::uint32_t i = 0; i < 20000; ++i) {
        needles.push_back({"zzzzzzzz" + std::to_string(i), 10 + i});
    }
    needles.push_back({"other", 8});
    const NeedleIndex index(std::move(needles),
                            [](std::string_view) { return false; });
    std::vector<std::uint32_t> found_in;
    index.find(HeaderWords("other zzzzzzzz zzzzzzzz5 zzzzzzzz19999"),
               [&found_in](const Needle& needle, std::size_t) {
                   found_in.push_back(needle.crawler);
               });
    std::sort(found_in.begin(), found_in.end());
    EXPECT_EQ(found_in, (std::vector<std::uint32_t>{7, 8, 15}));
    EXPECT_EQ(index.left_out().size(), 20001 - NeedleIndex::kMostAlike);
}

// The words "aalonger" to "99longer" have one bucket, but different keys.
TEST(NeedleIndex, FindsEachOfManyKeysOfOneBucket) {
    constexpr std::string_view kOctets = "abcdefghijklmnopqrstuvwxyz0123456789";
    std::vector<std::string> words;
    std::vector<Needle> needles;
    for (const char first : kOctets) {
        for (const char second : kOctets) {
            words.push_back(std::string{first, second} + "longer");
            needles.push_back(
                {words.back(), static_cast<std::uint32_t>(needles.size())});
        }
    }
    const NeedleIndex index(std::move(needles),
                            [](std::string_view) { return false; });
    EXPECT_TRUE(index.left_out().empty());
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::vector<std::uint32_t> found_in;
        index.find(HeaderWords("__longer " + words[i]),
                   [&found_in](const Needle& needle, std::size_t) {
                       found_in.push_back(needle.crawler);
                   });
        EXPECT_EQ(found_in,
                  std::vector<std::uint32_t>{static_cast<std::uint32_t>(i)});
    }
}

TEST(NeedleIndex, KeepsAFewOfManyTextsWithoutAKey) {
    std::vector<Needle> needles;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        needles.push_back({"." + std::string(1 + i, '-'), i});
    }
    const NeedleIndex index(std::move(needles),
                            [](std::string_view) { return false; });
    EXPECT_GT(index.left_out().size(), 900u);
}

TEST(NeedleIndex, TextsOfSeveralWordsAreFoundByAnyOfThem) {
    const std::vector<std::string> texts{"yahoo! slurp",
                                         "compatible; spider/2.0", "(nikto"};
    for (const char* common : {"", "yahoo", "slurp", "compatible", "spider"}) {
        EXPECT_EQ(
            found_in(texts, "x Yahoo! Slurp (compatible; Spider/2.0) (Nikto/1)",
                     common),
            (Found{"yahoo! slurp@2", "compatible; spider/2.0@16", "(nikto@40"}))
            << common;
        EXPECT_EQ(
            found_in(texts, "Slurp Yahoo Spider/2 compatible Nikto", common),
            Found{})
            << common;
    }
}

TEST(NeedleIndex, AnEndThatIsNoWordsOctetMayRunOn) {
    const std::vector<std::string> texts{"java/1.", "perl/", "v."};
    EXPECT_EQ(found_in(texts, "Java/1.8 Perl/5 v.1"),
              (Found{"java/1.@0", "perl/@9", "v.@16"}));
}

TEST(NeedleIndex, TextsWithoutAWordAreFound) {
    const std::vector<std::string> texts{".net", "++", "+"};
    EXPECT_EQ(found_in(texts, "a .NET ++"),
              (Found{".net@2", "+@7", "++@7", "+@8"}));
    EXPECT_EQ(found_in(texts, "a.NET"), Found{});
    EXPECT_EQ(found_in(texts, ".netx"), Found{});
}

TEST(NeedleIndex, EqualTextsComeInTheirOrder) {
    const NeedleIndex index({{"bot", 7}, {"a", 1}, {"bot", 3}},
                            [](std::string_view) { return false; });
    std::vector<std::uint32_t> crawlers;
    index.find(HeaderWords("bot"), [&](const Needle& needle, std::size_t) {
        crawlers.push_back(needle.crawler);
    });
    EXPECT_EQ(crawlers, (std::vector<std::uint32_t>{7, 3}));
}

TEST(NeedleIndex, AnEmptyOneFindsNothing) {
    EXPECT_EQ(found_in({}, "Googlebot/2.1"), Found{});
    const NeedleIndex none;
    none.find(HeaderWords("Googlebot/2.1"),
              [](const Needle&, std::size_t) { FAIL(); });
}

TEST(NeedleIndex, FindsEachOfThousands) {
    std::vector<std::string> texts;
    for (int i = 0; i < 5000; ++i) {
        texts.push_back("bot" + std::to_string(i * 7919));
    }
    std::string header;
    Found expected;
    for (int i = 0; i < 5000; i += 50) {
        const std::string& text = texts[static_cast<std::size_t>(i)];
        expected.push_back(text + '@' + std::to_string(header.size()));
        header += text + ' ';
    }
    EXPECT_EQ(found_in(texts, header), expected);
}

}  // namespace
}  // namespace robots
