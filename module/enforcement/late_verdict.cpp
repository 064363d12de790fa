#include "module/enforcement/late_verdict.hpp"

#include <array>

#include "module/enforcement/ledger_entry.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kPoolSize = 1024;

}  // namespace

LateVerdict::Pool::Pool() : pool(ngx_create_pool(kPoolSize, ngx_cycle->log)) {
    if (pool == nullptr) {
        throw std::bad_alloc();
    }
}

LateVerdict::Pool::~Pool() {
    ngx_destroy_pool(pool);
}

LateVerdict::LateVerdict(ngx_http_request_t* r, const Site& site,
                         const Plan& plan)
    : conf_(main_conf(r)),
      logged_(logged_request(r, site)),
      wait_(std::make_shared<FleetWait>(conf_, kept(plan))) {
    logged_.uri = keep(logged_.uri);
    logged_.host = keep(logged_.host);
    logged_.address = keep(logged_.address);
    logged_.request_id = keep(logged_.request_id);
    logged_.pool = pool_.pool;
    keep_log(*r->connection->log);
    timer_.calls<&LateVerdict::finish>(*this);
}

LateVerdict::~LateVerdict() {
    wait_->leave();
    timer_.stop();
}

// Copies the texts of `plan` that are in the request's memory. Returns the plan
// with views of these copies.
Plan LateVerdict::kept(Plan plan) const {
    Sighting& crawler = plan.verdict.crawler;
    if (crawler.crawler == nullptr) {
        crawler.token = keep(crawler.token);
    }
    plan.target = keep(plan.target);
    plan.address = keep(plan.address);
    return plan;
}

// Copies the log of the connection, and the text that nginx would now add to
// the lines of this log.
void LateVerdict::keep_log(const ngx_log_t& log) {
    log_ = log;
    if (log.handler != nullptr) {
        std::array<u_char, NGX_MAX_ERROR_STR> text;  // handler() fills it
        const u_char* end = log.handler(&log_, text.data(), text.size());
        logged_.behind = keep({reinterpret_cast<const char*>(text.data()),
                               static_cast<std::size_t>(end - text.data())});
    }
    log_.handler = nullptr;
    log_.data = nullptr;
    log_.action = nullptr;
    logged_.log = &log_;
}

std::shared_ptr<LateVerdict> LateVerdict::start(ngx_http_request_t* r,
                                                const Site& site,
                                                FleetWait& wait) {
    auto late = std::make_shared<LateVerdict>(r, site, wait.plan());
    const bool asked =
        late->wait_->ask(site, [waiting = late.get()] { waiting->finish(); });
    if (!asked) {
        wait.note(*late->wait_);
        return nullptr;
    }
    late->self_ = late;
    late->timer_.start(late->conf_.fleet->conf().timeout);
    return late;
}

// The request was neither delayed nor refused. So the violation is only logged,
// even if the fleet's server answers that the crawler has fetched a stricter
// robots.txt.
void LateVerdict::finish() noexcept {
    const std::shared_ptr<LateVerdict> last = std::move(self_);
    if (is_made_ || last == nullptr) {
        return;
    }
    is_made_ = true;
    timer_.stop();
    wait_->finish();
    const Verdict verdict = wait_->settle(receipt_);
    guarded(ngx_cycle->log, [&] { enter(verdict); });
    if (is_given_back_) {
        wait_->give_back(receipt_);
    }
}

void LateVerdict::enter(const Verdict& verdict) {
    Ledger::Entry entry;
    enter_verdict(conf_.zone, *logged_.site, verdict, conf_.zone.now(), entry);
    enter_signature(conf_.zone, entry, logged_.signature);
    if (verdict.action == Action::log) {
        count(conf_.zone.counters().logged);
        log_violation(logged_, verdict);
    }
}

void LateVerdict::give_back() noexcept {
    if (is_made_ && !is_given_back_) {
        wait_->give_back(receipt_);
    }
    is_given_back_ = true;
}

}  // namespace robots::nginx
