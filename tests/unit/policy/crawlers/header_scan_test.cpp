#include "policy/crawlers/header_scan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace robots {
namespace {

std::vector<std::size_t> word_starts(std::string_view header) {
    std::vector<std::size_t> starts;
    HeaderScan(header).each_word(
        [&starts](std::size_t at) { starts.push_back(at); });
    return starts;
}

std::vector<std::size_t> crawler_like_ends(std::string_view header) {
    std::vector<std::size_t> ends;
    HeaderScan(header).each_crawler_like_end(
        [&ends](std::size_t end) { ends.push_back(end); });
    return ends;
}

// A key as text.
std::string octets(std::uint64_t key) {
    std::string text;
    for (; key != 0; key >>= 8) {
        text += static_cast<char>(key & 0xff);
    }
    return text;
}

std::string key_at(std::string_view header, std::size_t at) {
    return octets(HeaderScan(header).key_at(at));
}

using Places = std::vector<std::size_t>;

TEST(HeaderScan, WordsStartBehindWhatIsNone) {
    EXPECT_EQ(word_starts(""), Places{});
    EXPECT_EQ(word_starts("a"), Places{0});
    EXPECT_EQ(word_starts("a-b c_d;(e) 1.2"), (Places{0, 4, 9, 12}));
    EXPECT_EQ(word_starts("archive.org_bot"), Places{0});
    EXPECT_EQ(word_starts("a..b"), Places{0});
    EXPECT_EQ(word_starts("a.-b"), (Places{0, 2}));
    EXPECT_EQ(word_starts(".net"), Places{});
    EXPECT_EQ(word_starts("\xC3\xA4 x\xFFy"), (Places{3, 5}));
}

TEST(HeaderScan, NamesOfCrawlersEndInAFewWays) {
    EXPECT_EQ(crawler_like_ends("ABot/1 (xSPIDER; a-crawler.) bot"),
              (Places{4, 15, 26, 32}));
    EXPECT_EQ(crawler_like_ends("Android 9 Robots bot.x bo t"), Places{});
    EXPECT_EQ(crawler_like_ends("ot"), Places{});
    EXPECT_EQ(crawler_like_ends("bot"), Places{3});
}

TEST(HeaderScan, WordsAreTheSameAtAnyPlace) {
    for (std::size_t blanks = 0; blanks < 200; ++blanks) {
        const std::string header = std::string(blanks, ' ') + "b.c/1 d. ebot.";
        EXPECT_EQ(word_starts(header),
                  (Places{blanks, blanks + 4, blanks + 6, blanks + 9}))
            << blanks;
        EXPECT_EQ(crawler_like_ends(header), Places{blanks + 13}) << blanks;
        const HeaderScan scan(header);
        EXPECT_TRUE(scan.is_word(blanks + 1));
        EXPECT_FALSE(scan.is_word(blanks + 7));
        EXPECT_FALSE(scan.is_word(header.size()));
        EXPECT_FALSE(scan.is_word(header.size() + 1000));
    }
}

TEST(HeaderScan, IsWordIsWhatIsWordOctetSays) {
    std::minstd_rand random(1);
    constexpr std::string_view kOctets = "aZ09-_../ +(;\xFF";
    for (int round = 0; round < 500; ++round) {
        std::string header;
        for (std::size_t i = random() % 300; i > 0; --i) {
            header += kOctets[random() % kOctets.size()];
        }
        const HeaderScan scan(header);
        for (std::size_t at = 0; at < header.size(); ++at) {
            ASSERT_EQ(scan.is_word(at), is_word_octet(header, at))
                << header << " at " << at;
        }
    }
}

TEST(HeaderScan, AKeyIsTheFrontOfAWordFolded) {
    EXPECT_EQ(key_at("GoogleBot-Image/1.0", 0), "googlebo");
    EXPECT_EQ(key_at("x Java/1.8", 2), "java");
    EXPECT_EQ(key_at("archive.org_bot", 0), "archive");
    EXPECT_EQ(key_at("Q", 0), "q");
    EXPECT_EQ(key_at("a-b_c 1", 0), "a-b_c");
    EXPECT_EQ(key_at("12345678", 0), "12345678");
    EXPECT_EQ(key_at("1234567\x80", 0), "1234567");
    EXPECT_EQ(key_at("(", 0), "");
}

TEST(HeaderScan, ATailIsThreeOctetsFolded) {
    EXPECT_EQ(octets(HeaderScan("ExampleBot/1").tail_before(10)), "bot");
    EXPECT_EQ(octets(HeaderScan("bot").tail_before(3)), "bot");
    EXPECT_EQ(HeaderScan("ot").tail_before(2), 0u);
}

TEST(HeaderScan, LooksAtTheFirstOctetsOnly) {
    const std::string header(kMaxHeader + 100, 'a');
    const HeaderScan scan(header);
    EXPECT_EQ(scan.header().size(), kMaxHeader);
    EXPECT_TRUE(scan.is_word(kMaxHeader - 1));
    EXPECT_FALSE(scan.is_word(kMaxHeader));
    EXPECT_EQ(word_starts(header), Places{0});
    std::string dots;
    while (dots.size() < kMaxHeader) {
        dots += "a.";
    }
    EXPECT_TRUE(HeaderScan(dots + "a").is_word(kMaxHeader - 2));
    EXPECT_FALSE(HeaderScan(dots + "a").is_word(kMaxHeader - 1));
}

}  // namespace
}  // namespace robots
