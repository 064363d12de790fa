// Defines the nginx module: its directives, its configuration and its phase
// handlers.

#include "module/conf/configuration.hpp"
#include "module/conf/directives.hpp"
#include "module/conf/nginx_layout.hpp"
#include "module/conf/reload.hpp"
#include "module/conf/warnings.hpp"
#include "module/enforcement/delay.hpp"
#include "module/enforcement/enforce.hpp"
#include "module/enforcement/ledger_entry.hpp"
#include "module/enforcement/signed_request.hpp"
#include "module/handlers/handlers.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/slashes.hpp"

namespace robots::nginx {

namespace {

void* create_main_conf(ngx_conf_t* cf) noexcept;
char* init_main_conf(ngx_conf_t* cf, void* conf) noexcept;
void* create_srv_conf(ngx_conf_t* cf) noexcept;
char* merge_srv_conf(ngx_conf_t* cf, void* parent, void* child) noexcept;
void* create_loc_conf(ngx_conf_t* cf) noexcept;
char* merge_loc_conf(ngx_conf_t* cf, void* parent, void* child) noexcept;
char* set_robots(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
ngx_int_t preconfigure(ngx_conf_t* cf) noexcept;
ngx_int_t init(ngx_conf_t* cf) noexcept;
ngx_int_t init_module(ngx_cycle_t* cycle) noexcept;
ngx_int_t init_process(ngx_cycle_t* cycle) noexcept;
void exit_process(ngx_cycle_t* cycle) noexcept;

constexpr ngx_uint_t kDefaultLogRate = 10;
constexpr std::size_t kDefaultZoneSize = std::size_t{4} * 1024 * 1024;

ngx_conf_enum_t enforce_values[] = {
    {ngx_string("on"), kEnforceOn},
    {ngx_string("log"), kEnforceLog},
    {ngx_string("off"), kEnforceOff},
    {ngx_null_string, 0},
};

ngx_conf_enum_t log_levels[] = {
    {ngx_string("info"), NGX_LOG_INFO},
    {ngx_string("notice"), NGX_LOG_NOTICE},
    {ngx_string("warn"), NGX_LOG_WARN},
    {ngx_string("error"), NGX_LOG_ERR},
    {ngx_null_string, 0},
};

ngx_conf_enum_t address_values[] = {
    {ngx_string("full"), 0}, {ngx_string("masked"), 1}, {ngx_null_string, 0}};

ngx_command_t commands[] = {

    {ngx_string("robots_policy"), NGX_HTTP_MAIN_CONF | NGX_CONF_1MORE,
     set_robots_policy, NGX_HTTP_MAIN_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_policy_root"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE1,
     set_robots_policy_root, NGX_HTTP_MAIN_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_policy_last_good"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE1,
     set_robots_policy_last_good, NGX_HTTP_MAIN_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_CONF_FLAG, set_robots,
     NGX_HTTP_SRV_CONF_OFFSET, offsetof(SrvConf, robots), nullptr},

    {ngx_string("robots_origin"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_CONF_TAKE1, set_robots_origin,
     NGX_HTTP_SRV_CONF_OFFSET, offsetof(SrvConf, origin.value), nullptr},

    {ngx_string("robots_enforce"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF |
         NGX_HTTP_LIF_CONF | NGX_CONF_TAKE1,
     set_robots_enforce, NGX_HTTP_LOC_CONF_OFFSET, offsetof(LocConf, enforce),
     enforce_values},

    {ngx_string("robots_zone"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE1,
     set_robots_zone, NGX_HTTP_MAIN_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_fleet"), NGX_HTTP_MAIN_CONF | NGX_CONF_1MORE,
     set_robots_fleet, NGX_HTTP_MAIN_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_log_level"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF |
         NGX_CONF_TAKE1,
     set_one_of, NGX_HTTP_LOC_CONF_OFFSET, offsetof(LocConf, log_level),
     log_levels},

    {ngx_string("robots_log_rate"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF |
         NGX_CONF_TAKE1,
     set_robots_log_rate, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_signature_rate"), NGX_HTTP_MAIN_CONF | NGX_CONF_TAKE1,
     set_robots_signature_rate, NGX_HTTP_MAIN_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_status"),
     NGX_HTTP_LOC_CONF | NGX_CONF_NOARGS | NGX_CONF_TAKE1, set_robots_status,
     NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_refusal"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF |
         NGX_CONF_TAKE1,
     set_robots_refusal, NGX_HTTP_LOC_CONF_OFFSET, 0, nullptr},

    {ngx_string("robots_status_addresses"),
     NGX_HTTP_MAIN_CONF | NGX_HTTP_SRV_CONF | NGX_HTTP_LOC_CONF |
         NGX_CONF_TAKE1,
     set_one_of, NGX_HTTP_LOC_CONF_OFFSET, offsetof(LocConf, mask_addresses),
     address_values},

    ngx_null_command,
};

ngx_http_module_t module_ctx = {
    preconfigure,  // preconfiguration
    init,          // postconfiguration

    create_main_conf,  // create main configuration
    init_main_conf,    // init main configuration

    create_srv_conf,  // create server configuration
    merge_srv_conf,   // merge server configuration

    create_loc_conf,  // create location configuration
    merge_loc_conf,   // merge location configuration
};

}  // namespace

}  // namespace robots::nginx

ngx_module_t ngx_http_robots_module = {
    NGX_MODULE_V1,
    &robots::nginx::module_ctx,   // module context
    robots::nginx::commands,      // module directives
    NGX_HTTP_MODULE,              // module type
    nullptr,                      // init master
    robots::nginx::init_module,   // init module
    robots::nginx::init_process,  // init process
    nullptr,                      // init thread
    nullptr,                      // exit thread
    robots::nginx::exit_process,  // exit process
    nullptr,                      // exit master
    NGX_MODULE_V1_PADDING,
};

namespace robots::nginx {

namespace {

void* create_main_conf(ngx_conf_t* cf) noexcept {
    return guarded<void*>(cf->log, nullptr,
                          [cf] { return make_owned<MainConf>(cf->pool); });
}

char* init_main_conf(ngx_conf_t* cf, void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    ngx_conf_init_uint_value(main.signatures.rate,
                             SignatureBudget::kDefaultRate);
    if (main.zone_size == 0) {
        main.zone_size = kDefaultZoneSize;
    }
    if (main.policy == nullptr) {
        return NGX_CONF_OK;
    }
    return guarded<char*>(cf->log, conf_error(), [&]() -> char* {
        const MainConf* previous = previous_main_conf(cf->cycle);
        return main.zone.open(main.zone_size,
                              previous != nullptr ? &previous->zone : nullptr,
                              cf->log)
                   ? NGX_CONF_OK
                   : conf_error();
    });
}

void* create_srv_conf(ngx_conf_t* cf) noexcept {
    auto* conf = static_cast<SrvConf*>(ngx_pcalloc(cf->pool, sizeof(SrvConf)));
    if (conf != nullptr) {
        conf->robots = NGX_CONF_UNSET;
        conf->origin.value =
            static_cast<ngx_http_complex_value_t*>(NGX_CONF_UNSET_PTR);
    }
    return conf;
}

char* merge_srv_conf(ngx_conf_t* cf, void* parent, void* child) noexcept {
    auto* prev = static_cast<SrvConf*>(parent);
    auto* conf = static_cast<SrvConf*>(child);

    ngx_conf_merge_ptr_value(conf->origin.value, prev->origin.value, nullptr);
    if (conf->robots == NGX_CONF_UNSET) {
        conf->robots = prev->robots;
        conf->place = prev->place;
    }
    ngx_conf_init_value(conf->robots, 0);
    if (!conf->robots) {
        return NGX_CONF_OK;
    }

    MainConf& main = main_conf(cf);
    if (main.policy == nullptr) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                      "\"robots on\" in %s:%ui needs a \"robots_policy\" in "
                      "the \"http\" block",
                      conf->place.file, conf->place.line);
        return conf_error();
    }
    main.served = true;
    return NGX_CONF_OK;
}

void* create_loc_conf(ngx_conf_t* cf) noexcept {
    auto* conf = static_cast<LocConf*>(ngx_pcalloc(cf->pool, sizeof(LocConf)));
    if (conf != nullptr) {
        conf->enforce = NGX_CONF_UNSET_UINT;
        conf->log_level = NGX_CONF_UNSET_UINT;
        conf->mask_addresses = NGX_CONF_UNSET_UINT;
        conf->log_rate = NGX_CONF_UNSET_UINT;
        conf->status = NGX_CONF_UNSET_UINT;
    }
    return conf;
}

char* merge_loc_conf(ngx_conf_t* cf, void* parent, void* child) noexcept {
    auto* prev = static_cast<LocConf*>(parent);
    auto* conf = static_cast<LocConf*>(child);

    ngx_conf_merge_uint_value(conf->enforce, prev->enforce, kEnforceOn);
    ngx_conf_merge_uint_value(conf->mask_addresses, prev->mask_addresses, 0);
    ngx_conf_merge_uint_value(conf->log_level, prev->log_level, NGX_LOG_NOTICE);
    ngx_conf_merge_uint_value(conf->log_rate, prev->log_rate, kDefaultLogRate);
    if (conf->refusal.data == nullptr) {
        conf->refusal = prev->refusal;
        conf->refusal_place = prev->refusal_place;
    }
    return inherit_status(cf, *prev, *conf) ? NGX_CONF_OK : conf_error();
}

char* set_robots(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept {
    static_cast<SrvConf*>(conf)->place = place_now(cf);
    return ngx_conf_set_flag_slot(cf, cmd, conf);
}

bool add_handler(ngx_conf_t* cf, ngx_http_phases phase,
                 ngx_http_handler_pt handler) {
    auto* core = static_cast<ngx_http_core_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    auto* place = static_cast<ngx_http_handler_pt*>(
        ngx_array_push(&core->phases[phase].handlers));
    if (place == nullptr) {
        return false;
    }
    *place = handler;
    return true;
}

ngx_int_t preconfigure(ngx_conf_t* cf) noexcept {
    return check_layout(cf) == NGX_OK ? add_variables(cf) : NGX_ERROR;
}

ngx_int_t init(ngx_conf_t* cf) noexcept {
    MainConf& main = main_conf(cf);

    if (main.status.file != nullptr && main.policy == nullptr) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0,
                      "\"robots_status\" in %s:%ui needs a \"robots_policy\" "
                      "in the \"http\" block",
                      main.status.file, main.status.line);
        return NGX_ERROR;
    }
    if (!main.served) {
        if (main.policy) {
            ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                          "\"robots_policy\" has no effect: no server has "
                          "\"robots on\"");
        }
        return NGX_OK;
    }
    ngx_str_t name = ngx_string("request_id");
    main.request_id = ngx_http_get_variable_index(cf, &name);
    if (main.request_id == NGX_ERROR) {
        return NGX_ERROR;
    }
    if (!check_refusal_locations(cf)) {
        return NGX_ERROR;
    }
    warn_about_servers(cf);
    warn_about_locations(cf);
    warn_of_small_zone(cf, main);
    main.log_only = log_only(cf);
    if (!add_handler(cf, NGX_HTTP_POST_READ_PHASE, serve_robots_txt) ||
        !add_handler(cf, NGX_HTTP_PREACCESS_PHASE, enforce_policy) ||
        watch_for_signatures(cf) != NGX_OK) {
        return NGX_ERROR;
    }
    // nginx runs the handlers of a phase in reverse order of their addition, so
    // note_slashes() runs before serve_robots_txt().
    return !slashes_differ(cf) ||
                   add_handler(cf, NGX_HTTP_POST_READ_PHASE, note_slashes)
               ? NGX_OK
               : NGX_ERROR;
}

// nginx calls this function when it has read all of nginx.conf, and the new
// configuration is in effect.
ngx_int_t init_module(ngx_cycle_t* cycle) noexcept {
    MainConf* main = main_conf(cycle);
    Reload& reload = reload_of(cycle);
    if (main == nullptr) {  // no "http" block
        reload.succeed(nullptr, true);
        return NGX_OK;
    }
    reload.succeed(&main->zone, !main->last_good.in_use);
    keep_last_good(cycle, *main);
    return NGX_OK;
}

// nginx calls this function in each new process. The process closes its copy of
// the zone's descriptor, because only the master passes the zone to a new
// master.
ngx_int_t init_process(ngx_cycle_t* cycle) noexcept {
    MainConf* main = main_conf(cycle);
    if (main == nullptr || main->policy == nullptr) {
        return NGX_OK;
    }
    main->zone.close_descriptor();
    // The cache manager and the cache loader of nginx also call this function,
    // but need only the code above.
    if (ngx_process != NGX_PROCESS_WORKER &&
        ngx_process != NGX_PROCESS_SINGLE) {
        return NGX_OK;
    }
    return guarded<ngx_int_t>(cycle->log, NGX_ERROR, [main] {
        Delay::open(enter_worker(*main));
        join_fleet(*main);
        watch_disk(*main);
        return NGX_OK;
    });
}

void exit_process(ngx_cycle_t* cycle) noexcept {
    MainConf* main = main_conf(cycle);
    if (main != nullptr) {
        leave_fleet(*main);
    }
    Delay::close();
}

}  // namespace

}  // namespace robots::nginx
