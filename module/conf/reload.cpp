// A core module of its own: nginx makes the configuration of those before it
// reads nginx.conf, or where it reads "load_module". So a reload that fails
// before "http" counts as one that failed.

#include "module/conf/reload.hpp"

#include "module/conf/configuration.hpp"

namespace robots::nginx {

namespace {

void* create_conf(ngx_cycle_t* cycle) noexcept {
    return guarded<void*>(cycle->log, nullptr, [cycle] {
        auto* reload = make_owned<Reload>(cycle->pool);
        MainConf* previous = previous_main_conf(cycle);
        if (previous != nullptr && previous->zone.is_open()) {
            reload->begin(previous->zone);
        }
        return reload;
    });
}

ngx_core_module_t reload_ctx = {
    ngx_string("robots_reload"),
    create_conf,  // create configuration
    nullptr,      // init configuration
};

}  // namespace

}  // namespace robots::nginx

ngx_module_t ngx_robots_reload_module = {
    NGX_MODULE_V1,
    &robots::nginx::reload_ctx,  // module context
    nullptr,                     // module directives
    NGX_CORE_MODULE,             // module type
    nullptr,                     // init master
    nullptr,                     // init module
    nullptr,                     // init process
    nullptr,                     // init thread
    nullptr,                     // exit thread
    nullptr,                     // exit process
    nullptr,                     // exit master
    NGX_MODULE_V1_PADDING,
};

namespace robots::nginx {

Reload::~Reload() {
    if (running_ != nullptr) {
        running_->policy_state().reload_failed.store(ngx_time(),
                                                     std::memory_order_relaxed);
    }
}

void Reload::succeed(Zone& zone, bool of_files) {
    running_ = nullptr;
    if (!zone.is_open()) {
        return;
    }
    PolicyState& state = zone.policy_state();
    state.loaded.store(ngx_time(), std::memory_order_relaxed);
    state.reload_failed.store(of_files ? 0 : ngx_time(),
                              std::memory_order_relaxed);
    state.on_disk.store(
        of_files ? loader::OnDisk::same : loader::OnDisk::changed,
        std::memory_order_relaxed);
}

Reload& reload_of(ngx_cycle_t* cycle) {
    return *reinterpret_cast<Reload*>(
        ngx_get_conf(cycle->conf_ctx, ngx_robots_reload_module));
}

}  // namespace robots::nginx
