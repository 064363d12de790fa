#include "module/conf/zone_directive.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"

namespace robots::nginx {

namespace {

// About so many crawlers come to a site of which nobody has heard.
constexpr std::size_t kUsualCrawlers = 64;

// How many crawlers a site of the policy names, at most.
std::size_t most_named(const Policy& policy) {
    std::size_t most = 0;
    for (const Site& site : policy.sites()) {
        most = std::max(most, site.robots->groups.all().size());
    }
    return most;
}

}  // namespace

void warn_of_small_zone(ngx_conf_t* cf, MainConf& main) noexcept {
    const std::size_t needed =
        std::max(kUsualCrawlers, most_named(*main.policy));
    const std::size_t visits = main.zone.ledger().visits().capacity();
    if (visits >= needed) {
        return;
    }
    constexpr std::size_t kMib = std::size_t{1024} * 1024;
    ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                  "\"robots_zone\" is too small: the status holds %uz "
                  "crawlers%s, and the policy needs at least %uz; write "
                  "\"robots_zone %uzm\" or more",
                  visits,
                  main.zone.activity().has_series() ? "" : ", no charts",
                  needed, main.zone.size() * needed / visits / kMib + 1);
}

char* set_robots_zone(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (main.zone_size != 0) {
        return conf_error("is duplicate");
    }
    ssize_t size = ngx_parse_size(&value[1]);
    if (size == NGX_ERROR) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid zone size \"%V\"; write a whole number "
                           "with k or m, such as 4m",
                           &value[1]);
        return conf_error();
    }
    if (size < static_cast<ssize_t>(Zone::min_size())) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "zone size \"%V\" is too small; write at least "
                           "%uzk",
                           &value[1], Zone::min_size() / 1024);
        return conf_error();
    }
    main.zone_size = static_cast<std::size_t>(size);
    return NGX_CONF_OK;
}

}  // namespace robots::nginx
