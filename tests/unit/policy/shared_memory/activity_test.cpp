#include "policy/shared_memory/activity.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "policy/shared_memory/ledger.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

class ActivityTest : public testing::Test {
  protected:
    explicit ActivityTest(std::size_t octets = std::size_t{1} << 20)
        : memory_(std::aligned_alloc(Activity::kAlignment, octets), &std::free),
          octets_(octets) {
        std::memset(memory_.get(), 0, octets);
        reload();
    }

    // As a new worker would see the memory.
    void reload() { activity.emplace(memory_.get(), octets_); }

    void judged(std::uint64_t key, Ms now, Action action = Action::pass) {
        Site asked;
        asked.key = key;
        Verdict verdict;
        verdict.action = action;
        verdict.crawler = {"ABot", Category::other, &crawler};
        activity->judged(asked, verdict, now);
    }

    void named(std::uint64_t key, const std::string& name, Ms now) {
        Verdict verdict;
        verdict.crawler.token = name;
        activity->named(key, site, verdict, now);
    }

    std::uint64_t total(std::size_t resolution, Ms at,
                        Treatment treatment = Treatment::allowed) const {
        return activity->of_all().counted(
            resolution, period_at(kResolutions[resolution], at), treatment);
    }

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < activity->names().capacity(); ++i) {
            UnlistedName name;
            if (activity->names().copy(i, name)) {
                all.push_back(name.name());
            }
        }
        return all;
    }

    Crawler crawler;
    Site site;
    std::optional<Activity> activity;

  private:
    std::unique_ptr<void, decltype(&std::free)> memory_;
    std::size_t octets_;
};

TEST_F(ActivityTest, CountsByMinuteTenMinutesAndThreeHours) {
    judged(1, Ms{1000});
    judged(1, std::chrono::minutes{1}, Action::reject);
    judged(1, std::chrono::minutes{11});
    EXPECT_EQ(total(0, Ms{0}), 1u);
    EXPECT_EQ(total(0, std::chrono::minutes{1}), 0u);
    EXPECT_EQ(total(0, std::chrono::minutes{1}, Treatment::refused), 1u);
    EXPECT_EQ(total(1, Ms{0}), 1u);
    EXPECT_EQ(total(1, std::chrono::minutes{10}), 1u);
    EXPECT_EQ(total(2, Ms{0}), 2u);
    EXPECT_EQ(total(2, Ms{0}, Treatment::refused), 1u);
}

TEST_F(ActivityTest, TheFirstHourIsInItsThreeHours) {
    for (int minute = 0; minute < 75; ++minute) {
        judged(1, std::chrono::minutes{minute} + Ms{1});
        judged(1, std::chrono::minutes{minute} + Ms{2});
    }
    EXPECT_EQ(total(1, std::chrono::minutes{30}), 20u);
    EXPECT_EQ(total(2, Ms{0}), 150u);
}

TEST_F(ActivityTest, ATurnOfTheRingStartsAnew) {
    judged(1, Ms{1000});
    judged(1, Ms{2000});
    const Ms later = std::chrono::hours{1} + Ms{1000};
    EXPECT_EQ(total(0, later), 0u) << "what is there is an hour old";
    judged(1, later);
    EXPECT_EQ(total(0, later), 1u);
}

// The lap of a minute is the same 255 hours later, also if others came since.
TEST_F(ActivityTest, AnOldMinuteIsNotTakenForANewOne) {
    judged(1, Ms{1000});
    EXPECT_EQ(total(0, Ms{1000}), 1u);
    EXPECT_EQ(total(0, std::chrono::hours{255} + Ms{1000}), 0u);
    judged(1, std::chrono::hours{255} + std::chrono::minutes{5});
    EXPECT_EQ(total(0, std::chrono::hours{255} + Ms{1000}), 0u);
    EXPECT_EQ(total(0, std::chrono::hours{255} + std::chrono::minutes{5}), 1u);
}

TEST_F(ActivityTest, MinutesAreInTheirTenMinutesOnce) {
    std::uint64_t sum = 0;
    for (int minute = 0; minute < 200; minute += minute % 7 + 1) {
        for (int i = 0; i <= minute % 3; ++i) {
            judged(1, std::chrono::minutes{minute} + Ms{1 + i});
            ++sum;
        }
        std::uint64_t tens = 0;
        std::uint64_t hours = 0;
        for (int ten = 0; ten <= minute / 10; ++ten) {
            tens += total(1, std::chrono::minutes{10 * ten});
        }
        for (int three = 0; three <= minute / 180; ++three) {
            hours += total(2, std::chrono::minutes{180 * three});
        }
        ASSERT_EQ(tens, sum) << minute;
        ASSERT_EQ(hours, sum) << minute;
    }
}

// Workers look at the clock at different times.
TEST_F(ActivityTest, WhoIsLateStillCounts) {
    Activity late = *activity;
    judged(1, std::chrono::minutes{20});
    Site asked;
    asked.key = 1;
    late.judged(asked, {}, std::chrono::minutes{19} + Ms{59'990});
    judged(1, std::chrono::minutes{21});
    EXPECT_EQ(total(0, std::chrono::minutes{19}), 1u);
    EXPECT_EQ(total(1, std::chrono::minutes{10}), 1u);
    EXPECT_EQ(total(1, std::chrono::minutes{20}), 2u);
}

TEST_F(ActivityTest, ACountThatIsFullStaysFull) {
    // What a word has in its lower 24 bits is at most 2^24 - 2^22.
    SeriesRecord record{};
    constexpr std::uint64_t kMost = (1U << 24) - (1U << 22);
    const SeriesMinute minute = SeriesMinute::at(Ms{0});
    for (std::uint64_t i = 0; i < kMost + 10; ++i) {
        record.count(minute, Treatment::allowed);
    }
    record.count(minute, Treatment::logged);
    EXPECT_EQ(record.counted(0, 0, Treatment::allowed), kMost);
    EXPECT_EQ(record.counted(0, 0, Treatment::logged), 1u);
}

TEST_F(ActivityTest, EachTreatmentAndVisitorIsCountedForItself) {
    constexpr std::uint64_t kSites = 600;
    const auto key_of = [](std::uint64_t number) {
        return number * 0x9E3779B97F4A7C15U;
    };
    for (int round = 0; round < 3; ++round) {
        for (std::uint64_t number = 1; number <= kSites; ++number) {
            judged(key_of(number), Ms{1000 + round});
            judged(key_of(number), Ms{1000 + round}, Action::reject);
        }
    }
    std::size_t found = 0;
    for (std::uint64_t number = 1; number <= kSites; ++number) {
        const SeriesRecord* const each =
            activity->series().find(key_of(number));
        if (each != nullptr) {
            ++found;
            EXPECT_EQ(each->counted(0, 0, Treatment::allowed), 3u) << number;
            EXPECT_EQ(each->counted(0, 0, Treatment::refused), 3u) << number;
        }
    }
    EXPECT_GT(found, 10u);
    EXPECT_EQ(total(0, Ms{1}), 3 * kSites);
    EXPECT_EQ(total(0, Ms{1}, Treatment::refused), 3 * kSites);
}

TEST_F(ActivityTest, SitesAndCrawlersHaveSeries) {
    crawler.key = 77;
    judged(5, Ms{1000});
    judged(6, Ms{1001});
    const auto& series = activity->series();
    ASSERT_NE(series.find(5), nullptr);
    EXPECT_EQ(series.find(5)->counted(0, 0, Treatment::allowed), 1u);
    EXPECT_EQ(series.find(77)->counted(0, 0, Treatment::allowed), 2u);
    EXPECT_EQ(series.find(4), nullptr);
    reload();
    EXPECT_EQ(activity->series().find(77)->counted(0, 0, Treatment::allowed),
              2u);
}

TEST_F(ActivityTest, AFullTableGivesUpOneSeriesASecond) {
    const std::uint64_t most = activity->series().capacity();
    for (std::uint64_t key = 1; key <= 4 * most; ++key) {
        judged(key << 27 | key, Ms{5000});
    }
    EXPECT_LE(activity->series_evicted(), 1u);
    const std::uint64_t before = activity->series_evicted();
    judged(0x1234567, Ms{60'001});
    judged(0x7654321, Ms{60'002});
    EXPECT_LE(activity->series_evicted(), before + 1);
}

TEST_F(ActivityTest, AFrequentNameSurvivesManyThatComeOnce) {
    for (int i = 0; i < 200; ++i) {
        named(0x1000, "Frequent", Ms{1000 + i});
    }
    for (std::uint64_t i = 1; i < 5000; ++i) {
        named(i * 0x9E3779B97F4A7C15U, "Once" + std::to_string(i),
              Ms{2000 + static_cast<std::int64_t>(i)});
    }
    const auto all = names();
    EXPECT_NE(std::find(all.begin(), all.end(), "Frequent"), all.end());
    EXPECT_LE(all.size(), activity->names().capacity());
    EXPECT_GT(activity->names_evicted(), 0u);
}

TEST_F(ActivityTest, ANameAges) {
    named(0x1000, "Early", Ms{1000});
    const auto size = static_cast<std::uint64_t>(activity->names().capacity());
    for (std::uint64_t i = 1; i < 40 * size; ++i) {
        named(i * 0x9E3779B97F4A7C15U, "Later",
              std::chrono::hours{1} + Ms{static_cast<std::int64_t>(i)});
    }
    const auto all = names();
    EXPECT_EQ(std::find(all.begin(), all.end(), "Early"), all.end());
}

TEST_F(ActivityTest, LongNamesAreCut) {
    named(1, std::string(500, 'n'), Ms{1});
    EXPECT_EQ(names().at(0), std::string(UnlistedName::kMaxOctets, 'n'));
}

TEST_F(ActivityTest, AViolationIsFoundUntilItIsOverwritten) {
    const std::size_t most = activity->violations().capacity();
    for (std::size_t i = 1; i <= most + 1; ++i) {
        ViolationNote note;
        note.path = decltype(note.path)("/" + std::to_string(i));
        activity->violated(note);
    }
    const RecentViolations& kept = activity->violations();
    EXPECT_EQ(kept.latest(), most + 1);
    EXPECT_EQ(kept.find(1), std::nullopt);
    EXPECT_EQ(kept.find(2)->path.view(), "/2");
    EXPECT_EQ(kept.find(most + 1)->path.view(), "/" + std::to_string(most + 1));
    EXPECT_EQ(kept.find(most + 2), std::nullopt);
}

// Nothing that two writers have mixed up is ever shown.
TEST_F(ActivityTest, WhatManyWriteAtOnceIsWholeOrNotThere) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 20000;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([this, i] {
            Activity own = *activity;
            ViolationNote note;
            const std::string text(190, static_cast<char>('a' + i));
            note.path = decltype(note.path)(text);
            note.host = decltype(note.host)(text);
            for (int round = 0; round < kRounds; ++round) {
                own.violated(note);
            }
        });
    }
    const RecentViolations& kept = activity->violations();
    for (int round = 0; round < kRounds; ++round) {
        const auto note = kept.find(kept.latest());
        if (note && !note->path.view().empty()) {
            ASSERT_EQ(note->path.view(),
                      std::string(190, note->host.view().front()));
        }
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(kept.latest(), std::uint64_t{kThreads} * kRounds);
}

class FewSeries : public ActivityTest {
  protected:
    static constexpr std::size_t kSeries = 8;

    FewSeries() : ActivityTest(octets_for(kSeries)) {}

    static std::size_t octets_for(std::size_t series) {
        std::size_t octets = Activity::min_octets();
        while (capacity_of(octets) < series) {
            octets += Activity::kAlignment;
        }
        return octets;
    }

  private:
    static std::size_t capacity_of(std::size_t octets) {
        const std::unique_ptr<void, decltype(&std::free)> memory(
            std::aligned_alloc(Activity::kAlignment, octets), &std::free);
        std::memset(memory.get(), 0, octets);
        return Activity(memory.get(), octets).series().capacity();
    }
};

// What a process counted in a series before another one gave its place away.
TEST_F(FewSeries, NobodyCountsInASeriesThatHasGone) {
    ASSERT_EQ(activity->series().capacity(), kSeries);
    crawler.key = 1000;
    for (int i = 0; i < 3; ++i) {
        judged(1, Ms{1});
    }
    Activity other = *activity;
    Site asked;
    for (asked.key = 2; activity->series().find(1) != nullptr; ++asked.key) {
        ASSERT_LT(asked.key, 30u);
        Verdict verdict;
        verdict.crawler = {"ABot", Category::other, &crawler};
        other.judged(asked, verdict,
                     Ms{2000 * static_cast<std::int64_t>(asked.key - 1)});
    }
    judged(1, Ms{59'000});
    judged(1, Ms{59'000});
    for (std::uint64_t key = 2; key < asked.key; ++key) {
        if (const SeriesRecord* const each = activity->series().find(key)) {
            EXPECT_LE(each->counted(0, 0, Treatment::allowed), 1u) << key;
        }
    }
    EXPECT_EQ(total(0, Ms{1}), 3 + asked.key - 2 + 2);
}

class SmallActivity : public ActivityTest {
  protected:
    SmallActivity() : ActivityTest(Activity::min_octets()) {}
};

TEST_F(SmallActivity, CountsAllWithoutRoomForASeries) {
    EXPECT_FALSE(activity->has_series());
    judged(1, Ms{1000});
    named(1, "Somebot", Ms{1});
    activity->violated({});
    EXPECT_EQ(total(0, Ms{0}), 1u);
    EXPECT_EQ(names().size(), 1u);
}

}  // namespace
}  // namespace robots
