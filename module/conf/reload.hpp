// Whether a reload came to its end, for those who watch the running policy.

#pragma once

#include "module/conf/configuration.hpp"
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
    ~Reload();

    // `running` belongs to the configuration that goes on if this one fails.
    void begin(Zone& running) { running_ = &running; }

    // The configuration is put to use; `zone` is its own, and not open if it
    // has no policy. The running one may be gone from now on. `of_files`: its
    // policy is that of the files, and not an older copy of them.
    void succeed(Zone& zone, bool of_files);

  private:
    Zone* running_ = nullptr;
};

// The reload of the configuration which is being read, or was read last.
Reload& reload_of(ngx_cycle_t* cycle);

// Compares the running policy with the files on disk, every few seconds, and
// notes what it finds in the zone.

// For init_process. One of the workers does it, with a timer that keeps no
// worker from quitting. Throws std::bad_alloc.
void watch_disk(MainConf& main);

}  // namespace robots::nginx
