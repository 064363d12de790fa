#include "module/conf/hidden_log.hpp"

#include <algorithm>
#include <array>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"

namespace robots::nginx {

namespace {

// By nginx's numbers; as error_log and robots_log_level name them.
constexpr std::array<const char*, 9> kLevels{"stderr", "emerg", "alert",
                                             "crit",   "error", "warn",
                                             "notice", "info",  "debug"};

const char* name_of(ngx_uint_t level) {
    return kLevels[std::min<ngx_uint_t>(level, kLevels.size() - 1)];
}

const LocConf& robots_of(void** confs) {
    return *static_cast<LocConf*>(confs[ngx_http_robots_module.ctx_index]);
}

// The level up to which a log and those that get the same lines write. The
// main log has none yet if nginx.conf does not set it: it becomes "error".
ngx_uint_t level_of(const ngx_log_t* log, const ngx_cycle_t& cycle) {
    ngx_uint_t out = 0;
    for (; log != nullptr; log = log->next) {
        const bool unset = log == &cycle.new_log && log->file == nullptr;
        out = std::max(out, unset ? NGX_LOG_ERR : log->log_level);
    }
    return out;
}

bool logs_anything(const Enforcement& enforcement) {
    return std::any_of(enforcement.action.begin(), enforcement.action.end(),
                       [](Action action) { return action != Action::off; });
}

// Whether the policy asks for a line about anybody.
bool logs_anything(const Policy& policy) {
    return std::any_of(
        policy.sites().begin(), policy.sites().end(), [](const Site& site) {
            const auto groups = site.robots->groups.all();
            return logs_anything(site.robots->settings->enforcement) ||
                   std::any_of(groups.begin(), groups.end(),
                               [](const auto& group) {
                                   return logs_anything(*group->enforcement);
                               });
        });
}

struct Hidden {
    const Server* server = nullptr;  // the first one
    const Location* place = nullptr;
    ngx_uint_t servers = 0;
};

Hidden find_hidden(ngx_conf_t* cf) {
    Hidden out;
    const auto hides = [cf](void** confs) {
        const LocConf& conf = robots_of(confs);
        return conf.enforce != kEnforceOff && core_of(confs).internal == 0 &&
               level_of(core_of(confs).error_log, *cf->cycle) < conf.log_level;
    };
    each_served(cf, [&](Server& server) {
        if (const Location* place = first_place(server, hides)) {
            if (out.servers == 0) {
                out.server = &server;
                out.place = place;
            }
            ++out.servers;
        }
        return true;
    });
    return out;
}

}  // namespace

void warn_of_hidden_log(ngx_conf_t* cf) noexcept {
    guarded<bool>(cf->log, false, [cf] {
        const auto& main = *static_cast<const MainConf*>(
            ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
        if (!logs_anything(*main.policy)) {
            return true;
        }
        const Hidden hidden = find_hidden(cf);
        if (hidden.servers == 0) {
            return true;
        }
        ngx_str_t more{};
        if (hidden.servers > 1) {
            more = print(cf->temp_pool, sizeof(" ( more)") + NGX_INT_T_LEN,
                         " (and %ui more)", hidden.servers - 1);
        }
        // A location has its server's log unless it names one of its own.
        void** confs = hidden.place->loc_conf != nullptr
                           ? hidden.place->loc_conf
                           : hidden.server->ctx->loc_conf;
        const char* wanted = name_of(robots_of(confs).log_level);
        ngx_log_error(
            NGX_LOG_WARN, cf->log, 0,
            "violations are not logged for the server in %s:%ui%V: they have "
            "level \"%s\" and its error_log shows \"%s\" and above; write "
            "\"error_log FILE %s;\"",
            hidden.server->file_name, hidden.server->line, &more, wanted,
            name_of(level_of(core_of(confs).error_log, *cf->cycle)), wanted);
        return true;
    });
}

}  // namespace robots::nginx
