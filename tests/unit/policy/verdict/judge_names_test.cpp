// What judge() says of crawlers whose names only their shape gives away, which
// anybody can make up.

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "policy/shared_memory/budget_table.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

constexpr char kNamesDelay[] =
    "User-agent: *\nDisallow: /closed\nCrawl-delay: 10\n";
constexpr std::size_t kBudgets = 190000;  // of a zone of 4m

// What a zone of 4m remembers.
class ZoneBudgets {
  public:
    explicit ZoneBudgets(std::uint64_t secret = 1)
        : keys_(Secret{secret, 2}),
          octets_(BudgetTable::octets_for(kBudgets)),
          memory_(::operator new(octets_, kAlignment)),
          table_((std::memset(memory_, 0, octets_), memory_), octets_, evicted_,
                 keys_) {}
    ~ZoneBudgets() { ::operator delete(memory_, kAlignment); }
    ZoneBudgets(const ZoneBudgets&) = delete;
    ZoneBudgets& operator=(const ZoneBudgets&) = delete;

    BudgetTable& table() { return table_; }

  private:
    static constexpr std::align_val_t kAlignment{BudgetTable::kAlignment};

    Keys keys_;
    BudgetTable::Counter evicted_{0};
    std::size_t octets_;
    void* memory_;
    BudgetTable table_;
};

class JudgeNamesTest : public JudgeTest {
  protected:
    JudgeNamesTest() { request.address = "\x0a\x01\x02\x03"; }

    bool passes(BudgetStore& store, const std::string& user_agent, int ms = 0) {
        request.target = "/a";
        return judge(policy, site, policy.crawlers().identify(user_agent),
                     request, Ms{1000000 + ms}, store, cap)
                   .action == Action::pass;
    }

    static std::string name(int number) {
        return 'c' + std::to_string(number) + "bot/1.0";
    }

    // How many requests pass that come one a millisecond, each with a name of
    // its own.
    int flood(BudgetStore& store, int requests, int first_name) {
        int passed = 0;
        for (int i = 0; i < requests; ++i) {
            passed += passes(store, name(first_name + i), i) ? 1 : 0;
        }
        return passed;
    }
};

TEST_F(JudgeNamesTest, AThousandNamesBehindOneAddressHaveABudgetEach) {
    serve(kNamesDelay, enforce(Action::reject));
    for (std::uint64_t secret = 1; secret <= 10; ++secret) {
        ZoneBudgets zone(secret);
        for (int i = 0; i < 1000; ++i) {
            EXPECT_TRUE(passes(zone.table(), name(i))) << name(i);
        }
        for (int i = 0; i < 1000; ++i) {
            EXPECT_FALSE(passes(zone.table(), name(i), 9999)) << name(i);
        }
    }
}

TEST_F(JudgeNamesTest, SixteenNamesOfOneNetworkThatKeepTheDelayPassForEver) {
    serve(kNamesDelay, enforce(Action::reject));
    ZoneBudgets zone;
    for (int round = 0; round < 1000; ++round) {
        for (int i = 0; i < 16; ++i) {
            EXPECT_TRUE(passes(zone.table(), name(i), round * 10000)) << round;
        }
    }
}

TEST_F(JudgeNamesTest, AFloodOfInventedNamesIsLimited) {
    serve(kNamesDelay, enforce(Action::reject));
    ZoneBudgets zone;
    // 100 s of it: 1,024 at once, and sixteen for each delay of 10 s.
    EXPECT_EQ(flood(zone.table(), 100000, 0), 1024 + 100000 / 625 - 1);
}

TEST_F(JudgeNamesTest, AFloodOfInventedNamesCostsCataloguedCrawlersNothing) {
    serve(kNamesDelay, enforce(Action::reject));
    ZoneBudgets zone;
    for (const char* listed : {"ABot/1", "BBot/1", "Googlebot/2"}) {
        EXPECT_TRUE(passes(zone.table(), listed, 5000));
    }
    // From so many networks that they fill all that there is for such names.
    std::string from = "\x0a\x01\x02\x03";
    for (int network = 0; network < 100; ++network) {
        from[2] = static_cast<char>(network);
        request.address = from;
        flood(zone.table(), 1000, 1000 * network);
    }
    for (const char* listed : {"ABot/1", "BBot/1", "Googlebot/2"}) {
        EXPECT_FALSE(passes(zone.table(), listed, 5001)) << listed;
    }
}

TEST_F(JudgeNamesTest, AFloodFromOneNetworkCostsOtherNetworksNothing) {
    serve(kNamesDelay, enforce(Action::reject));
    ZoneBudgets zone;
    flood(zone.table(), 10000, 0);
    EXPECT_FALSE(passes(zone.table(), "honestbot/1.0", 9999));
    // Nor did the refusal cost the name its own budget.
    request.address = "\x0b\x01\x02\x03";
    EXPECT_TRUE(passes(zone.table(), "honestbot/1.0", 9999));
    EXPECT_FALSE(passes(zone.table(), "honestbot/1.0", 10000));
}

TEST_F(JudgeNamesTest, RequestRatesLimitAFloodToo) {
    serve("User-agent: *\nDisallow: /x\nRequest-rate: 1/10\n",
          enforce(Action::reject));
    ZoneBudgets zone;
    EXPECT_EQ(flood(zone.table(), 20000, 0), 1024 + 20000 / 625 - 1);
}

}  // namespace
}  // namespace robots
