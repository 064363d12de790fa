// Crawlers against a naive reading of the same rules.

#include <gtest/gtest.h>

#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "tests/oracles/naive_identify.hpp"
#include "tests/unit/policy/lint/source_lines.hpp"
#include "tests/unit/policy/share_of.hpp"

namespace robots {
namespace {

Crawler crawler(std::string token, std::vector<std::string> match,
                bool catalogued) {
    Crawler entry;
    entry.token = std::move(token);
    entry.match = std::move(match);
    entry.catalogued = catalogued;
    return entry;
}

// An entry that a policy's `crawlers` add.
Crawler with_own_match(std::string token, std::vector<std::string> match) {
    Crawler entry = crawler(std::move(token), std::move(match), true);
    entry.own_match = true;
    return entry;
}

const std::vector<std::string>& browser_words() {
    static const std::vector<std::string> words{"Mozilla", "compatible",
                                                "CUBOT", "Safari", "Linux"};
    return words;
}

// Texts that share fronts, that start, end or consist of anything.
std::vector<Crawler> awkward() {
    return {crawler("Googlebot", {}, true),
            crawler("Googlebot-Image", {}, true),
            crawler("googlebo", {}, true),
            crawler("archive.org_bot", {}, true),
            crawler("archive", {}, false),
            crawler("Q", {}, true),
            crawler("a.b", {}, false),
            crawler(".net", {}, false),
            crawler("..", {"..", "a."}, true),
            crawler("plus", {"++", "(+", "+http://a"}, true),
            crawler("Slurp", {"Yahoo! Slurp", "Slurp", "Linux; x"}, true),
            crawler("Java", {"Java/", "Java/1.", "java"}, true),
            crawler("Spider", {"compatible; Spider/2.0"}, true),
            crawler("-", {"-", "_a", "-bot"}, true),
            crawler("Open", {"Goo-", "Googlebot-", "b_", "x y-", "x."}, true),
            crawler("Same", {"Twice"}, false),
            crawler("Other", {"Twice"}, true),
            crawler("Web", {}, false),
            crawler("Safari", {}, false),
            with_own_match("Mine", {"slurp", "Java/1."}),
            with_own_match("Mine-too", {"Slurp", "a."}),
            crawler("Never", {"*", ""}, true)};
}

// What names crawlers, and what is between the names.
std::vector<std::string> parts_of_headers() {
    std::istringstream words(
        "Googlebot Googlebot-Image Goo-gle goo- git+http:// b_ +http googlebo "
        "Google archive .org_bot q a b . .. .net ++ + (+ http:// HTTPS:// "
        "+http:// http: slurp Linux Java/ 1. 1.8 Spider/2.0 - _ bot crawler "
        "spider CUBOT Android CFNetwork/ zbot ASpider twice Web Safari / / /v1 "
        "/2 ; ) ( , * Mozilla/5.0");
    std::vector<std::string> out{
        "x y-",
        "Yahoo! ",
        "; x",
        "compatible; ",
        " v1",
        " version 2",
        " (",
        " - www.",
        "xbot ",
        "; bot;",
        "(A Crawler)",
        " (x@y",
        "Kado ",
        " ",
        " ",
        " ",
        "\t",
        "\xFF",
        std::string(1, '\0'),
        std::string(60, 'x'),
        std::string(2030, ' '),
    };
    for (std::string word; words >> word;) {
        out.push_back(word);
    }
    return out;
}

std::string made_up(std::minstd_rand& random) {
    static const std::vector<std::string> parts = parts_of_headers();
    std::string header;
    for (std::size_t i = 1 + random() % 12; i > 0; --i) {
        header += parts[(random() >> 4) % parts.size()];
    }
    return header;
}

void expect_same(const Crawlers& crawlers, const tests::NaiveCrawlers& naive,
                 const std::string& header) {
    const Sighting seen = crawlers.identify(header);
    const Sighting expected = naive.identify(header);
    ASSERT_EQ(seen.token, expected.token) << header;
    ASSERT_EQ(seen.crawler, expected.crawler) << header;
    ASSERT_EQ(seen.category, expected.category) << header;
    ASSERT_EQ(seen.contact_only, seen && expected.contact_only) << header;
    if (seen.crawler == nullptr && seen) {
        ASSERT_EQ(seen.token.data(), expected.token.data()) << header;
    }
}

TEST(Identify, SaysWhatANaiveReadingSaysOfMadeUpHeaders) {
    const Crawlers crawlers(awkward(), browser_words());
    const tests::NaiveCrawlers naive(crawlers.entries(), browser_words());
    std::minstd_rand random(1);
    for (std::size_t i = 0; i < 100000 / tests::kOneIn && !HasFatalFailure();
         ++i) {
        expect_same(crawlers, naive, made_up(random));
    }
}

TEST(Identify, SaysWhatANaiveReadingSaysOfRealHeaders) {
    const Crawlers crawlers(built_in_crawlers(), built_in_not_crawlers());
    const tests::NaiveCrawlers naive(crawlers.entries(),
                                     built_in_not_crawlers());
    for (const char* file : {"tests/data/user_agents_crawlers.tsv",
                             "tests/data/user_agents_browsers.txt",
                             "tests/data/user_agents_clients.txt"}) {
        const auto lines = source_lines(file);
        ASSERT_GT(lines.size(), 1000u);
        for (std::size_t i = 0; i < lines.size() && !HasFatalFailure();
             i += 7) {
            expect_same(crawlers, naive, lines[i]);
        }
    }
}

}  // namespace
}  // namespace robots
