// Which servers only log, for the status.

#ifndef ROBOTS_MODULE_CONF_LOG_ONLY_HPP
#define ROBOTS_MODULE_CONF_LOG_ONLY_HPP

#include "module/ngx/ngx.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

// Whether some or all of the places with "robots on" have "robots_enforce
// log"; those with "off" do not count. For postconfiguration.
status::model::LogOnly log_only(ngx_conf_t* cf);

}  // namespace robots::nginx

#endif
