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
