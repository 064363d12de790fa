#include "cli/survey/sampled_counts.hpp"

#include <gmock/gmock.h>

#include <array>
#include <map>
#include <random>

namespace robotsctl {

namespace {

constexpr std::size_t kMost = 100;

struct Sight {
    std::string host;
    std::string name;
};

// Few names are on many hosts, many on one.
std::vector<Sight> sights(std::size_t hosts) {
    std::minstd_rand random(1);
    std::vector<Sight> out;
    for (std::size_t i = 0; i < hosts; ++i) {
        const std::string host = "h" + std::to_string(i) + ".example";
        out.push_back({host, "everywhere"});
        out.push_back({host, "rare " + std::to_string(random())});
        if (i % 4 == 0) {
            out.push_back({host, "often"});
        }
    }
    return out;
}

void take(SampledCounts& counts, const Sight& sight) {
    counts.add(sight.name, level_of_host(sight.host), 0);
}

std::map<std::string, SampledCounts::Counts> counts_of(
    const SampledCounts& all) {
    std::map<std::string, SampledCounts::Counts> out;
    for (const auto& [name, found] : all.by_name()) {
        out.emplace(name, found.counts);
    }
    return out;
}

// As results in JSON are added up.
void add(SampledCounts& sum, const SampledCounts& part) {
    sum.raise_to(part.level());
    for (const auto& [name, found] : part.by_name()) {
        for (unsigned level = 0; level < found.counts.size(); ++level) {
            sum.add(name, level, 0, found.counts[level]);
        }
    }
}

}  // namespace

TEST(SampledCounts, CountAllAsLongAsAllFit) {
    SampledCounts counts(kMost, 1);
    for (const Sight& sight : sights(kMost - 2)) {
        take(counts, sight);
    }
    EXPECT_EQ(counts.level(), 0U);
    const auto ranked = counts.ranked();
    EXPECT_EQ(ranked.size(), kMost);
    EXPECT_EQ(ranked[0].name, "everywhere");
    EXPECT_EQ(ranked[0].all, kMost - 2);
}

TEST(SampledCounts, KeepFrequentNamesAboutRightInBoundedMemory) {
    constexpr std::size_t kHosts = 20'000;
    SampledCounts counts(kMost, 1);
    for (const Sight& sight : sights(kHosts)) {
        take(counts, sight);
        ASSERT_LE(counts.by_name().size(), kMost);
    }
    EXPECT_GT(counts.level(), 0U);
    const auto ranked = counts.ranked();
    EXPECT_EQ(ranked[0].name, "everywhere");
    EXPECT_EQ(ranked[1].name, "often");
    EXPECT_NEAR(static_cast<double>(ranked[0].all * counts.one_in()), kHosts,
                0.4 * kHosts);
}

// In any order, and in any parts.
TEST(SampledCounts, OfPartsAddUpToThoseOfAll) {
    for (const std::size_t hosts : {50U, 300U, 5000U}) {
        const std::vector<Sight> all = sights(hosts);
        SampledCounts whole(kMost, 1);
        for (const Sight& sight : all) {
            take(whole, sight);
        }
        std::array<SampledCounts, 3> parts{SampledCounts(kMost, 1),
                                           SampledCounts(kMost, 1),
                                           SampledCounts(kMost, 1)};
        for (std::size_t i = all.size(); i-- > 0;) {
            take(parts[i % 7 % 3], all[i]);
        }
        SampledCounts sum(kMost, 1);
        for (const std::size_t i : {2U, 0U, 1U}) {
            add(sum, parts[i]);
        }
        EXPECT_EQ(sum.level(), whole.level());
        EXPECT_EQ(counts_of(sum), counts_of(whole));
    }
}

TEST(SampledCounts, NamesAreWhatJsonCanHold) {
    SampledCounts counts(kMost, 2);
    counts.add("a\xff\n", 0, 1, 3);
    counts.add(std::string(1000, 'x'), 0, 0);
    const auto ranked = counts.ranked();
    EXPECT_EQ(ranked[0].name, "a??");
    EXPECT_THAT(ranked[0].kinds, testing::ElementsAre(0, 3));
    EXPECT_EQ(ranked[1].name.size(), SampledCounts::kMaxName);
}

TEST(SampledCounts, ANameCountsOnceOfEachHost) {
    SampledCounts counts(kMost, 1);
    for (const std::uint64_t host : {1U, 2U}) {
        counts.add_once("a", 0, host);
        counts.add_once("b", 0, host);
        counts.add_once("a", 0, host);
    }
    counts.add_once("b", 1, 3);
    const auto ranked = counts.ranked();
    EXPECT_EQ(ranked[0].name, "b");
    EXPECT_EQ(ranked[0].all, 3U);
    EXPECT_EQ(ranked[1].all, 2U);
}

TEST(LevelOfHost, IsOfHalfAsManyHostsEach) {
    std::array<int, 3> counts{};
    for (int i = 0; i < 8000; ++i) {
        const unsigned level = level_of_host(std::to_string(i));
        if (level < counts.size()) {
            ++counts[level];
        }
    }
    EXPECT_NEAR(counts[0], 4000, 200);
    EXPECT_NEAR(counts[1], 2000, 200);
    EXPECT_NEAR(counts[2], 1000, 200);
}

}  // namespace robotsctl
