#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/conf/warnings.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kMostNamed = 5;

// Returns the host of a server name in the spelling of the policy's sites. A
// wildcard starts with "*.". Returns nullopt if the name is not a host, but for
// example a regular expression, "_" or an empty name.
std::optional<std::string> host_of(std::string_view name) {
    const bool wildcard = is_wildcard(name);
    if (wildcard) {
        name.remove_prefix(kWildcard.size());
    }
    const auto host = canonical_host(name);
    if (!host || *host == "_") {
        return std::nullopt;
    }
    return wildcard ? std::string(kWildcard) + *host : *host;
}

// Returns the hosts in the names of a server. The name ".example.com" gives two
// hosts: "example.com" and "*.example.com".
std::vector<std::string> hosts_of(const Server& server) {
    std::vector<std::string> out;
    const auto* names =
        static_cast<const ngx_http_server_name_t*>(server.server_names.elts);
    for (ngx_uint_t i = 0; i < server.server_names.nelts; i++) {
#if (NGX_PCRE)
        if (names[i].regex != nullptr) {
            continue;
        }
#endif
        std::string_view name = view(names[i].name);
        const bool both = !name.empty() && name.front() == '.';
        name.remove_prefix(both ? 1 : 0);
        if (auto host = host_of(name)) {
            if (both) {
                out.push_back(std::string(kWildcard) + *host);
            }
            out.push_back(std::move(*host));
        }
    }
    return out;
}

// For each server, the addresses on which the server listens.
using Addresses =
    std::map<const Server*, std::vector<const ngx_http_conf_addr_t*>>;

Addresses addresses_of_servers(ngx_conf_t* cf) {
    Addresses out;
    const auto* core = static_cast<const ngx_http_core_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    const auto* ports =
        static_cast<const ngx_http_conf_port_t*>(core->ports->elts);
    for (ngx_uint_t p = 0; p < core->ports->nelts; p++) {
        const auto* addresses =
            static_cast<const ngx_http_conf_addr_t*>(ports[p].addrs.elts);
        for (ngx_uint_t a = 0; a < ports[p].addrs.nelts; a++) {
            const ngx_http_conf_addr_t& address = addresses[a];
            auto* const* servers =
                static_cast<Server* const*>(address.servers.elts);
            for (ngx_uint_t i = 0; i < address.servers.nelts; i++) {
                out[servers[i]].push_back(&address);
            }
        }
    }
    return out;
}

// Whether `holds` is true for an address on which the server listens.
template <typename Holds>
bool any_address(const Addresses& all, const Server& server, Holds holds) {
    const auto found = all.find(&server);
    return found != all.end() &&
           std::any_of(
               found->second.begin(), found->second.end(),
               [&holds](const auto* address) { return holds(*address); });
}

bool is_default_server(const Addresses& all, const Server& server) {
    return any_address(all, server,
                       [&server](const ngx_http_conf_addr_t& address) {
                           return address.default_server == &server;
                       });
}

bool has_tls(const ngx_http_conf_addr_t& address) {
#if (NGX_HTTP_V3)
    if (address.opt.quic != 0) {
        return true;
    }
#endif
    return address.opt.ssl != 0;
}

// Whether the policy has a site for the requests for `host` that come to this
// address. If the port of these requests is not known (for a Unix socket or the
// PROXY protocol), a site with any port counts.
bool has_site_at(const Policy& policy, const std::string& host,
                 const ngx_http_conf_addr_t& address) {
    const std::uint16_t port = ngx_inet_get_port(address.opt.sockaddr);
    if (port == 0 || address.opt.proxy_protocol != 0) {
        return policy.covers(host);
    }
    const Scheme scheme = has_tls(address) ? Scheme::https : Scheme::http;
    return policy.find({host, port, scheme}) != nullptr;
}

// If `wanted` is true, returns whether the policy has a site for `host` at one
// or more addresses of the server. If `wanted` is false, returns whether this
// site is missing at one or more addresses. With "robots_origin", a site with
// any scheme and port counts.
bool any_has_site(const Addresses& all, const Policy& policy,
                  const Server& server, const std::string& host, bool wanted) {
    if (robots_of(server).origin.value != nullptr) {
        return policy.covers(host) == wanted;
    }
    return any_address(all, server, [&](const auto& address) {
        return has_site_at(policy, host, address) == wanted;
    });
}

// Returns the hosts in server names for which the policy has no site. If
// several servers have the same host, for example on different ports, a site
// for one of them is enough, because the others may redirect to this server.
std::set<std::string> uncovered_hosts(ngx_conf_t* cf, const Addresses& all,
                                      const Policy& policy) {
    std::set<std::string> out;
    std::set<std::string> covered;
    each_served(cf, [&](Server& server) {
        if (may_name_host(robots_of(server).origin)) {
            return;
        }
        for (std::string& host : hosts_of(server)) {
            (any_has_site(all, policy, server, host, true) ? covered : out)
                .insert(std::move(host));
        }
    });
    for (const std::string& host : covered) {
        out.erase(host);
    }
    return out;
}

// Whether the server has a name for which the policy has a site. A server
// without any of these names was probably made to refuse unknown hosts, or is
// not meant for the policy.
bool serves_a_site(const Policy& policy, const Server& server) {
    const std::vector<std::string> hosts = hosts_of(server);
    return std::any_of(
        hosts.begin(), hosts.end(),
        [&policy](const std::string& host) { return policy.covers(host); });
}

// Logs a warning about the first default server that serves a site of the
// policy. This server also answers requests for hosts for which the policy has
// no site. These requests are not judged.
void warn_of_default_server(ngx_conf_t* cf, const Addresses& all,
                            const Policy& policy) {
    if (policy.default_site() != nullptr) {
        return;
    }
    const Server* server = first_served(cf, [&](const Server& each) {
        return !may_name_host(robots_of(each).origin) &&
               is_default_server(all, each) && serves_a_site(policy, each);
    });
    if (server != nullptr) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                      "a crawler that sends another \"Host\" than the "
                      "policy's is not judged: the server in %s:%ui is the "
                      "default server of its address, and answers it; write a "
                      "\"default\" in the policy, or add a server with "
                      "\"listen ... default_server\" and \"return 444\"",
                      server->file_name, server->line);
    }
}

// Returns a text such as "\"a.example\", \"b.example\" and 7 more".
std::string listed(const std::set<std::string>& hosts) {
    std::string out;
    std::size_t named = 0;
    for (const std::string& host : hosts) {
        if (named == kMostNamed) {
            return out + " and " + std::to_string(hosts.size() - named) +
                   " more";
        }
        out += (named++ == 0 ? "\"" : ", \"") + host + '"';
    }
    return out;
}

// Whether the policy has a site for `host` that is used only for "https".
bool has_https_site(const Policy& policy, const std::string& host) {
    const Site* site = policy.find({host, 443, Scheme::https});
    if (site == nullptr || site == policy.find({host, 80, Scheme::http})) {
        return false;
    }
    const auto asked = policy.example_for(*site);
    return asked && asked->scheme == Scheme::https;
}

// Logs a warning about sites for "https" if all their servers listen without
// TLS.
void warn_of_plain_servers(ngx_conf_t* cf, const Addresses& all,
                           const Policy& policy) {
    std::set<std::string> plain;
    std::set<std::string> secure;
    each_served(cf, [&](Server& server) {
        const SrvConf& conf = robots_of(server);
        const bool is_secure =
            conf.origin.value != nullptr || any_address(all, server, has_tls);
        for (std::string& host : hosts_of(server)) {
            (is_secure ? secure : plain).insert(std::move(host));
        }
    });
    std::set<std::string> hosts;
    for (const std::string& host : plain) {
        if (secure.count(host) == 0 && has_https_site(policy, host)) {
            hosts.insert(host);
        }
    }
    if (!hosts.empty()) {
        const std::string names = listed(hosts);
        ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                      "the site with \"scheme: https\" of %*s is never used: "
                      "all servers of that name listen without TLS; add "
                      "\"listen ... ssl\", or \"robots_origin\" if a proxy "
                      "in front has TLS",
                      names.size(), names.data());
    }
}

// Whether the application publishes the robots.txt of at least one site.
bool passes_any(const Policy& policy) {
    return std::any_of(
        policy.sites().begin(), policy.sites().end(), [](const Site& site) {
            return site.robots->settings->publisher == Publisher::application;
        });
}

// Whether the policy publishes the robots.txt of all hosts in the server's
// names, at each address of the server.
bool publishes_all(const Addresses& all, const Policy& policy,
                   const Server& server) {
    if (policy.default_site() != nullptr) {
        return true;
    }
    const std::vector<std::string> hosts = hosts_of(server);
    return hosts.size() >= server.server_names.nelts &&
           std::all_of(
               hosts.begin(), hosts.end(), [&](const std::string& host) {
                   return !any_has_site(all, policy, server, host, false);
               });
}

// Logs a warning about server names for which the policy has no site. Ignores
// regular expressions and names like "www.example.*", because they may match
// any host. Ignores servers with a "robots_origin" that can contain a host.
void warn_of_names_without_site(ngx_conf_t* cf, const Addresses& all,
                                const Policy& policy) {
    const std::set<std::string> hosts = uncovered_hosts(cf, all, policy);
    if (!hosts.empty()) {
        const std::string names = listed(hosts);
        ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                      "\"robots_policy\" has no site for the server names "
                      "%*s: nginx answers there as without \"robots on\"; "
                      "add them to a site, or write a \"default\"",
                      names.size(), names.data());
    }
}

// The approximate number of crawlers that come even to an unknown site.
constexpr std::size_t kUsualCrawlers = 64;

// Returns the largest number of groups that a site of the policy has.
std::size_t most_named(const Policy& policy) {
    std::size_t most = 0;
    for (const Site& site : policy.sites()) {
        most = std::max(most, site.robots->groups.all().size());
    }
    return most;
}

}  // namespace

void warn_about_servers(ngx_conf_t* cf) noexcept {
    guarded(cf->log, [cf] {
        const Policy& policy = *main_conf(cf).policy;
        const Addresses all = addresses_of_servers(cf);
        warn_of_names_without_site(cf, all, policy);
        warn_of_default_server(cf, all, policy);
        warn_of_plain_servers(cf, all, policy);
        if (passes_any(policy)) {
            return;
        }
        each_served(cf, [&](Server& server) {
            if (publishes_all(all, policy, server)) {
                warn_of_hidden_robots_txt(cf, server);
            }
        });
    });
}

void warn_of_small_zone(ngx_conf_t* cf, MainConf& main) noexcept {
    const std::size_t needed =
        std::max(kUsualCrawlers, most_named(*main.policy));
    const std::size_t visits = main.zone.ledger().visits().capacity();
    if (visits >= needed) {
        return;
    }
    constexpr std::size_t kMib = std::size_t{1024} * 1024;
    ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                  "\"robots_zone\" is too small: the status holds %uz "
                  "crawlers%s, and the policy needs at least %uz; write "
                  "\"robots_zone %uzm\" or more",
                  visits,
                  main.zone.activity().has_series() ? "" : ", no charts",
                  needed, main.zone.size() * needed / visits / kMib + 1);
}

}  // namespace robots::nginx
