#include "policy/shared_memory/ledger.hpp"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "policy/verdict/deciding_line.hpp"
#include "tests/unit/policy/verdict/judge_fixture.hpp"

namespace robots {
namespace {

using Ms = Milliseconds;

class LedgerTest : public JudgeTest {
  protected:
    explicit LedgerTest(std::size_t octets = std::size_t{1} << 20)
        : octets_(octets),
          memory_(std::aligned_alloc(Ledger::kAlignment, octets), &std::free) {
        std::memset(memory_.get(), 0, octets_);
        reload();
        serve("User-agent: *\nDisallow: /a\nAllow: /a/open\n",
              enforce(Action::log));
    }

    // What another process, or this one after a reload, sees.
    void reload() { ledger.emplace(memory_.get(), octets_); }

    Verdict visit(std::string_view target, std::string_view agent, int ms = 1) {
        const Verdict verdict = ask(target, agent, ms);
        ledger->judged(*site, verdict, Ms{ms}, entry);
        return verdict;
    }

    std::uint64_t key_of(std::string_view token) const {
        return policy.crawlers().find(token)->key;
    }

    const VisitRecord* record(std::string_view token,
                              Identity identity = Identity::unverifiable) {
        return ledger->visits().find(
            visit_key(pair_key(site->key, key_of(token)), identity));
    }

    // Over all records of the line, as the status adds them up: threads that
    // meet a new line at the same instant make a record each.
    std::uint64_t hits(std::string_view token, std::string_view text) {
        const std::uint64_t pair = pair_key(site->key, key_of(token));
        std::uint64_t sum = 0;
        for (const DecidingLine& line :
             deciding_lines(*robots->groups.named("*"))) {
            if (line.text == text) {
                ledger->lines().each_of(
                    line_record_key(pair, line.key),
                    [&sum](const LineRecord& found) { sum += found.hits(); });
            }
        }
        return sum;
    }

    Visitor visitor(std::string_view token) const {
        const Crawler* crawler = policy.crawlers().find(token);
        return {site->key, {crawler->token, crawler->category, crawler}};
    }

    template <class Record>
    static std::size_t entries(const RecordTable<Record>& table) {
        std::size_t count = 0;
        for (std::size_t place = 0; place < table.capacity(); ++place) {
            Record record;
            count += table.copy(place, record) ? 1 : 0;
        }
        return count;
    }

    std::optional<Ledger> ledger;
    Ledger::Entry entry;  // of the last request

  private:
    std::size_t octets_;
    std::unique_ptr<void, decltype(&std::free)> memory_;
};

TEST_F(LedgerTest, CountsEachVerdictAndAction) {
    visit("/a/x", "ABot/1", 10);
    visit("/a/y", "ABot/1", 20);
    visit("/b", "ABot/1", 30);
    visit("/b", "BBot/1", 40);
    const VisitRecord* abot = record("ABot");
    ASSERT_NE(abot, nullptr);
    EXPECT_EQ(abot->requests(Violation::disallow, {Action::log}), 2u);
    EXPECT_EQ(abot->requests(Violation::none, {Action::pass}), 1u);
    EXPECT_EQ(record("BBot")->requests(Violation::none, {Action::pass}), 1u);
    EXPECT_EQ(ledger->requests(Violation::none, {Action::pass}), 2u);
    EXPECT_EQ(ledger->requests(Violation::disallow, {Action::log}), 2u);
}

TEST_F(LedgerTest, CountsWhatIsOnlyLoggedApart) {
    for (const Action named : {Action::log, Action::throttle, Action::reject}) {
        serve("User-agent: *\nDisallow: /a\n", enforce(named),
              std::string(to_string(named)) + ".example");
        site = &policy.sites().back();
        for (const Action allowed : {Action::log, Action::reject}) {
            cap = allowed;
            visit("/a", "ABot/1");
        }
        EXPECT_EQ(
            record("ABot")->requests(Violation::disallow, {Action::log, named}),
            named == Action::log ? 2u : 1u);
        EXPECT_EQ(record("ABot")->requests(Violation::disallow, {named}),
                  named == Action::log ? 2u : 1u);
    }
    EXPECT_EQ(ledger->requests(Violation::disallow, {Action::log}), 2u);
    EXPECT_EQ(
        ledger->requests(Violation::disallow, {Action::log, Action::throttle}),
        1u);
    EXPECT_EQ(
        ledger->requests(Violation::disallow, {Action::log, Action::reject}),
        1u);
    EXPECT_EQ(ledger->requests(Violation::disallow, {Action::reject}), 1u);
}

TEST_F(LedgerTest, KnowsWhenACrawlerWasSeen) {
    visit("/", "ABot/1", 1000);
    visit("/", "ABot/1", 5000);
    EXPECT_EQ(record("ABot")->first_seen(), Ms{1000});
    EXPECT_EQ(record("ABot")->last_seen(), Ms{5000});
}

TEST_F(LedgerTest, CountsTheLinesThatDecided) {
    visit("/a/x", "ABot/1");
    visit("/a/x", "ABot/1");
    visit("/a/open", "ABot/1");
    visit("/b", "ABot/1");
    EXPECT_EQ(hits("ABot", "Disallow: /a"), 2u);
    EXPECT_EQ(hits("ABot", "Allow: /a/open"), 1u);
    EXPECT_EQ(hits("BBot", "Disallow: /a"), 0u);
    EXPECT_EQ(entries(ledger->lines()), 2u);
}

TEST_F(LedgerTest, CountsViolationsOfPaceByTheirLine) {
    serve("User-agent: *\nCrawl-delay: 10\n", enforce(Action::log),
          "paced.example");
    site = &policy.sites().back();
    visit("/", "ABot/1", 1);
    visit("/", "ABot/1", 2);
    EXPECT_EQ(record("ABot")->requests(Violation::crawl_delay, {Action::log}),
              1u);
    EXPECT_EQ(hits("ABot", "Crawl-delay: 10"), 1u);
}

TEST_F(LedgerTest, TheMedianIntervalIsThatOfTheRequests) {
    for (int i = 1; i <= 10; ++i) {
        visit("/", "ABot/1", i * 2000);
    }
    IntervalHistogram histogram;
    for (std::size_t bucket = 0; bucket < kIntervalBuckets; ++bucket) {
        histogram.add(bucket, record("ABot")->intervals(bucket));
    }
    EXPECT_NEAR(static_cast<double>(histogram.median()->count()), 2000, 64);
    EXPECT_EQ(histogram.count(count_of_interval(2000).bucket), 9u);
}

// Names that senders choose are never kept, nor do they fill the ledger.
TEST_F(LedgerTest, CrawlersOfUnknownNameAreCountedTogether) {
    for (int i = 0; i < 500; ++i) {
        visit("/", "Made" + std::to_string(i) + "Bot/1.0", i + 1);
    }
    EXPECT_EQ(entries(ledger->visits()), 1u);
    const VisitRecord* record = ledger->visits().find(visit_key(
        pair_key(site->key, kUnlistedCrawler), Identity::unverifiable));
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(record->requests(Violation::none, {Action::pass}), 500u);
}

TEST_F(LedgerTest, ImpostorsAreCountedApart) {
    visit("/", "ABot/1");
    request.identity = Identity::impostor;
    visit("/", "ABot/1");
    EXPECT_EQ(record("ABot")->requests(Violation::none, {Action::pass}), 1u);
    const VisitRecord* impostor = record("ABot", Identity::impostor);
    ASSERT_NE(impostor, nullptr);
    EXPECT_EQ(impostor->identity(), Identity::impostor);
    EXPECT_EQ(impostor->requests(Violation::impostor, {Action::log}), 1u);
}

TEST_F(LedgerTest, ACrawlerThatNeverFetchedShows) {
    visit("/", "ABot/1", 1000);
    EXPECT_EQ(record("ABot")->fetches(), 0u);
    EXPECT_EQ(record("ABot")->fetched(), Ms{0});
    const RevisionTag revision = revision_tag("r1");
    ledger->fetched(visitor("ABot"), revision, Ms{65500});
    EXPECT_EQ(record("ABot")->fetches(), 1u);
    EXPECT_EQ(record("ABot")->fetched(), Ms{65000}) << "to the second";
    EXPECT_EQ(record("ABot")->fetched_revision(), revision);
    EXPECT_EQ(record("ABot")->last_seen(), Ms{65000});
}

TEST_F(LedgerTest, CountsEachFetch) {
    const Visitor known = visitor("ABot");
    for (const int ms : {1000, 1000, 4096000}) {
        ledger->fetched(known, revision_tag("r1"), Ms{ms});
    }
    EXPECT_EQ(record("ABot")->fetches(), 3u);
}

TEST_F(LedgerTest, AFetchIsNoRequest) {
    ledger->fetched(visitor("ABot"), revision_tag("r1"), Ms{1000});
    visit("/", "ABot/1", 9000);
    EXPECT_EQ(record("ABot")->intervals(count_of_interval(8000).bucket), 0u);
    EXPECT_EQ(record("ABot")->first_seen(), Ms{1000});
}

TEST_F(LedgerTest, DelayedRequestsAndTheirTime) {
    visit("/", "ABot/1");
    ledger->delayed(visitor("ABot"), Ms{1});
    EXPECT_EQ(record("ABot")->delayed(), 1u);
    EXPECT_EQ(record("ABot")->delayed_for(), 0u);
    ledger->released(visitor("ABot"), Ms{700});
    ledger->delayed(visitor("ABot"), Ms{800});
    ledger->released(visitor("ABot"), Ms{120000});
    EXPECT_EQ(record("ABot")->delayed_for(), 120700u);
    EXPECT_EQ(ledger->delayed_requests(), 2u);
    EXPECT_EQ(ledger->delayed_for(), 120700u);
    EXPECT_EQ(ledger->waits(3), 1u) << "up to 1 s";
    EXPECT_EQ(ledger->waits(kWaitLimits.size() - 1), 1u) << "longer than all";
}

TEST_F(LedgerTest, AnswersOfEachSiteByStatus) {
    const std::initializer_list<std::uint16_t> all{200, 200, 304, 400, 500};
    for (const std::uint16_t status : all) {
        ledger->answered(site->key, status, Ms{10});
    }
    const SiteRecord* record = ledger->sites().find(site->key);
    ASSERT_NE(record, nullptr);
    std::map<int, std::uint64_t> answers;
    for (std::size_t i = 0; i < kAnswerStatuses.size(); ++i) {
        answers[kAnswerStatuses[i]] = record->answers(i);
    }
    EXPECT_EQ(answers[200], 2u);
    EXPECT_EQ(answers[304], 1u);
    EXPECT_EQ(answers[400], 1u);
    EXPECT_EQ(answers[0], 1u) << "any other";
}

TEST_F(LedgerTest, ARevisionIsInEffectSinceItCame) {
    robots->revision = Revision(1);
    ledger->in_effect(*site, Ms{100});
    ledger->in_effect(*site, Ms{200});
    EXPECT_EQ(ledger->sites().find(site->key)->since(), Ms{100});
    robots->revision = Revision(2);
    ledger->in_effect(*site, Ms{300});
    EXPECT_EQ(ledger->sites().find(site->key)->since(), Ms{300});
    EXPECT_EQ(ledger->sites().find(site->key)->revision(),
              Ledger::revision_key(Revision(2).text()));
}

TEST_F(LedgerTest, CountsWhatAnswersCost) {
    // Twice: where the record is made, and where it is.
    for (const int ms : {1, 2}) {
        ledger->judged(*site, ask("/a", "ABot/1", ms), Ms{ms}, entry);
        ledger->ended(entry, 500, Ms{40});
        ledger->ended(entry, 12, Ms{0});
    }
    EXPECT_EQ(record("ABot")->sent(), 1024u);
    EXPECT_EQ(record("ABot")->upstream(), 80u);
    EXPECT_EQ(ledger->sent(), 1024u);
    EXPECT_EQ(ledger->upstream(), 80u);
}

TEST_F(LedgerTest, CostsNeverCountForTheRecordThatCameInstead) {
    ledger->judged(*site, ask("/a", "ABot/1", 1), Ms{1}, entry);
    entry.key ^= 2;  // that of a record which has gone
    ledger->ended(entry, 500, Ms{40});
    EXPECT_EQ(record("ABot")->sent(), 0u);
    EXPECT_EQ(record("ABot")->upstream(), 0u);
    EXPECT_EQ(ledger->sent(), 500u);
    EXPECT_EQ(ledger->upstream(), 40u);
}

TEST_F(LedgerTest, WithoutRoomForARecordOnlyTheSumGrows) {
    ledger->ended({}, 500, Ms{40});
    EXPECT_EQ(ledger->sent(), 500u);
}

TEST_F(LedgerTest, ATimeOfDayStaysWhatItWas) {
    constexpr Ms kNoon{1800000000000};
    EXPECT_EQ(ledger->epoch(Ms{1000}, kNoon), kNoon - Ms{1000});
    reload();
    EXPECT_EQ(ledger->epoch(Ms{2000}, kNoon + Ms{1001}), kNoon - Ms{1000})
        << "two clocks are read one after the other";
    EXPECT_EQ(ledger->epoch(Ms{3000}, kNoon + Ms{1999}), kNoon - Ms{1000});
    EXPECT_EQ(ledger->epoch(Ms{3000}, kNoon + Ms{3600000}), kNoon + Ms{3597000})
        << "somebody set the clock";
}

TEST_F(LedgerTest, AllIsKeptOverAReload) {
    visit("/a/x", "ABot/1", 1000);
    reload();
    visit("/a/x", "ABot/1", 3000);
    EXPECT_EQ(record("ABot")->requests(Violation::disallow, {Action::log}), 2u);
    EXPECT_EQ(hits("ABot", "Disallow: /a"), 2u);
}

TEST_F(LedgerTest, EachProcessShowsHowManyItDelays) {
    const auto all_alive = [](std::uint32_t) { return true; };
    const auto only_11 = [](std::uint32_t process) { return process == 11; };
    SharedWord* first = ledger->delay_counter(10, all_alive);
    SharedWord* second = ledger->delay_counter(11, all_alive);
    ASSERT_NE(first, nullptr);
    ASSERT_NE(first, second);
    *first = Ledger::delay_count(10, 3);
    *second = Ledger::delay_count(11, 4);
    EXPECT_EQ(ledger->delayed_now(all_alive), 7u);
    EXPECT_EQ(ledger->delayed_now(only_11), 4u) << "10 died with its requests";
    EXPECT_EQ(ledger->delay_counter(12, only_11), first)
        << "and 12 took its place";
    EXPECT_EQ(ledger->delayed_now(all_alive), 4u);
}

class SmallLedger : public LedgerTest {
  protected:
    SmallLedger() : LedgerTest(Ledger::min_octets()) {}
};

TEST_F(SmallLedger, TheLeastRecentlySeenVisitGoes) {
    Site other = *site;
    const std::size_t room = ledger->visits().capacity();
    ASSERT_GE(room, 8u);
    const std::size_t count = 2 * ledger->lines().capacity();
    ASSERT_GT(count, room);
    for (std::size_t i = 0; i < count; ++i) {
        other.key = site_key("site" + std::to_string(i));
        ledger->judged(other, ask("/a"), Ms{static_cast<int>(i) + 1}, entry);
    }
    EXPECT_LE(entries(ledger->visits()), room);
    EXPECT_EQ(ledger->visits_evicted() + entries(ledger->visits()), count);
    EXPECT_GT(ledger->lines_evicted(), 0u);
    EXPECT_NE(ledger->visits().find(visit_key(
                  pair_key(other.key, key_of("ABot")), Identity::unverifiable)),
              nullptr)
        << "the newest stays";
    EXPECT_EQ(ledger->requests(Violation::disallow, {Action::log}), count)
        << "the sums outlive what went";
}

TEST_F(SmallLedger, NewSitesReplaceNoOtherSite) {
    Site other = *site;
    for (int i = 0; i < 100; ++i) {
        other.key = site_key("site" + std::to_string(i));
        ledger->in_effect(other, Ms{1});
    }
    EXPECT_EQ(ledger->sites_evicted(), 0u);
    ledger->answered(site_key("asked"), 200, Ms{2});
    EXPECT_NE(ledger->sites().find(site_key("asked")), nullptr);
}

TEST_F(LedgerTest, ThreadsLoseNoCount) {
    constexpr int kThreads = 4;
    constexpr int kRounds = 5000;
    const std::vector<Verdict> verdicts{
        ask("/a/x", "ABot/1"), ask("/a/open", "BBot/1"),
        ask("/b", "Googlebot/1"), ask("/a", "Googlebot-Image/1")};
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([this, &verdicts, i] {
            Ledger own = *ledger;
            Maker maker;  // each thread is a process of its own
            maker.process = static_cast<std::uint32_t>(i) + 1;
            own.write_as(maker);
            for (int round = 0; round < kRounds; ++round) {
                const auto which =
                    static_cast<std::size_t>(round) % verdicts.size();
                Ledger::Entry judged;
                own.judged(*site, verdicts[which], Ms{round + 1}, judged);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::uint64_t requests = 0;
    std::uint64_t intervals = 0;
    for (std::size_t at = 0; at < ledger->visits().capacity(); ++at) {
        VisitRecord visit;
        if (ledger->visits().copy(at, visit)) {
            requests += visit.requests(Violation::none, {Action::pass}) +
                        visit.requests(Violation::disallow, {Action::log});
            intervals += intervals_in(visit.intervals(0));
        }
    }
    EXPECT_EQ(requests, std::uint64_t{kThreads} * kRounds);
    EXPECT_LE(intervals, requests);
    EXPECT_EQ(hits("ABot", "Disallow: /a"),
              std::uint64_t{kThreads} * kRounds / verdicts.size());
}

}  // namespace
}  // namespace robots
