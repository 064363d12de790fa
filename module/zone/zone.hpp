// What all workers know of crawlers: one piece of shared memory with the tables
// in it.
//
// No table has a lock. A worker that dies at any instruction leaves each table
// as before or as after its change (word_table.hpp).

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
#include "policy/signature/web_bot_auth.hpp"
#include "policy/state/activity.hpp"
#include "policy/state/budget_table.hpp"
#include "policy/state/fetch_table.hpp"
#include "policy/state/identity_cache.hpp"
#include "policy/state/ledger.hpp"
#include "policy/state/log_quota.hpp"
#include "policy/state/signature_memory.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

// Events since the zone was made, of all workers together.
struct Counters {
    using Counter = std::atomic<std::uint64_t>;

    Counter robots_txt;  // robots.txt requests answered
    Counter crawlers;    // requests judged
    Counter logged;      // violations by what was done about them
    Counter throttled;
    Counter rejected;
    Counter evicted;  // budgets removed while they still delayed somebody
    Counter passes;   // a time, not a count: see BudgetTable
    // Requests that were signed, by signature::Result.
    std::array<Counter, signature::kResults> signatures;
};

// What all workers know of the policy that they run. Times in seconds since
// the epoch.
struct PolicyState {
    std::atomic<std::time_t> loaded;         // when it was put to use
    std::atomic<std::time_t> reload_failed;  // since then; 0: none did
    std::atomic<loader::OnDisk> on_disk;     // as last looked at
};

// How a request that has a budget was decided.
enum class FleetResult : std::uint8_t {
    shared,        // by what the fleet answered
    known_here,    // refused by what it had answered before
    timeout,       // here: it did not answer in time
    error,         // here: it answered an error, or the connection broke
    open_circuit,  // here: it failed before, and is left alone for a while
};
constexpr std::size_t kFleetResults = 5;
constexpr std::size_t kMaxFleetServers = 16;

// Upper bounds of the times that answers took, in microseconds.
constexpr std::array<std::uint32_t, 10> kFleetLatencies{
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000};

// What all workers together count of a fleet.
struct FleetCounters {
    using Word = std::atomic<std::uint64_t>;

    std::array<Word, kFleetResults> results;
    std::array<Word, kFleetLatencies.size() + 1> latencies;  // the last: longer
    Word latency_sum;                                        // microseconds
    // For each place of the server, when it last answered and when it last
    // failed, in the zone's time; 0: never.
    std::array<Word, kMaxFleetServers> answered;
    std::array<Word, kMaxFleetServers> failed;

    Word known_nodes;  // nginx in the fleet, as last heard; 0: never

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

    // A place that was never asked, since those before it answered, is not
    // down.
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

    // Takes over the memory of `previous`, the zone of the configuration before
    // (nullptr: none), or of the old master of a binary upgrade, if it has that
    // size; else new memory. If there is none, logs a line and returns false.
    // Throws std::bad_alloc.
    bool open(std::size_t size, const Zone* previous, ngx_log_t* log);

    // For workers: only masters pass the memory on.
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

    // Since the zone was made, on nginx's monotonic clock: the time in all its
    // tables, the same in all processes. In nginx's own type, which is narrower
    // on 32-bit machines and wraps.
    Milliseconds now() const {
        return Milliseconds(static_cast<ngx_msec_t>(ngx_current_msec - epoch_));
    }

    // Tells zones apart, and says nothing of their secrets.
    std::uint64_t id() const { return keys_->zone_id(); }

    // The size of the whole, in octets.
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
    std::optional<Tables> tables_;  // view keys_
    Counters* counters_ = nullptr;
    FleetCounters* fleet_ = nullptr;
    PolicyState* policy_state_ = nullptr;
    ngx_msec_t epoch_ = 0;  // when the zone was made
};

inline void count(Counters::Counter& counter) {
    counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace robots::nginx
