#include "policy/crawlers/header_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace robots {
namespace {

TEST(IsWordOctet, ADotCountsOnlyInFrontOfALetterOrDigit) {
    EXPECT_TRUE(is_word_octet("a.b", 1));
    EXPECT_TRUE(is_word_octet("a.1", 1));
    EXPECT_FALSE(is_word_octet("a.", 1));
    EXPECT_FALSE(is_word_octet("a. b", 1));
    EXPECT_FALSE(is_word_octet("a..b", 1));
    EXPECT_TRUE(is_word_octet("a_b", 1));
    EXPECT_TRUE(is_word_octet("a-b", 1));
    EXPECT_FALSE(is_word_octet("a/b", 1));
    EXPECT_FALSE(is_word_octet("a\xC3\xA4", 1));
}

TEST(WordAt, IsTheRunOfWordOctets) {
    EXPECT_EQ(word_at("archive.org_bot/1.0", 0), "archive.org_bot");
    EXPECT_EQ(word_at("a bot.", 2), "bot");
    EXPECT_EQ(word_at("a bot", 1), "");
    EXPECT_EQ(word_at("a", 1), "");
    EXPECT_EQ(word_at("", 0), "");
}

TEST(WordBefore, IsTheRunOfWordOctets) {
    EXPECT_EQ(word_before("a archive.org_bot/1.0", 17), "archive.org_bot");
    EXPECT_EQ(word_before("bot", 3), "bot");
    EXPECT_EQ(word_before("a b", 2), "");
    EXPECT_EQ(word_before("", 0), "");
}

std::vector<std::string> words_of(std::string_view header) {
    std::vector<std::string> out;
    for (const auto& [start, end] : HeaderWords(header)) {
        out.emplace_back(header.substr(start, end - start));
    }
    return out;
}

TEST(HeaderWords, AreTheRunsOfWordOctets) {
    using Words = std::vector<std::string>;
    EXPECT_EQ(words_of(""), Words{});
    EXPECT_EQ(words_of(" ("), Words{});
    EXPECT_EQ(words_of("a"), Words{"a"});
    EXPECT_EQ(words_of("a-b c_d;(e) 1.2"), (Words{"a-b", "c_d", "e", "1.2"}));
    EXPECT_EQ(words_of("archive.org_bot."), Words{"archive.org_bot"});
    EXPECT_EQ(words_of("a..b a.-b"), (Words{"a", ".b", "a", "-b"}));
    EXPECT_EQ(words_of("\xC3\xA4 x\xFFy"), (Words{"x", "y"}));
}

TEST(HeaderWords, AreThoseOfTheFirstOctetsOnly) {
    EXPECT_EQ(words_of(std::string(kMaxHeader + 100, 'a')),
              std::vector<std::string>{std::string(kMaxHeader, 'a')});
    std::string most;
    while (most.size() < kMaxHeader + 100) {
        most += "a ";
    }
    EXPECT_EQ(words_of(most).size(), kMaxHeader / 2);
}

TEST(IsProduct, StartsWithALetterAndIsShort) {
    EXPECT_TRUE(is_product("a"));
    EXPECT_TRUE(is_product("MJ12bot"));
    EXPECT_TRUE(is_product(std::string(kMaxProduct, 'a')));
    EXPECT_FALSE(is_product(std::string(kMaxProduct + 1, 'a')));
    EXPECT_FALSE(is_product("1.2"));
    EXPECT_FALSE(is_product("_bot"));
    EXPECT_FALSE(is_product(""));
}

TEST(EndsLikeCrawler, BotCrawlerOrSpiderAtTheEnd) {
    EXPECT_TRUE(ends_like_crawler("bot"));
    EXPECT_TRUE(ends_like_crawler("ExampleBOT"));
    EXPECT_TRUE(ends_like_crawler("my-crawler"));
    EXPECT_TRUE(ends_like_crawler("Baiduspider"));
    EXPECT_FALSE(ends_like_crawler("Botswana"));
    EXPECT_FALSE(ends_like_crawler("bots"));
    EXPECT_FALSE(ends_like_crawler("crawl"));
    EXPECT_FALSE(ends_like_crawler("ot"));
    EXPECT_FALSE(ends_like_crawler(""));
}

TEST(VersionFollows, ASlashAndANumber) {
    EXPECT_TRUE(version_follows("bot/1", 3));
    EXPECT_TRUE(version_follows("bot/v1.4", 3));
    EXPECT_TRUE(version_follows("bot/V1", 3));
    EXPECT_FALSE(version_follows("bot/", 3));
    EXPECT_FALSE(version_follows("bot/v", 3));
    EXPECT_FALSE(version_follows("bot/x1", 3));
    EXPECT_FALSE(version_follows("bot 1", 3));
    EXPECT_FALSE(version_follows("bot", 3));
}

TEST(ContactAddress, IsAPlusInFrontOfAUrl) {
    EXPECT_EQ(contact_address("a +http://b/"), 2u);
    EXPECT_EQ(contact_address("a +HTTPS://b/"), 2u);
    EXPECT_EQ(contact_address("a http://b +https://c"), 11u);
    EXPECT_EQ(contact_address("a https://b +http://c"), 12u);
}

TEST(ContactAddress, IsZeroWhereThereIsNone) {
    for (const char* header :
         {"", "a", "a +ftp://b", "a +b", "a + http://b", "a http://b",
          "a https://b", "http://", "https://", "://", "s://", "tps://",
          "http://a/http://b/https://c"}) {
        EXPECT_EQ(contact_address(header), 0u) << header;
    }
}

std::string in_urls(std::string_view header) {
    UrlSpans urls(header);
    std::string marks;
    for (std::size_t at = 0; at < header.size(); ++at) {
        marks += urls.contains(at) ? 'u' : '-';
    }
    return marks;
}

TEST(UrlSpans, AreTheOctetsOfUrls) {
    EXPECT_EQ(in_urls("a http://b/c d"), "--uuuuuuuuuu--");
    EXPECT_EQ(in_urls("a"), "-");
    EXPECT_EQ(in_urls(""), "");
    EXPECT_EQ(in_urls("http://a"), "uuuuuuuu");
    EXPECT_EQ(in_urls("(+https://a;b)"), "--uuuuuuuuu---");
    EXPECT_EQ(in_urls("http://a,https://b)"), "uuuuuuuu-uuuuuuuuu-");
    EXPECT_EQ(in_urls("ftp://a"), "-------");
}

TEST(UrlSpans, MayBeAskedOnlyNowAndThen) {
    UrlSpans urls("http://a http://b c http://d");
    EXPECT_TRUE(urls.contains(12));
    EXPECT_FALSE(urls.contains(18));
    EXPECT_TRUE(urls.contains(27));
    EXPECT_FALSE(urls.contains(28));
}

TEST(UrlSpans, MayBeAskedInAnyOrder) {
    UrlSpans urls("http://a http://b c http://d");
    EXPECT_TRUE(urls.contains(27));
    EXPECT_FALSE(urls.contains(18));
    EXPECT_TRUE(urls.contains(0));
}

TEST(UrlSpans, AreThoseOfTheFirstOctetsOnly) {
    const std::string header =
        std::string(kMaxHeader - 9, ' ') + "http://abcdef";
    UrlSpans urls(header);
    EXPECT_FALSE(urls.contains(kMaxHeader - 10));
    EXPECT_TRUE(urls.contains(kMaxHeader - 1));
}

}  // namespace
}  // namespace robots
