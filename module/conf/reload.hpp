// Whether a reload came to its end, for those who watch the running policy.

#ifndef ROBOTS_MODULE_CONF_RELOAD_HPP
#define ROBOTS_MODULE_CONF_RELOAD_HPP

#include "module/ngx/ngx.hpp"
#include "module/zone/zone.hpp"

namespace robots::nginx {

// A configuration that is being read. nginx calls nobody if it gives it up: it
// only destroys what was made for it, this included.
class Reload {
  public:
    Reload() = default;
    Reload(const Reload&) = delete;
    Reload& operator=(const Reload&) = delete;

    ~Reload() {
        if (running_ != nullptr) {
            running_->policy_state().reload_failed.store(
                ngx_time(), std::memory_order_relaxed);
        }
    }

    // `running` belongs to the configuration that goes on if this one fails.
    void begin(Zone& running) { running_ = &running; }

    // The configuration is put to use; `zone` is its own, and not open if it
    // has no policy. The running one may be gone from now on.
    void succeed(Zone& zone) {
        running_ = nullptr;
        if (!zone.is_open()) {
            return;
        }
        PolicyState& state = zone.policy_state();
        state.loaded.store(ngx_time(), std::memory_order_relaxed);
        state.reload_failed.store(0, std::memory_order_relaxed);
        state.on_disk.store(loader::OnDisk::same, std::memory_order_relaxed);
    }

  private:
    Zone* running_ = nullptr;
};

}  // namespace robots::nginx

#endif
