#include "policy/shared_memory/identity_cache.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace robots {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr std::uint64_t kSecret = 0x0123'4567'89ab'cdef;
constexpr Milliseconds kStart{seconds{1000}};

Crawler crawler(std::string token, std::vector<std::string> rdns) {
    Crawler made;
    made.token = std::move(token);
    made.rdns = std::move(rdns);
    made.assertion_key = assertion_key_of(made);
    return made;
}

const Crawler kGooglebot = crawler("Googlebot", {"googlebot.com"});
const Crawler kBingbot = crawler("Bingbot", {"search.msn.com"});

// An address of 4 octets for each number.
std::string address(std::uint32_t number) {
    std::string octets(sizeof number, '\0');
    std::memcpy(octets.data(), &number, sizeof number);
    return octets;
}

class Memory {
  public:
    explicit Memory(std::size_t entries)
        : octets_(IdentityCache::octets_for(entries)),
          memory_(::operator new(octets_, kAlignment)) {
        std::memset(memory_, 0, octets_);
    }
    ~Memory() { ::operator delete(memory_, kAlignment); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    IdentityCache cache(std::uint64_t secret = kSecret) {
        keys_.emplace_back(Secret{secret, secret});
        return {memory_, octets_, keys_.back()};
    }

  private:
    static constexpr std::align_val_t kAlignment{IdentityCache::kAlignment};

    std::size_t octets_;
    void* memory_;
    std::deque<Keys> keys_;  // each stays where it is
};

TEST(IdentityCache, AnEmptyOneKnowsNothing) {
    Memory memory(64);
    EXPECT_EQ(memory.cache().find(kGooglebot, address(1), kStart),
              std::nullopt);
    EXPECT_EQ(memory.cache().find(kGooglebot, "", Milliseconds{0}),
              std::nullopt);
}

TEST(IdentityCache, KeepsEachAnswerUntilItExpires) {
    for (const Identity identity : {Identity::verified, Identity::impostor}) {
        Memory memory(64);
        IdentityCache cache = memory.cache();
        cache.remember(kGooglebot, address(1), identity, minutes{10}, kStart);
        EXPECT_EQ(cache.find(kGooglebot, address(1), kStart), identity);
        EXPECT_EQ(cache.find(kGooglebot, address(1), kStart + seconds{591}),
                  identity);
        EXPECT_EQ(cache.find(kGooglebot, address(1), kStart + minutes{10}),
                  std::nullopt);
    }
}

TEST(IdentityCache, LifetimesAreBounded) {
    EXPECT_EQ(kept_for(Identity::verified, seconds{0}), seconds{60});
    EXPECT_EQ(kept_for(Identity::verified, seconds{-5}), seconds{60});
    EXPECT_EQ(kept_for(Identity::verified, seconds{61}), seconds{61});
    EXPECT_EQ(kept_for(Identity::verified, hours{25}), hours{24});
    EXPECT_EQ(kept_for(Identity::impostor, seconds{10}), seconds{60});
    EXPECT_EQ(kept_for(Identity::impostor, hours{24}), hours{1});
    EXPECT_EQ(kept_for(Identity::unverifiable, hours{24}), seconds{60});
}

TEST(IdentityCache, AnAnswerIsForOneAddressAndOneCrawler) {
    Memory memory(64);
    IdentityCache cache = memory.cache();
    cache.remember(kGooglebot, address(1), Identity::verified, hours{1},
                   kStart);
    EXPECT_EQ(cache.find(kGooglebot, address(2), kStart), std::nullopt);
    EXPECT_EQ(cache.find(kBingbot, address(1), kStart), std::nullopt);
    const std::string mapped(12, '\0');
    EXPECT_EQ(cache.find(kGooglebot, mapped + address(1), kStart),
              std::nullopt);
}

TEST(IdentityCache, TheCrawlersTokenCountsInAnyCase) {
    Memory memory(64);
    IdentityCache cache = memory.cache();
    cache.remember(kGooglebot, address(1), Identity::verified, hours{1},
                   kStart);
    EXPECT_EQ(
        cache.find(crawler("googleBOT", {"googlebot.com"}), address(1), kStart),
        Identity::verified);
}

TEST(IdentityCache, OtherDomainsOfACrawlerMakeAnswersVoid) {
    Memory memory(64);
    IdentityCache cache = memory.cache();
    cache.remember(kGooglebot, address(1), Identity::verified, hours{1},
                   kStart);
    EXPECT_EQ(
        cache.find(crawler("Googlebot", {"google.com"}), address(1), kStart),
        std::nullopt);
    EXPECT_EQ(cache.find(crawler("Googlebot", {"googlebot.com", "google.com"}),
                         address(1), kStart),
              std::nullopt);
}

TEST(IdentityCache, AnotherSecretFindsNothing) {
    Memory memory(64);
    memory.cache().remember(kGooglebot, address(1), Identity::verified,
                            hours{1}, kStart);
    EXPECT_EQ(memory.cache(kSecret + 1).find(kGooglebot, address(1), kStart),
              std::nullopt);
}

TEST(IdentityCache, WhatOneViewRemembersAnotherFinds) {
    Memory memory(64);
    memory.cache().remember(kGooglebot, address(1), Identity::impostor,
                            hours{1}, kStart);
    EXPECT_EQ(memory.cache().find(kGooglebot, address(1), kStart),
              Identity::impostor);
}

TEST(IdentityCache, ANewAnswerTakesTheOldOnesPlace) {
    Memory memory(8);
    IdentityCache cache = memory.cache();
    cache.remember(kGooglebot, address(1), Identity::impostor, hours{1},
                   kStart);
    cache.remember(kGooglebot, address(1), Identity::verified, minutes{2},
                   kStart);
    EXPECT_EQ(cache.find(kGooglebot, address(1), kStart), Identity::verified);
    EXPECT_EQ(cache.find(kGooglebot, address(1), kStart + minutes{2}),
              std::nullopt);
}

TEST(IdentityCache, AnOutageUndoesNoAnswerThatIsStillKept) {
    Memory memory(8);
    IdentityCache cache = memory.cache();
    cache.remember(kGooglebot, address(1), Identity::verified, minutes{5},
                   kStart);
    cache.remember(kGooglebot, address(1), Identity::unverifiable, seconds{0},
                   kStart);
    EXPECT_EQ(cache.find(kGooglebot, address(1), kStart), Identity::verified);
    const Milliseconds later = kStart + minutes{5};
    cache.remember(kGooglebot, address(1), Identity::unverifiable, seconds{0},
                   later);
    EXPECT_EQ(cache.find(kGooglebot, address(1), later),
              Identity::unverifiable);
}

// One bucket.
TEST(IdentityCache, TheAnswerThatExpiresFirstMakesRoom) {
    Memory memory(8);
    IdentityCache cache = memory.cache();
    for (std::uint32_t i = 0; i < 8; ++i) {
        cache.remember(kGooglebot, address(i), Identity::verified,
                       minutes{20 - i}, kStart);
    }
    cache.remember(kGooglebot, address(8), Identity::verified, minutes{30},
                   kStart);
    EXPECT_EQ(cache.find(kGooglebot, address(7), kStart), std::nullopt);
    for (const std::uint32_t kept : {0, 1, 2, 3, 4, 5, 6, 8}) {
        EXPECT_EQ(cache.find(kGooglebot, address(kept), kStart),
                  Identity::verified)
            << kept;
    }
}

TEST(IdentityCache, AFloodOfImpostorsDrivesOutNoVerifiedCrawler) {
    Memory memory(64);
    IdentityCache cache = memory.cache();
    for (std::uint32_t i = 0; i < 16; ++i) {
        cache.remember(kGooglebot, address(i), Identity::verified, hours{24},
                       kStart);
    }
    for (std::uint32_t i = 1000; i < 101000; ++i) {
        cache.remember(kGooglebot, address(i), Identity::impostor, hours{24},
                       kStart);
    }
    for (std::uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(cache.find(kGooglebot, address(i), kStart),
                  Identity::verified);
    }
}

TEST(IdentityCache, AClockThatStartedAgainMakesAnswersVoid) {
    Memory memory(8);
    IdentityCache cache = memory.cache();
    const Milliseconds late = hours{24 * 49};
    for (std::uint32_t i = 0; i < 8; ++i) {
        cache.remember(kGooglebot, address(i), Identity::verified, hours{24},
                       late);
    }
    EXPECT_EQ(cache.find(kGooglebot, address(1), kStart), std::nullopt);
    cache.remember(kGooglebot, address(9), Identity::verified, minutes{1},
                   kStart);
    EXPECT_EQ(cache.find(kGooglebot, address(9), kStart), Identity::verified);
}

TEST(IdentityCache, TimesReachFarIntoTheFuture) {
    Memory memory(8);
    IdentityCache cache = memory.cache();
    const Milliseconds late = hours{24 * 365 * 30};
    cache.remember(kGooglebot, address(1), Identity::impostor, hours{1}, late);
    EXPECT_EQ(cache.find(kGooglebot, address(1), late + minutes{59}),
              Identity::impostor);
}

// Eight entries of one bucket: by 24 bits of the key alone, four of these
// would be found.
TEST(IdentityCache, AnUnknownAddressIsTakenForNoOther) {
    Memory memory(8);
    IdentityCache cache = memory.cache();
    for (std::uint32_t i = 0; i < 8; ++i) {
        cache.remember(kGooglebot, address(i), Identity::verified, hours{24},
                       kStart);
    }
    constexpr std::uint32_t kStrangers = 1U << 23;
    std::size_t found = 0;
    for (std::uint32_t i = 8; i < kStrangers; ++i) {
        found += cache.find(kGooglebot, address(i), kStart).has_value() ? 1 : 0;
    }
    EXPECT_EQ(found, 0U);
}

// A key whose tag is another's takes its word only where that expires first,
// so that no two keys are mixed up; which of these do is of no matter.
TEST(IdentityCache, IsRightOrSilentAboutManyKeysAtOnce) {
    Memory memory(1024);
    IdentityCache cache = memory.cache();
    const auto truth = [](std::uint32_t i) {
        return i % 3 == 0 ? Identity::verified : Identity::impostor;
    };
    for (std::uint32_t i = 0; i < 20000; ++i) {
        cache.remember(kGooglebot, address(i), truth(i), minutes{1 + i % 60},
                       kStart);
    }
    std::size_t known = 0;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const auto found = cache.find(kGooglebot, address(i), kStart);
        known += found.has_value() ? 1 : 0;
        EXPECT_EQ(found.value_or(truth(i)), truth(i)) << i;
    }
    EXPECT_EQ(known, cache.capacity());
}

TEST(IdentityCache, ManyAtOnceLeaveOnlyTheirAnswers) {
    Memory memory(256);
    std::atomic<std::size_t> wrong{0};
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            IdentityCache cache = memory.cache();
            for (std::uint32_t i = 0; i < 20000; ++i) {
                const std::uint32_t key = (i + t * 7) % 1000;
                const Identity truth =
                    key % 2 == 0 ? Identity::verified : Identity::impostor;
                cache.remember(kGooglebot, address(key), truth, minutes{i % 50},
                               kStart);
                const auto found = cache.find(kGooglebot, address(key), kStart);
                wrong += found.value_or(truth) != truth ? 1 : 0;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace robots
