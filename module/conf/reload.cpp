// This file defines a separate core module of nginx. nginx makes the
// configuration of a core module before it reads nginx.conf, or when it reads
// "load_module". So this module also notices a reload that fails before the
// "http" block.

#include "module/conf/reload.hpp"

#include <optional>

#include "module/conf/configuration.hpp"
#include "module/ngx/timer.hpp"
#include "policy/loader/files/inputs.hpp"

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

void Reload::succeed(Zone* zone, bool of_files) {
    running_ = nullptr;
    if (zone == nullptr || !zone->is_open()) {
        return;
    }
    PolicyState& state = zone->policy_state();
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

namespace {

constexpr ngx_msec_t kFirst = 1000;
constexpr ngx_msec_t kBetweenSteps = 20;
constexpr ngx_msec_t kBetweenChecks = 10000;

// A policy with more inputs than this is checked less often, because listing
// large folders blocks the worker for some milliseconds.
constexpr std::size_t kManyInputs = 100;
constexpr ngx_msec_t kBetweenLargeChecks = 60000;

class DiskWatch {
  public:
    void start(MainConf& main) {
        main_ = &main;
        loaded_ = loaded();
        check_.emplace(main.inputs);
        timer_.calls<&DiskWatch::step>(*this);
        timer_.start(kFirst);
    }

  private:
    void step() noexcept {
        // After a reload, only the new workers may write the result of the
        // check. The old workers still run for a tenth of a second before
        // nginx's master sends QUIT to them.
        if (ngx_exiting || ngx_quit || ngx_terminate || loaded_ != loaded()) {
            return;
        }
        loader::OnDisk result{};
        const bool done =
            guarded<bool>(ngx_cycle->log, true, [&] { return look(result); });
        timer_.start(done ? pause() : kBetweenSteps);
    }

    bool look(loader::OnDisk& result) {
        if (!check_->step(result)) {
            return false;
        }
        main_->zone.policy_state().on_disk.store(result,
                                                 std::memory_order_relaxed);
        return true;
    }

    std::time_t loaded() const {
        return main_->zone.policy_state().loaded.load(
            std::memory_order_relaxed);
    }

    ngx_msec_t pause() const {
        return main_->inputs.all().size() > kManyInputs ? kBetweenLargeChecks
                                                        : kBetweenChecks;
    }

    MainConf* main_ = nullptr;
    std::time_t loaded_ = 0;  // when this worker's policy was loaded
    std::optional<loader::DiskCheck> check_;
    Timer timer_;
};

}  // namespace

void watch_disk(MainConf& main) {
    static DiskWatch of_worker;
    if (ngx_worker == 0) {
        of_worker.start(main);
    }
}

}  // namespace robots::nginx
