// The explorer finds the mistakes that it is there to find, and no others.

#include "tests/interleavings/explorer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace robots::interleavings {
namespace {

class Explorer : public ::testing::Test {
  protected:
    // All pairs of outcomes that two processes can have; -1: it died.
    std::set<std::pair<int, int>> outcomes(const Process& a, const Process& b,
                                           std::size_t deaths = 0) {
        std::set<std::pair<int, int>> all;
        const Explored explored =
            explore({words_.data(), sizeof words_}, {a, b}, {deaths},
                    [&all](const End& end) {
                        const auto number = [&end](std::size_t who) {
                            const auto& outcome = end.outcomes[who];
                            return outcome ? static_cast<int>(*outcome) : -1;
                        };
                        all.insert({number(0), number(1)});
                    });
        EXPECT_TRUE(explored.complete);
        return all;
    }

    using Pairs = std::set<std::pair<int, int>>;

    std::array<Word, 2> words_;
};

TEST_F(Explorer, SeesAnUpdateThatIsLost) {
    const auto add = [this]() -> std::uint64_t {
        words_[0].store(words_[0].load() + 1);
        return 0;
    };
    std::set<std::uint64_t> sums;
    explore({words_.data(), sizeof words_}, {add, add}, {},
            [&](const End&) { sums.insert(words_[0].load()); });
    EXPECT_EQ(sums, (std::set<std::uint64_t>{1, 2}));
}

TEST_F(Explorer, LosesNoUpdateOfFetchAdd) {
    const auto add = [this] { return words_[0].fetch_add(1); };
    EXPECT_EQ(outcomes(add, add), (Pairs{{0, 1}, {1, 0}}));
}

TEST_F(Explorer, LetsOneOfTwoExchange) {
    const auto take = [this]() -> std::uint64_t {
        std::uint64_t expected = 0;
        return words_[0].compare_exchange_strong(expected, 1) ? 1 : 0;
    };
    EXPECT_EQ(outcomes(take, take), (Pairs{{0, 1}, {1, 0}}));
}

// Litmus test "message passing": the flag may be seen before the message,
// unless the one releases it and the other acquires it.
TEST_F(Explorer, LetsRelaxedStoresBeSeenInAnyOrder) {
    const auto send = [this](std::memory_order order) {
        return [this, order]() -> std::uint64_t {
            words_[0].store(1, std::memory_order_relaxed);
            words_[1].store(1, order);
            return 0;
        };
    };
    const auto receive = [this](std::memory_order order) {
        return [this, order]() -> std::uint64_t {
            const std::uint64_t flag = words_[1].load(order);
            return flag * 2 + words_[0].load(std::memory_order_relaxed);
        };
    };
    EXPECT_EQ(outcomes(send(std::memory_order_relaxed),
                       receive(std::memory_order_relaxed)),
              (Pairs{{0, 0}, {0, 1}, {0, 2}, {0, 3}}));
    EXPECT_EQ(outcomes(send(std::memory_order_release),
                       receive(std::memory_order_acquire)),
              (Pairs{{0, 0}, {0, 1}, {0, 3}}));
}

// Litmus test "store buffering", which x86 shows too.
TEST_F(Explorer, LetsTwoProcessesMissEachOthersStore) {
    const auto visit = [this](std::size_t mine) {
        return [this, mine]() -> std::uint64_t {
            words_[mine].store(1, std::memory_order_release);
            return words_[1 - mine].load(std::memory_order_acquire);
        };
    };
    EXPECT_EQ(outcomes(visit(0), visit(1)),
              (Pairs{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

// Litmus test "coherence": two loads of one word never go back in time.
TEST_F(Explorer, NeverShowsAnOlderValueAgain) {
    const auto count = [this]() -> std::uint64_t {
        words_[0].store(1, std::memory_order_relaxed);
        words_[0].store(2, std::memory_order_relaxed);
        return 0;
    };
    const auto look = [this]() -> std::uint64_t {
        const std::uint64_t first = words_[0].load(std::memory_order_relaxed);
        const std::uint64_t then = words_[0].load(std::memory_order_relaxed);
        return then < first ? 1 : 0;
    };
    EXPECT_EQ(outcomes(count, look), (Pairs{{0, 0}}));
}

TEST_F(Explorer, LetsAProcessDieBeforeAnyStep) {
    const auto store_both = [this]() -> std::uint64_t {
        words_[0].store(1);
        words_[1].store(1);
        return 0;
    };
    std::set<std::uint64_t> left;
    explore({words_.data(), sizeof words_}, {store_both}, {1},
            [&](const End& end) {
                if (!end.outcomes[0]) {
                    left.insert(words_[0].load() * 2 + words_[1].load());
                }
            });
    EXPECT_EQ(left, (std::set<std::uint64_t>{0, 2}));
}

TEST_F(Explorer, SaysWhoHasDiedAndShowsAllThatItStored) {
    const auto store = [this]() -> std::uint64_t {
        words_[0].store(1, std::memory_order_relaxed);
        words_[1].store(1, std::memory_order_relaxed);
        words_[1].store(2, std::memory_order_relaxed);
        return 0;
    };
    const auto look = [this]() -> std::uint64_t {
        if (!has_died(0)) {
            return 9;
        }
        const std::uint64_t second = words_[1].load(std::memory_order_relaxed);
        return second * 2 + words_[0].load(std::memory_order_relaxed);
    };
    EXPECT_EQ(outcomes(store, look, 1),
              (Pairs{{0, 9}, {0, -1}, {-1, 9}, {-1, 0}, {-1, 1}, {-1, 3}}));
}

TEST_F(Explorer, ReportsThatItStoppedBeforeTheEnd) {
    const auto count = [this]() -> std::uint64_t {
        for (int i = 0; i < 10; ++i) {
            words_[0].fetch_add(1);
        }
        return 0;
    };
    const Explored explored =
        explore({words_.data(), sizeof words_}, {count, count}, {0, 20},
                [](const End&) {});
    EXPECT_FALSE(explored.complete);
}

TEST_F(Explorer, LeavesTheMemoryAsItWas) {
    words_[0].store(7);
    explore({words_.data(), sizeof words_},
            {[this] { return words_[0].exchange(8); }}, {}, [](const End&) {});
    EXPECT_EQ(words_[0].load(), 7u);
}

}  // namespace
}  // namespace robots::interleavings
