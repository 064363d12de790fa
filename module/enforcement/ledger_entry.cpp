#include "module/enforcement/ledger_entry.hpp"

#include <cerrno>
#include <csignal>

#include "module/conf/configuration.hpp"

namespace robots::nginx {

namespace {

bool is_alive(std::uint32_t process) {
    return ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM;
}

}  // namespace

void enter_robots_txt(MainConf& conf, const Site& site,
                      ngx_uint_t status) noexcept {
    conf.zone.ledger().answered(site.key, static_cast<std::uint16_t>(status),
                                conf.zone.now());
}

void enter_name(Zone& zone, const Site& site, const Verdict& verdict,
                Milliseconds now) noexcept {
    zone.activity().named(zone.keys().name_of(verdict.crawler), site, verdict,
                          now);
}

void enter_signature(Zone& zone, const Ledger::Entry& entry,
                     signature::Result result) noexcept {
    if (result != signature::Result::none) {
        zone.ledger().signed_with(entry, result);
    }
}

void DelayedTime::start(Zone& zone, const Visitor& visitor) {
    zone_ = &zone;
    visitor_ = visitor;
    since_ = zone_->now();
    zone_->ledger().delayed(visitor_, since_);
}

void DelayedTime::end() noexcept {
    if (zone_ != nullptr) {
        zone_->ledger().released(visitor_, zone_->now() - since_);
        zone_ = nullptr;
    }
}

SharedWord* enter_worker(MainConf& conf) {
    Ledger& ledger = conf.zone.ledger();
    const Maker maker{static_cast<std::uint32_t>(ngx_pid), is_alive};
    ledger.write_as(maker);
    conf.zone.activity().write_as(maker);
    for (const Site& site : conf.policy->sites()) {
        ledger.in_effect(site, conf.zone.now());
    }
    return ledger.delay_counter(static_cast<std::uint32_t>(ngx_pid), is_alive);
}

std::uint64_t delayed_now(Zone& zone) {
    return zone.ledger().delayed_now(is_alive);
}

}  // namespace robots::nginx
