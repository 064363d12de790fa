#include "policy/crawlers/header_memory.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/policy/lint/source_lines.hpp"

namespace robots {
namespace {

const Crawlers& built_in() {
    static const Crawlers crawlers(built_in_crawlers(),
                                   built_in_not_crawlers());
    return crawlers;
}

void expect_same(const Sighting& remembered, const Sighting& read,
                 const std::string& header) {
    EXPECT_EQ(remembered.token, read.token) << header;
    EXPECT_EQ(remembered.category, read.category) << header;
    EXPECT_EQ(remembered.crawler, read.crawler) << header;
    EXPECT_EQ(remembered.contact_only, read.contact_only) << header;
}

TEST(HeaderMemory, SaysWhatReadingTheHeaderSaysAtEachSight) {
    HeaderMemory memory(built_in(), 42, 256);
    for (int sight = 0; sight < 3; ++sight) {
        for (const std::string& header :
             source_lines("tests/data/user_agents_browsers.txt")) {
            expect_same(memory.identify(header), built_in().identify(header),
                        header);
        }
        for (const std::string& header :
             source_lines("tests/data/user_agents_clients.txt")) {
            expect_same(memory.identify(header), built_in().identify(header),
                        header);
        }
        for (const std::string& line :
             source_lines("tests/data/user_agents_crawlers.tsv")) {
            const std::string header = line.substr(line.rfind('\t') + 1);
            expect_same(memory.identify(header), built_in().identify(header),
                        header);
        }
    }
}

TEST(HeaderMemory, TokenOfAShapeIsAViewIntoTheHeaderAtHand) {
    HeaderMemory memory(built_in(), 1);
    const std::string first = "Mozilla/5.0 (compatible; QuietZebraBot/1.0)";
    const std::string second = first;
    memory.identify(first);
    const Sighting sighting = memory.identify(second);
    EXPECT_EQ(sighting.token, "QuietZebraBot");
    EXPECT_GE(sighting.token.data(), second.data());
    EXPECT_LT(sighting.token.data(), second.data() + second.size());
}

TEST(HeaderMemory, EmptyHeaderNamesNobody) {
    HeaderMemory memory(built_in(), 1);
    EXPECT_FALSE(memory.identify(""));
    EXPECT_FALSE(memory.identify(""));
}

TEST(HeaderMemory, HeadersThatShareASetDoNotShareAnAnswer) {
    HeaderMemory memory(built_in(), 7, 1);
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(memory.identify("Googlebot/2.1").token, "Googlebot");
        EXPECT_FALSE(
            memory.identify("Mozilla/5.0 Firefox/" + std::to_string(i)));
        EXPECT_EQ(memory.identify("GPTBot/1." + std::to_string(i)).token,
                  "GPTBot");
    }
}

// Ever another header; few of them share a set.
std::string fresh(int number) {
    return "Mozilla/5.0 (Fresh " + std::to_string(number) + ')';
}

// Asks a copy, since find() counts.
bool remembers(HeaderMemory memory, const std::string& header) {
    return memory.find(header).seen != nullptr;
}

TEST(HeaderMemory, KeepsSeveralHeadersInASet) {
    HeaderMemory memory(built_in(), 7, 1);
    for (int i = 0; i < 4; ++i) {
        memory.identify(fresh(i));
    }
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(remembers(memory, fresh(i))) << i;
    }
    memory.identify(fresh(4));
    EXPECT_TRUE(remembers(memory, fresh(4)));
}

int remembered_of(const HeaderMemory& memory, int first, int count) {
    int remembered = 0;
    for (int i = first; i < first + count; ++i) {
        remembered += remembers(memory, fresh(i)) ? 1 : 0;
    }
    return remembered;
}

TEST(HeaderMemory, AFloodOfFreshHeadersLeavesThoseThatReturn) {
    constexpr int kReturning = 1000;
    HeaderMemory memory(built_in(), 7);
    for (int i = 0; i < 100 * kReturning; ++i) {
        memory.identify(fresh(i % kReturning));
    }
    for (int i = 0; i < 1000000; ++i) {
        memory.identify(fresh(kReturning + i));
    }
    // All but the few that had no place among the first four of their set.
    EXPECT_GE(remembered_of(memory, 0, kReturning), kReturning - 10);
}

TEST(HeaderMemory, AFloodOfHeadersThatComeAFewTimesLeavesThoseThatComeOften) {
    constexpr int kReturning = 100;
    HeaderMemory memory(built_in(), 7, 256);
    for (int i = 0; i < 50 * kReturning; ++i) {
        memory.identify(fresh(i % kReturning));
    }
    for (int i = 0; i < 100000; ++i) {
        memory.identify(fresh(kReturning + i / 4));
    }
    EXPECT_GE(remembered_of(memory, 0, kReturning), kReturning - 10);
}

// Whose site names it is known only at each request.
TEST(HeaderMemory, RemembersNothingThatDependsOnTheSite) {
    Crawler shop;
    shop.token = "MyShop";
    shop.catalogued = false;
    shop.is_customers = true;
    const Crawlers crawlers({shop}, {});
    HeaderMemory memory(crawlers, 42, 1);
    const auto named = [](const Crawler&) { return true; };
    for (const char* header :
         {"MyShop/1.0", "Mozilla/5.0 (compatible; MyShop/1.0; Linux)"}) {
        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(memory.identify(header, named).crawler,
                      &crawlers.entries().front());
            EXPECT_EQ(memory.identify(header).crawler, nullptr);
        }
    }
}

// What loses to another name is not asked for.
TEST(HeaderMemory, AsksOnlyForTokensThatMayDecide) {
    std::vector<Crawler> entries(2);
    entries[0].token = "ALongerBot";
    entries[1].token = "MyShop";
    entries[1].catalogued = false;
    entries[1].is_customers = true;
    const Crawlers crawlers(entries, {});
    int asked = 0;
    const auto named = [&asked](const Crawler&) { return ++asked > 0; };
    crawlers.identify("ALongerBot MyShop/MyShop/MyShop/", named);
    EXPECT_EQ(asked, 0);
    crawlers.identify("MyShop/MyShop/MyShop/", named);
    EXPECT_EQ(asked, 1);
}

TEST(HeaderMemory, HeadersThatNoLongerComeMakeRoom) {
    HeaderMemory memory(built_in(), 7, 1);
    for (int i = 0; i < 4000; ++i) {
        memory.identify(fresh(i % 4));
    }
    for (int i = 0; i < 8000; ++i) {
        memory.identify(fresh(4 + i % 4));
    }
    EXPECT_EQ(remembered_of(memory, 4, 4), 4);
}

// Headers that drive the same one out of a memory of `seed`.
std::vector<int> collisions(std::uint64_t seed, std::size_t sets) {
    HeaderMemory memory(built_in(), seed, sets);
    std::vector<int> found;
    memory.identify(fresh(0));
    for (int i = 1; found.size() < 40; ++i) {
        memory.identify(fresh(i));
        if (!remembers(memory, fresh(0))) {
            found.push_back(i);
            memory.identify(fresh(0));
        }
    }
    return found;
}

TEST(HeaderMemory, HeadersThatCollideUnderOneSeedDoNotUnderAnother) {
    constexpr std::size_t kSets = 64;
    const std::vector<int> chosen = collisions(1, kSets);
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        HeaderMemory memory(built_in(), seed, kSets);
        for (const int number : chosen) {
            memory.identify(fresh(number));
        }
        std::size_t remembered = 0;
        for (const int number : chosen) {
            remembered += remembers(memory, fresh(number)) ? 1 : 0;
        }
        if (seed == 1) {
            EXPECT_EQ(remembered, 4u);
        } else {
            EXPECT_GE(remembered, 35u) << seed;
        }
    }
}

}  // namespace
}  // namespace robots
