#include "module/zone/zone.hpp"

#include <algorithm>
#include <cstddef>

#include "module/ngx/ngx.hpp"
#include "policy/shared_memory/layout_hash.hpp"

namespace robots::nginx {

namespace {

// The version of the layout. If a word of the zone gets another meaning without
// a change of any size or offset, this number must be incremented.
constexpr std::size_t kMeaning = 11;

// The tables share the memory that is left after the header and the minimum
// sizes of the ledger and the activity. These constants say how many eighths of
// this memory each table gets. Budgets get the rest.
constexpr std::size_t kLedger = 2;
constexpr std::size_t kActivity = 1;
constexpr std::size_t kFetches = 2;
constexpr std::size_t kIdentities = 1;
// Signatures get one eighth divided by this number. This memory is taken from
// the memory of the identities.
constexpr std::size_t kSignatures = 4;

// The number of crawlers with a separate quota of log lines. In a small zone,
// fewer crawlers have a separate quota.
constexpr std::size_t kLogPlaces = 1024;

}  // namespace

// The start of the memory; the tables come after it.
struct alignas(kWordTableAlignment) Zone::Header {
    std::uint64_t magic;
    std::uint64_t epoch;  // when the zone was made, on nginx's clock
    Secret secret;
    alignas(kWordTableAlignment) Counters counters;
    PolicyState policy_state;
    FleetCounters fleet;
};

// Returns a hash that identifies the layout of the memory. So this module never
// uses a zone that another version of this module made with another layout.
std::uint64_t Zone::magic() {
    return layout_hash({kMeaning,
                        sizeof(Header),
                        offsetof(Header, epoch),
                        offsetof(Header, secret),
                        offsetof(Header, counters),
                        offsetof(Header, policy_state),
                        offsetof(Header, fleet),
                        offsetof(Counters, evicted),
                        offsetof(Counters, passes),
                        offsetof(Counters, signatures),
                        offsetof(FleetCounters, latencies),
                        offsetof(FleetCounters, answered),
                        offsetof(FleetCounters, failed),
                        offsetof(FleetCounters, known_nodes),
                        kLedger,
                        kActivity,
                        kFetches,
                        kIdentities,
                        kSignatures,
                        kLogPlaces,
                        BudgetTable::Words::kTagBits,
                        FetchTable::Words::kTagBits,
                        sizeof(VisitRecord),
                        sizeof(LineRecord),
                        sizeof(SiteRecord),
                        RecordTable<VisitRecord>::octets_for(1),
                        sizeof(SeriesRecord),
                        sizeof(UnlistedName),
                        sizeof(ViolationNote),
                        RecentViolations::octets_for(1),
                        LogQuota::octets_for(1),
                        Ledger::min_octets(),
                        Activity::min_octets()});
}

Zone::Header& Zone::header() const {
    return *static_cast<Header*>(memory_->address());
}

bool Zone::is_usable() const {
    return memory_ != nullptr && header().magic == magic();
}

bool Zone::open(std::size_t size, const Zone* previous, ngx_log_t* log) {
    if (previous != nullptr && previous->memory_ != nullptr &&
        previous->memory_->size() == size) {
        memory_ = previous->memory_;
    } else if (previous == nullptr) {
        memory_ = SharedMemory::inherited(size);
    }
    if (!is_usable()) {
        memory_ = SharedMemory::create(size);
        if (memory_ == nullptr) {
            ngx_log_error(NGX_LOG_EMERG, log, ngx_errno,
                          "cannot create %uz octets of shared memory for "
                          "\"robots_zone\"",
                          size);
            return false;
        }
        header().magic = magic();
        // The epoch is one millisecond before now, so that no time in the zone
        // is zero.
        header().epoch = std::uint64_t{ngx_current_msec} - 1;
        header().secret = {make_secret(), make_secret()};
    }
    lay_out();
    return true;
}

void Zone::lay_out() {
    constexpr std::size_t kLine = kWordTableAlignment;
    auto* start = static_cast<u_char*>(memory_->address()) + sizeof(Header);
    const std::size_t size = memory_->size() - sizeof(Header);
    const std::size_t eighth =
        (size - Ledger::min_octets() - Activity::min_octets()) / 8 / kLine *
        kLine;
    const std::size_t ledger = Ledger::min_octets() + kLedger * eighth;
    const std::size_t activity = Activity::min_octets() + kActivity * eighth;
    u_char* fetches = start + ledger + activity;
    u_char* identities = fetches + kFetches * eighth;
    u_char* log_quota = identities + kIdentities * eighth;
    const std::size_t signatures =
        std::max(kLine, eighth / kSignatures / kLine * kLine);
    const std::size_t quota =
        std::min(LogQuota::octets_for(kLogPlaces), eighth / 2 / kLine * kLine);
    u_char* budgets = log_quota + quota;
    const auto left =
        static_cast<std::size_t>(start + size - budgets) / kLine * kLine;
    keys_.emplace(header().secret);
    tables_.emplace(Tables{
        BudgetTable(budgets, left, header().counters.evicted, *keys_,
                    &header().counters.passes),
        FetchTable(fetches, kFetches * eighth),
        IdentityCache(identities, kIdentities * eighth - signatures, *keys_),
        SignatureMemory(log_quota - signatures, signatures),
        LogQuota(log_quota, quota), Ledger(start, ledger),
        Activity(start + ledger, activity)});
    counters_ = &header().counters;
    fleet_ = &header().fleet;
    policy_state_ = &header().policy_state;
    epoch_ = static_cast<ngx_msec_t>(header().epoch);
}

}  // namespace robots::nginx
