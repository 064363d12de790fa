#include "policy/shared_memory/log_quota.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <new>
#include <random>
#include <set>
#include <thread>
#include <vector>

namespace robots {
namespace {

using Ms = Milliseconds;
using Instant = LogQuota::Instant;

// A quota in memory that forked processes share with their parent.
class SharedQuota {
  public:
    explicit SharedQuota(std::size_t places)
        : octets_(LogQuota::octets_for(places)),
          memory_(mmap(nullptr, octets_, PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) {
            throw std::bad_alloc();
        }
    }
    ~SharedQuota() { munmap(memory_, octets_); }

    SharedQuota(const SharedQuota&) = delete;
    SharedQuota& operator=(const SharedQuota&) = delete;

    LogQuota quota() { return {memory_, octets_}; }

  private:
    std::size_t octets_;
    void* memory_;
};

// How many of `lines` lines are granted.
int ask(LogQuota quota, std::uint64_t key, Instant now, int lines,
        std::uint32_t limit = 10) {
    int granted = 0;
    for (int i = 0; i < lines; ++i) {
        granted += quota.ask(key, now, limit).granted ? 1 : 0;
    }
    return granted;
}

constexpr Instant kStartInstant{1000, Ms{5'000'000}};

Instant later(int after) {
    return {kStartInstant.second + static_cast<std::uint64_t>(after),
            kStartInstant.clock + Ms{1000 * after}};
}

TEST(LogQuota, ASecondHasNoMoreLinesThanAllowed) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 100), 10);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 100), 0);
    EXPECT_EQ(ask(shared.quota(), 1, later(1), 3), 3);
    EXPECT_EQ(ask(shared.quota(), 1, later(1), 100), 7);
    EXPECT_EQ(ask(shared.quota(), 1, later(2), 100), 10);
}

TEST(LogQuota, ASecondIsTheTimeStampsNotAnyThousandMilliseconds) {
    SharedQuota shared(64);
    const Instant end{1000, Ms{5'000'990}};
    const Instant next{1001, Ms{5'001'010}};
    const Instant end_of_next{1001, Ms{5'001'980}};
    EXPECT_EQ(ask(shared.quota(), 1, end, 100), 10);
    EXPECT_EQ(ask(shared.quota(), 1, next, 100), 10);
    EXPECT_EQ(ask(shared.quota(), 1, end_of_next, 100), 0);
}

TEST(LogQuota, AMinuteHasNoMoreLinesThanAllowed) {
    constexpr std::uint32_t kLimit = LogQuota::kPerMinute | 3;
    SharedQuota shared(64);
    const auto at = [](std::uint64_t second) {
        return Instant{second, Ms{5'000'000 + 1000 * second}};
    };
    EXPECT_EQ(ask(shared.quota(), 1, at(960), 100, kLimit), 3);
    EXPECT_EQ(ask(shared.quota(), 1, at(962), 100, kLimit), 0);
    EXPECT_EQ(ask(shared.quota(), 1, at(1019), 100, kLimit), 0);
    EXPECT_EQ(ask(shared.quota(), 1, at(1020), 100, kLimit), 3);
    EXPECT_EQ(ask(shared.quota(), 1, at(1021), 20, 10), 10)
        << "seconds are counted for themselves";
    // The wall clock was set back: a window ends when its minute is over.
    EXPECT_EQ(ask(shared.quota(), 1, {960, Ms{6'050'000}}, 100, kLimit), 0);
    EXPECT_EQ(ask(shared.quota(), 1, {960, Ms{6'082'000}}, 100, kLimit), 3);
}

TEST(LogQuota, TheNextLineTellsOfThoseSuppressed) {
    SharedQuota shared(64);
    LogQuota quota = shared.quota();
    EXPECT_EQ(quota.ask(1, kStartInstant, 1).suppressed, 0u);
    EXPECT_EQ(ask(quota, 1, kStartInstant, 41, 1), 0);
    const LogQuota::Answer next = quota.ask(1, later(3600), 1);
    EXPECT_TRUE(next.granted);
    EXPECT_EQ(next.suppressed, 41u);
    EXPECT_EQ(quota.ask(1, later(3601), 1).suppressed, 0u);
}

TEST(LogQuota, KeysDoNotCountForOneAnother) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 100), 10);
    EXPECT_EQ(ask(shared.quota(), 2, kStartInstant, 5), 5);
    EXPECT_EQ(shared.quota().ask(2, later(1), 10).suppressed, 0u);
    EXPECT_EQ(shared.quota().ask(1, later(1), 10).suppressed, 90u);
}

TEST(LogQuota, KeysThatHashAlikeHaveTheirOwnPlaces) {
    SharedQuota shared(16);
    for (std::uint64_t key = 0; key < 16; ++key) {
        EXPECT_EQ(ask(shared.quota(), key + 1, kStartInstant, 20), 10) << key;
    }
}

TEST(LogQuota, AFullTableIsSharedAndLosesNoCount) {
    SharedQuota shared(16);
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> keys(200);
    std::uint64_t granted = 0;
    for (std::uint64_t& key : keys) {
        key = random();
        granted += static_cast<std::uint64_t>(
            ask(shared.quota(), key, kStartInstant, 20));
    }
    EXPECT_LE(granted, 16u * 10u);
    std::uint64_t suppressed = 0;
    for (const std::uint64_t key : keys) {
        suppressed += shared.quota().ask(key, later(1), 1000).suppressed;
    }
    EXPECT_EQ(granted + suppressed, 200u * 20u);
}

TEST(LogQuota, ATableOfOnePlaceWorks) {
    SharedQuota shared(1);
    EXPECT_EQ(ask(shared.quota(), ~std::uint64_t{0}, kStartInstant, 20), 10);
    EXPECT_EQ(ask(shared.quota(), 5, kStartInstant, 20), 0);
}

TEST(LogQuota, DifferentLimitsOfOneKeyShareACount) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 20, 5), 5);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 20, 8), 3);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 20, 2), 0);
}

TEST(LogQuota, UnlimitedSuppressesNothingAndTellsWhatWasSuppressed) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 8, 5), 5);
    EXPECT_EQ(
        shared.quota().ask(1, kStartInstant, LogQuota::kUnlimited).suppressed,
        3u);
    EXPECT_EQ(
        ask(shared.quota(), 1, kStartInstant, 100000, LogQuota::kUnlimited),
        100000);
}

TEST(LogQuota, AProcessThatIsLateCountsInTheSecondThatHasBegun) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, later(1), 6), 6);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 6), 4);
    EXPECT_EQ(ask(shared.quota(), 1, later(1), 6), 0);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 6), 0);
}

// The clocks of two processes, read at nearly the same time.
TEST(LogQuota, AroundTheTurnOfASecondTheClocksNeedNotAgree) {
    SharedQuota shared(64);
    const Ms turn{5'000'000};
    EXPECT_EQ(ask(shared.quota(), 1, {1000, turn}, 20), 10);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(ask(shared.quota(), 1, {1001, turn - Ms{4}}, 20),
                  i == 0 ? 10 : 0);
        EXPECT_EQ(ask(shared.quota(), 1, {1000, turn + Ms{4}}, 20), 0);
    }
}

TEST(LogQuota, AWallClockThatIsSetBackSuppressesNothing) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 20), 10);
    const Instant an_hour_ago{kStartInstant.second - 3600,
                              kStartInstant.clock + Ms{2500}};
    EXPECT_EQ(ask(shared.quota(), 1, an_hour_ago, 20), 10);
    // The same last octet of the second, by chance.
    const Instant stepped{an_hour_ago.second - 256,
                          kStartInstant.clock + Ms{5000}};
    EXPECT_EQ(ask(shared.quota(), 1, stepped, 20), 10);
}

TEST(LogQuota, AClockThatStartsAgainSuppressesNothing) {
    SharedQuota shared(64);
    const Instant last{1000, Ms{std::numeric_limits<std::uint32_t>::max()}};
    EXPECT_EQ(ask(shared.quota(), 1, last, 20), 10);
    EXPECT_EQ(ask(shared.quota(), 1, {1001, Ms{40}}, 20), 10);
}

TEST(LogQuota, AClockBeyondItsBitsGoesOn) {
    SharedQuota shared(64);
    const Ms turn{std::int64_t{1} << 40};
    EXPECT_EQ(ask(shared.quota(), 1, {1000, turn - Ms{10}}, 20), 10);
    EXPECT_EQ(ask(shared.quota(), 1, {1000, turn + Ms{10}}, 20), 0);
    EXPECT_EQ(ask(shared.quota(), 1, {1001, turn + Ms{900}}, 20), 10);
}

TEST(LogQuota, WhatOneViewCountedAnotherFinds) {
    SharedQuota shared(64);
    EXPECT_EQ(ask(shared.quota(), 1, kStartInstant, 7), 7);
    LogQuota reloaded = shared.quota();
    EXPECT_EQ(ask(reloaded, 1, kStartInstant, 7), 3);
}

TEST(LogQuota, ThreadsTogetherGetWhatOneWould) {
    SharedQuota shared(64);
    constexpr int kThreads = 4;
    constexpr int kLines = 20000;
    std::atomic<std::uint64_t> granted{0};
    std::atomic<std::uint64_t> told{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            LogQuota quota = shared.quota();
            for (int i = 0; i < kLines; ++i) {
                const auto key = static_cast<std::uint64_t>(i % 3 + 1);
                // The threads' clocks are a second apart at most.
                const Instant now = later(i / 1000 + t % 2);
                const LogQuota::Answer answer = quota.ask(key, now, 10);
                granted += answer.granted ? 1 : 0;
                told += answer.suppressed;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::uint64_t key = 1; key <= 3; ++key) {
        const LogQuota::Answer last = shared.quota().ask(key, later(100), 10);
        granted += 1;
        told += last.suppressed;
    }
    EXPECT_EQ(granted + told, std::uint64_t{kThreads} * kLines + 3);
}

TEST(LogQuota, ProcessesTogetherGetWhatOneWould) {
    SharedQuota shared(64);
    constexpr int kProcesses = 4;
    std::vector<pid_t> children;
    for (int i = 0; i < kProcesses; ++i) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            _exit(ask(shared.quota(), 1, kStartInstant, 1000, 100));
        }
        children.push_back(child);
    }
    int granted = 0;
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        granted += WEXITSTATUS(status);
    }
    EXPECT_EQ(granted, 100);
    EXPECT_EQ(shared.quota().ask(1, later(1), 100).suppressed, 3900u);
}

}  // namespace
}  // namespace robots
