// Stores in the zone, the shared memory of all workers, when a policy was
// loaded and when a reload failed. The status page shows these times.

#pragma once

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "module/zone/zone.hpp"

namespace robots::nginx {

// Represents a configuration that nginx is reading. If a reload fails, nginx
// does not call any function of a module, but destroys the objects of the new
// configuration. So the destructor records the failure, unless succeed() was
// called.
class Reload {
  public:
    Reload() = default;
    Reload(const Reload&) = delete;
    Reload& operator=(const Reload&) = delete;
    ~Reload();

    // `running` is the zone of the configuration that stays in effect if this
    // reload fails.
    void begin(Zone& running) { running_ = &running; }

    // Call this function when the new configuration is in effect. `zone` is the
    // zone of this configuration: nullptr without an "http" block, and not open
    // without a policy. `of_files` is true if the policy was loaded from its
    // files. It is false if the files did not load, and
    // "robots_policy_last_good" keeps an older policy in use.
    void succeed(Zone* zone, bool of_files);

  private:
    Zone* running_ = nullptr;
};

// Returns the Reload object of the configuration that belongs to `cycle`.
Reload& reload_of(ngx_cycle_t* cycle);

// Compares the running policy with its files on disk every ten seconds, or
// every minute if the policy has more than 100 files and folders. Stores in the
// zone whether the files have changed.

// Call this function in init_process of every worker. Only the first worker
// starts the comparisons. Their timer does not delay the exit of the worker.
// Throws std::bad_alloc.
void watch_disk(MainConf& main);

}  // namespace robots::nginx
