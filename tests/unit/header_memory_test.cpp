#include "header_memory.hpp"

#include <gtest/gtest.h>

#include <string>

#include "source_lines.hpp"

namespace robots {
namespace {

const Crawlers& catalogue() {
    static const Crawlers crawlers(built_in_crawlers(),
                                   built_in_not_crawlers());
    return crawlers;
}

void expect_same(const Sighting& remembered, const Sighting& read,
                 const std::string& header) {
    EXPECT_EQ(remembered.token, read.token) << header;
    EXPECT_EQ(remembered.category, read.category) << header;
    EXPECT_EQ(remembered.crawler, read.crawler) << header;
}

TEST(HeaderMemory, SaysWhatReadingTheHeaderSaysAtEachSight) {
    HeaderMemory memory(catalogue(), 42, 256);
    for (int sight = 0; sight < 3; ++sight) {
        for (const std::string& header :
             source_lines("tests/data/user_agents_browsers.txt")) {
            expect_same(memory.identify(header), catalogue().identify(header),
                        header);
        }
        for (const std::string& line :
             source_lines("tests/data/user_agents_crawlers.tsv")) {
            const std::string header = line.substr(line.rfind('\t') + 1);
            expect_same(memory.identify(header), catalogue().identify(header),
                        header);
        }
    }
}

TEST(HeaderMemory, TokenOfAShapeIsAViewIntoTheHeaderAtHand) {
    HeaderMemory memory(catalogue(), 1);
    const std::string first = "Mozilla/5.0 (compatible; QuietZebraBot/1.0)";
    const std::string second = first;
    memory.identify(first);
    const Sighting sighting = memory.identify(second);
    EXPECT_EQ(sighting.token, "QuietZebraBot");
    EXPECT_GE(sighting.token.data(), second.data());
    EXPECT_LT(sighting.token.data(), second.data() + second.size());
}

TEST(HeaderMemory, EmptyHeaderNamesNobody) {
    HeaderMemory memory(catalogue(), 1);
    EXPECT_FALSE(memory.identify(""));
    EXPECT_FALSE(memory.identify(""));
}

TEST(HeaderMemory, HeadersThatShareASetDoNotShareAnAnswer) {
    HeaderMemory memory(catalogue(), 7, 1);
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(memory.identify("Googlebot/2.1").token, "Googlebot");
        EXPECT_FALSE(
            memory.identify("Mozilla/5.0 Firefox/" + std::to_string(i)));
        EXPECT_EQ(memory.identify("GPTBot/1." + std::to_string(i)).token,
                  "GPTBot");
    }
}

}  // namespace
}  // namespace robots
