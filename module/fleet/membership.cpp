#include "module/fleet/membership.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "policy/base/hexadecimal.hpp"
#include "policy/shared_memory/ledger_records.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

namespace {

// The first heartbeat comes soon after the start, when the server is probably
// connected.
constexpr ngx_msec_t kFirstBeat = 100;
constexpr ngx_msec_t kBetweenScans = 5;
constexpr Milliseconds kBetweenCounts{5000};
constexpr std::size_t kMaxHost = 64;

const ngx_cycle_t& cycle() {
    return *const_cast<const ngx_cycle_t*>(ngx_cycle);
}

// Returns a name like "web-1#8f14e45f". The name includes a part of the zone's
// id, because two nginx on one machine have the same host name but different
// zones.
std::string node_name(const Zone& zone) {
    std::string name(view(cycle().hostname).substr(0, kMaxHost));
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char octet) { return std::isgraph(octet) == 0; }, '-');
    const Hexadecimal digits = hexadecimal(zone.id());
    return name.append("#").append(digits.data(), 8);
}

// Returns a hash that identifies where this nginx runs: host, prefix and
// configuration file. The hash stays the same when nginx is stopped and started
// again.
std::string node_place() {
    std::string text;
    for (const ngx_str_t& part :
         {cycle().hostname, cycle().prefix, cycle().conf_file}) {
        text.append(view(part)).append("\n");
    }
    const Hexadecimal digits =
        hexadecimal(XXH3_64bits(text.data(), text.size()));
    return {digits.data(), digits.size()};
}

NodeCounts counts_of(Zone& zone) {
    const auto value = [](const Counters::Counter& counter) {
        return counter.load(std::memory_order_relaxed);
    };
    const Counters& counters = zone.counters();
    return {value(counters.robots_txt), value(counters.crawlers),
            value(counters.logged), value(counters.throttled),
            value(counters.rejected)};
}

// Returns `period`, shortened by up to an eighth at random, so that the nodes
// do not all send at the same time.
Milliseconds drawn(Milliseconds period) {
    return period - Milliseconds(ngx_random() % (period.count() / 8));
}

}  // namespace

Membership::Membership(FleetServer& server, const std::string& prefix,
                       const Policy& policy, std::string revision, Zone& zone)
    : server_(server),
      prefix_(prefix),
      policy_(policy),
      zone_(zone),
      view_(server, prefix, self_, zone) {
    self_.name = node_name(zone);
    self_.version = ROBOTS_VERSION;
    self_.revision = std::move(revision);
    self_.place = node_place();
    timer_.calls<&Membership::wake>(*this);
    if (ngx_worker == 0) {
        timer_.start(kFirstBeat);
    }
}

Membership::~Membership() {
    timer_.stop();
}

void Membership::wake() noexcept {
    // After a reload, only the new workers write heartbeats, because they know
    // which policy this nginx runs now.
    if (ngx_exiting || ngx_quit || ngx_terminate) {
        return;
    }
    const Milliseconds now = zone_.now();
    guarded(ngx_cycle->log, [&] {
        if (now >= next_beat_) {
            next_beat_ = now + drawn(kHeartbeat);
            beat();
        }
        if (scan_) {
            count();
        }
    });
    timer_.start(scan_ ? kBetweenScans
                       : static_cast<ngx_msec_t>((next_beat_ - now).count()));
}

void Membership::beat() {
    const Milliseconds now = zone_.now();
    self_.counts = counts_of(zone_);
    // The heartbeat is the only regular request. While no crawler comes, only
    // the heartbeat shows that the server hangs or has become a replica.
    if (std::exchange(awaits_beat_, false)) {
        server_.fell_silent();
    }
    awaits_beat_ =
        server_.run(FleetServer::command("EVAL", std::string(kHeartbeatScript),
                                         heartbeat_arguments(prefix_, self_)),
                    [this](const redisReply* reply) {
                        awaits_beat_ = false;
                        server_.take_error_of(reply);
                    });
    // The counts are sent together with the heartbeat, so that both are in one
    // message.
    if (!counts_text_.empty()) {
        server_.run({"SET", ledger_key(prefix_, self_.name),
                     std::exchange(counts_text_, {}), "PX",
                     std::to_string(kNodeKept.count())});
    }
    if (now >= next_list_) {
        view_.count_nodes();
        next_list_ =
            now + drawn(between_lists(view_.nodes().size())) - kHeartbeat / 2;
    }
    if (now >= next_counts_ && !scan_) {
        next_counts_ = now + drawn(kBetweenCounts);
        begin_counting();
    }
}

void Membership::begin_counting() {
    places_.clear();
    counts_.clear();
    for (const Crawler& crawler : policy_.crawlers().entries()) {
        places_.emplace(crawler.key, counts_.size());
        counts_.emplace_back().crawler = crawler.token;
    }
    places_.emplace(kUnlistedCrawler, counts_.size());
    counts_.emplace_back().crawler = status::model::kUnlisted;
    scan_.emplace(zone_.ledger().visits());
}

// Reads the next part of the ledger.
void Membership::count() {
    const bool done = scan_->step(
        [this](const VisitRecord& visit, std::size_t) { add(visit); });
    if (done) {
        scan_.reset();
        take_counts();
    }
}

void Membership::add(const VisitRecord& visit) {
    const auto place = places_.find(visit.crawler());
    if (place == places_.end()) {
        return;
    }
    CrawlerCounts& counts = counts_[place->second];
    counts.fetches += visit.fetches();
    counts.octets += visit.sent();
    for (std::size_t i = 0; i < kViolations; ++i) {
        for (const Outcome outcome : kOutcomes) {
            const std::uint64_t requests =
                visit.requests(static_cast<Violation>(i), outcome);
            counts.judged += requests;
            counts.logged += outcome.action == Action::log ? requests : 0;
            counts.delayed += outcome.action == Action::throttle ? requests : 0;
            counts.refused += outcome.action == Action::reject ? requests : 0;
        }
    }
}

void Membership::take_counts() {
    std::vector<CrawlerCounts> seen;
    for (CrawlerCounts& counts : counts_) {
        if (counts.judged != 0 || counts.fetches != 0) {
            seen.push_back(std::move(counts));
        }
    }
    counts_.clear();
    counts_text_ = ledger_text(std::move(seen));
}

}  // namespace robots::nginx
