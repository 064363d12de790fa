#include "module/fleet/ledger_share.hpp"

#include <utility>

#include "module/fleet/reply_reader.hpp"
#include "policy/sharing/node_fields.hpp"
#include "policy/state/outcome.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

namespace {

// Soon after the start, when the server should be connected.
constexpr ngx_msec_t kFirst = 300;
constexpr ngx_msec_t kBetweenSteps = 5;
constexpr Milliseconds kLooked{60000};

}  // namespace

LedgerShare::LedgerShare(FleetServer& server, const std::string& prefix,
                         std::string node, const Policy& policy, Zone& zone)
    : server_(server),
      prefix_(prefix),
      node_(std::move(node)),
      policy_(policy),
      zone_(zone) {
    timer_.calls<&LedgerShare::wake>(*this);
    timer_.start(kFirst);
}

LedgerShare::~LedgerShare() {
    timer_.stop();
}

void LedgerShare::wake() noexcept {
    // After a reload the new workers go on.
    if (ngx_exiting || ngx_quit || ngx_terminate) {
        return;
    }
    const bool done = guarded<bool>(ngx_cycle->log, true, [this] {
        if (ngx_worker == 0 && !count()) {
            return false;
        }
        tell();
        return true;
    });
    // Not all nodes at one instant.
    constexpr auto kPeriod = static_cast<ngx_msec_t>(kLedgerPeriod.count());
    timer_.start(done ? kPeriod - ngx_random() % (kPeriod / 4) : kBetweenSteps);
}

bool LedgerShare::is_looked_at() const {
    return looked_at_ && zone_.now() - *looked_at_ < kLooked;
}

const std::vector<CrawlerCounts>& LedgerShare::crawlers() {
    if (!is_looked_at()) {
        timer_.start(kBetweenSteps);
    }
    looked_at_ = zone_.now();
    return crawlers_;
}

// Takes a step through the ledger. True: it has been counted.
bool LedgerShare::count() {
    if (!scan_) {
        scan_.emplace(zone_.ledger().visits());
        places_.clear();
        own_.clear();
        for (const Crawler& crawler : policy_.crawlers().entries()) {
            places_.emplace(crawler.key, own_.size());
            own_.emplace_back().crawler = crawler.token;
        }
        places_.emplace(kUnlistedCrawler, own_.size());
        own_.emplace_back().crawler = status::model::kUnlisted;
    }
    const bool done = scan_->step(
        [this](const VisitRecord& visit, std::size_t) { add(visit); });
    if (done) {
        scan_.reset();
    }
    return done;
}

void LedgerShare::add(const VisitRecord& visit) {
    const auto place = places_.find(visit.crawler());
    if (place == places_.end()) {
        return;
    }
    CrawlerCounts& counts = own_[place->second];
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

void LedgerShare::tell() {
    const bool sums = is_looked_at();
    if (ngx_worker != 0 && !sums) {
        return;
    }
    std::vector<CrawlerCounts> seen;
    for (CrawlerCounts& counts : own_) {
        if (counts.judged != 0 || counts.fetches != 0) {
            seen.push_back(std::move(counts));
        }
    }
    own_.clear();
    server_.run(FleetServer::command(
                    "EVAL", sums ? ledger_script() : node_write_script(),
                    ledger_arguments(prefix_, ngx_worker == 0 ? node_ : "",
                                     std::move(seen))),
                replied, this);
}

void LedgerShare::replied(void* data, const redisReply* reply) noexcept {
    if (reply == nullptr) {
        return;
    }
    auto& self = *static_cast<LedgerShare*>(data);
    guarded<int>(ngx_cycle->log, 0, [&] {
        const auto answer = texts_of(*reply);
        auto sums = answer ? read_ledger(*answer) : std::nullopt;
        if (sums) {
            self.crawlers_ = std::move(*sums);
        }
        return 0;
    });
}

}  // namespace robots::nginx
