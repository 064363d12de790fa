// Which server names the policy has no site for.

#ifndef ROBOTS_MODULE_CONF_NAMES_WITHOUT_SITE_HPP
#define ROBOTS_MODULE_CONF_NAMES_WITHOUT_SITE_HPP

#include "module/conf/locations.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

// Whether the policy publishes the robots.txt of all hosts that the server
// names, whatever their port and scheme.
bool publishes_all(const Policy& policy, const Server& server);

// Warns in one line of the names of servers with "robots on" that the policy
// has no site for. Regular expressions and names such as "www.example.*" may
// stand for any host, and are not looked at; nor are servers whose
// "robots_origin" names the host. In another line it names a server that serves
// a site of the policy and, as the default server of its address, all hosts
// that the policy has no site for.
void warn_of_names_without_site(ngx_conf_t* cf) noexcept;

}  // namespace robots::nginx

#endif
