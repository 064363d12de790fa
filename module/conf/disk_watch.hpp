// Compares the running policy with the files on disk, every few seconds, and
// notes what it finds in the zone.

#ifndef ROBOTS_MODULE_CONF_DISK_WATCH_HPP
#define ROBOTS_MODULE_CONF_DISK_WATCH_HPP

#include "module/conf/configuration.hpp"

namespace robots::nginx {

// For init_process. One of the workers does it, with a timer that keeps no
// worker from quitting. Throws std::bad_alloc.
void watch_disk(MainConf& main);

}  // namespace robots::nginx

#endif
