// Stores in the zone when a policy was loaded and when a reload failed, for the
// status.

#pragma once

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "module/zone/zone.hpp"

namespace robots::nginx {

// A configuration that is being read. If the reload fails, nginx calls no
// function of modules, but destroys the configuration's objects. So the
// destructor records the failure, unless succeed() was called.
class Reload {
  public:
    Reload() = default;
    Reload(const Reload&) = delete;
    Reload& operator=(const Reload&) = delete;
    ~Reload();

    // `running` belongs to the configuration that stays if this one fails.
    void begin(Zone& running) { running_ = &running; }

    // Call it when this configuration is in effect. `zone` is its zone:
    // nullptr if the configuration has no "http" block, and not open if it has
    // no policy. `of_files` is true if the
    // policy was loaded from its files, and false if it was loaded from the
    // copy of "robots_policy_last_good".
    void succeed(Zone* zone, bool of_files);

  private:
    Zone* running_ = nullptr;
};

// Returns the reload of the configuration that is being read, or was read last.
Reload& reload_of(ngx_cycle_t* cycle);

// Compares the running policy with its files every ten seconds, or every minute
// if they are many, and stores the result in the zone.

// Call it in init_process. Only one worker compares, with a timer that does not
// delay the worker's exit. Throws std::bad_alloc.
void watch_disk(MainConf& main);

}  // namespace robots::nginx
