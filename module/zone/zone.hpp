// The zone: one piece of shared memory with several tables of data about
// crawlers. All workers share the zone.
//
// No table has a lock. Even if a worker dies in the middle of a change, each
// table is in the state before or after the change (word_table.hpp).

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>

#include "module/ngx/ngx.hpp"
#include "module/zone/shared_memory.hpp"
#include "policy/loader/files/inputs.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/shared_memory/activity.hpp"
#include "policy/shared_memory/budget_table.hpp"
#include "policy/shared_memory/fetch_table.hpp"
#include "policy/shared_memory/identity_cache.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "policy/shared_memory/log_quota.hpp"
#include "policy/shared_memory/signature_memory.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

// Counts of events since the zone was made, for all workers together.
struct Counters {
    using Counter = std::atomic<std::uint64_t>;

    Counter robots_txt;  // robots.txt requests answered
    Counter crawlers;    // requests judged
    Counter logged;      // violations by action taken (3 counters)
    Counter throttled;
    Counter rejected;
    Counter evicted;  // budgets evicted before their time had passed
    Counter passes;   // not a count: end time of the last pass (BudgetTable)
    // The number of signed requests, by signature::Result.
    std::array<Counter, signature::kResults> signatures;
};

// The state of the policy that all workers run. Times are in seconds since the
// epoch.
struct PolicyState {
    std::atomic<std::time_t> loaded;         // when the policy took effect
    std::atomic<std::time_t> reload_failed;  // last failed reload; 0: none
    std::atomic<loader::OnDisk> on_disk;     // result of the last check
};

// Who decided about a request that needs a budget: the fleet's server or this
// nginx.
enum class FleetResult : std::uint8_t {
    shared,        // by the fleet's answer
    known_here,    // refused by an earlier answer of the fleet
    timeout,       // by this nginx: no answer came in time
    error,         // by this nginx: an error, or no place to wait
    open_circuit,  // by this nginx: the server is not ready
};
constexpr std::size_t kFleetResults = 5;
constexpr std::size_t kMaxFleetServers = 16;

// The upper bounds of a histogram's buckets for answer times, in microseconds.
constexpr std::array<std::uint32_t, 10> kFleetLatencies{
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000};

// Counts about the fleet, for all workers together.
struct FleetCounters {
    using Word = std::atomic<std::uint64_t>;
    using OfUrls = std::array<Word, kMaxFleetServers>;

    std::array<Word, kFleetResults> results;
    std::array<Word, kFleetLatencies.size() + 1> latencies;  // last: unbounded
    Word latency_sum;                                        // microseconds
    // For each URL of the server: the hash of the URL, the time of the last
    // answer, and the time of the last failure. The times are from Zone::now();
    // 0 means never.
    OfUrls urls;
    OfUrls answered;
    OfUrls failed;

    Word known_nodes;  // nginx in the fleet, as last counted; 0: never

    std::uint32_t nodes() const {
        return static_cast<std::uint32_t>(
            known_nodes.load(std::memory_order_relaxed));
    }

    void count(FleetResult result) {
        results[static_cast<std::size_t>(result)].fetch_add(
            1, std::memory_order_relaxed);
    }

    void took(std::uint64_t microseconds) {
        std::size_t i = 0;
        while (i < kFleetLatencies.size() &&
               microseconds > kFleetLatencies[i]) {
            ++i;
        }
        latencies[i].fetch_add(1, std::memory_order_relaxed);
        latency_sum.fetch_add(microseconds, std::memory_order_relaxed);
    }

    // Stores `url`, the hash of a URL, at the index `place`. If a reload has
    // changed the URL at this index, resets the times at this index.
    void use(std::size_t place, std::uint64_t url) {
        if (urls[place].exchange(url, std::memory_order_relaxed) != url) {
            answered[place].store(0, std::memory_order_relaxed);
            failed[place].store(0, std::memory_order_relaxed);
        }
    }

    // Whether the server at the URL with the index `place` answered after its
    // last failure, or was never used.
    bool is_up(std::size_t place) const {
        return answered[place].load(std::memory_order_relaxed) >=
               failed[place].load(std::memory_order_relaxed);
    }
};

class Zone {
  public:
    Zone() = default;
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

    static std::size_t min_size() { return 8 * ngx_pagesize; }

    // Reuses the memory of `previous`, the zone of the running configuration.
    // If `previous` is nullptr, reuses the memory of the old master of a binary
    // upgrade. Makes new memory if no old memory exists, or if the old memory
    // has another size or layout. If memory is short, logs a line and returns
    // false. Throws std::bad_alloc.
    bool open(std::size_t size, const Zone* previous, ngx_log_t* log);

    // Call this function in each worker, so that only the new master of a
    // binary upgrade inherits the memory.
    void close_descriptor() { memory_->close_descriptor(); }

    BudgetTable& budgets() { return tables_->budgets; }
    FetchTable& fetches() { return tables_->fetches; }
    IdentityCache& identities() { return tables_->identities; }
    SignatureMemory& signatures() { return tables_->signatures; }
    LogQuota& log_quota() { return tables_->log_quota; }
    const Keys& keys() const { return *keys_; }
    Ledger& ledger() { return tables_->ledger; }
    Activity& activity() { return tables_->activity; }
    Counters& counters() { return *counters_; }
    FleetCounters& fleet() { return *fleet_; }
    PolicyState& policy_state() { return *policy_state_; }
    bool is_open() const { return policy_state_ != nullptr; }

    // Returns the time that all tables of the zone use: the time since the zone
    // was made, in milliseconds of nginx's monotonic clock. All processes share
    // this clock. On 32-bit machines the time wraps around, because nginx's
    // type for milliseconds has 32 bits on these machines.
    Milliseconds now() const {
        return Milliseconds(static_cast<ngx_msec_t>(ngx_current_msec - epoch_));
    }

    // Returns a number that is different in each zone, and reveals nothing of
    // the zone's secret.
    std::uint64_t id() const { return keys_->zone_id(); }

    // Returns the size of the whole memory, in octets.
    std::size_t size() const { return memory_->size(); }

  private:
    struct Header;
    struct Tables {
        BudgetTable budgets;
        FetchTable fetches;
        IdentityCache identities;
        SignatureMemory signatures;
        LogQuota log_quota;
        Ledger ledger;
        Activity activity;
    };

    static std::uint64_t magic();
    Header& header() const;
    bool is_usable() const;
    void lay_out();

    std::shared_ptr<SharedMemory> memory_;
    std::optional<Keys> keys_;
    std::optional<Tables> tables_;  // the tables refer to keys_
    Counters* counters_ = nullptr;
    FleetCounters* fleet_ = nullptr;
    PolicyState* policy_state_ = nullptr;
    ngx_msec_t epoch_ = 0;  // when the zone was made
};

inline void count(Counters::Counter& counter) {
    counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace robots::nginx
