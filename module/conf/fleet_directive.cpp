#include "module/conf/directives.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "policy/base/text.hpp"
#include "policy/fleet/policy_revision.hpp"

namespace robots::nginx {

namespace {

constexpr ngx_int_t kLongestTimeout = 1000;
constexpr std::size_t kMaxPrefix = 64;
constexpr std::size_t kMaxPassword = 512;

// Logs an error about an argument of the directive. Returns false.
template <typename... Arguments>
bool wrong(ngx_conf_t* cf, const char* format, Arguments... arguments) {
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, format, arguments...);
    return false;
}

// Resolves the member's host in the same way as nginx resolves the servers of
// an "upstream" block, and stores the addresses in `member`. Logs an error and
// returns false if the host cannot be resolved.
bool resolve(ngx_conf_t* cf, FleetMember& member) {
    ngx_url_t url{};
    const bool is_ip6 = member.url.host.find(':') != std::string::npos;
    const std::string host =
        is_ip6 ? "[" + member.url.host + "]" : member.url.host;
    url.url = copy(cf->pool, host);
    url.default_port = member.url.port;
    if (ngx_parse_url(cf->pool, &url) != NGX_OK) {
        return wrong(cf, "the host of \"%s\" cannot be resolved: %s",
                     member.shown.c_str(),
                     url.err != nullptr ? url.err : "no address");
    }
    for (ngx_uint_t i = 0; i < url.naddrs; ++i) {
        member.addresses.push_back(server_address(
            url.addrs[i].sockaddr, url.addrs[i].socklen, member.url.port));
    }
    member.has_name = !is_ip6 && ngx_inet_addr(url.host.data, url.host.len) ==
                                     static_cast<in_addr_t>(INADDR_NONE);
    return true;
}

bool add_server(ngx_conf_t* cf, ngx_str_t& argument, FleetConf& fleet) {
    ReadServerUrl read = read_server_url(view(argument));
    if (!read.url) {
        // The message does not contain the argument, because the argument may
        // contain a password.
        return wrong(cf, "invalid server of a fleet: %s", read.error.c_str());
    }
    FleetMember member{*read.url, read.url->shown(), false, {}};
    const bool is_twice = std::any_of(
        fleet.servers.begin(), fleet.servers.end(),
        [&](const auto& each) { return each.shown == member.shown; });
    if (is_twice) {
        return wrong(cf, "\"%s\" is named twice", member.shown.c_str());
    }
    if (fleet.servers.size() == FleetConf::kMaxServers) {
        return wrong(cf, "a fleet has at most %uz servers",
                     FleetConf::kMaxServers);
    }
    if (member.url.transport == ServerUrl::Transport::unix_socket) {
        member.addresses.push_back(socket_address(member.url.path));
    } else if (!resolve(cf, member)) {
        return false;
    }
    fleet.servers.push_back(std::move(member));
    return true;
}

bool set_timeout(ngx_conf_t* cf, std::string_view value, FleetConf& fleet) {
    ngx_str_t text = str(value);
    const ngx_int_t timeout = ngx_parse_time(&text, 0);
    if (timeout < 1 || timeout > kLongestTimeout) {
        return wrong(
            cf,
            "invalid timeout \"%V\"; write a time from 1ms to 1s, such "
            "as 20ms",
            &text);
    }
    fleet.timeout = static_cast<ngx_msec_t>(timeout);
    return true;
}

bool set_prefix(ngx_conf_t* cf, std::string_view value, FleetConf& fleet) {
    if (value.empty() || value.size() > kMaxPrefix || !is_printable(value)) {
        return wrong(cf,
                     "invalid prefix; write 1 to 64 printable characters "
                     "without a space");
    }
    fleet.prefix = "{" + std::string(value) + "}";
    return true;
}

bool set_fallback(ngx_conf_t* cf, std::string_view value, FleetConf& fleet) {
    if (value != "local" && value != "divide") {
        ngx_str_t text = str(value);
        return wrong(cf, "invalid fallback \"%V\"; write local or divide",
                     &text);
    }
    fleet.fallback = value == "divide" ? FleetConf::Fallback::divide
                                       : FleetConf::Fallback::local;
    return true;
}

// Reads the password from the first line of the file with the path `value`.
bool set_password(ngx_conf_t* cf, std::string_view value, FleetConf& fleet) {
    ngx_str_t path = copy(cf->pool, value);
    if (ngx_conf_full_name(cf->cycle, &path, 1) != NGX_OK) {
        return false;
    }
    const std::string name(view(path));
    struct stat info {};
    std::ifstream file(name);
    std::string line;
    if (::stat(name.c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
        !std::getline(file, line)) {
        return wrong(cf, "cannot read a password from \"%V\"", &path);
    }
    if (!line.empty() && line.back() == '\r') {
        line.pop_back();
    }
    if (line.empty() || line.size() > kMaxPassword) {
        return wrong(cf,
                     "the first line of \"%V\" must be a password of 1 to %uz "
                     "octets",
                     &path, kMaxPassword);
    }
    if ((info.st_mode & S_IROTH) != 0) {
        ngx_conf_log_error(NGX_LOG_WARN, cf, 0,
                           "everybody on this machine can read the password in "
                           "\"%V\"; run \"chmod o-r %V\"",
                           &path, &path);
    }
    fleet.password = line;
    return true;
}

// Stores the path of the file. prepare_tls() reads the file when all parameters
// are known.
bool set_ca_file(ngx_conf_t* cf, std::string_view value, FleetConf& fleet) {
    ngx_str_t path = copy(cf->pool, value);
    if (value.empty() || ngx_conf_full_name(cf->cycle, &path, 1) != NGX_OK) {
        return wrong(cf, "invalid ca_file; write the path of a file");
    }
    fleet.ca_file = view(path);
    return true;
}

// If a server has a URL with TLS, makes FleetConf::tls. Logs an error and
// returns false if this fails, or if ca_file is set without TLS.
bool prepare_tls(ngx_conf_t* cf, FleetConf& fleet) {
    const bool speaks_tls = std::any_of(
        fleet.servers.begin(), fleet.servers.end(), [](const auto& each) {
            return each.url.transport == ServerUrl::Transport::tls;
        });
    if (!speaks_tls) {
        return fleet.ca_file.empty() ||
               wrong(cf,
                     "ca_file has no effect without a server of valkeys:// or "
                     "rediss://");
    }
    fleet.tls = make_tls(cf, fleet.ca_file);
    return fleet.tls != nullptr;
}

struct Parameter {
    std::string_view name;
    bool (*set)(ngx_conf_t* cf, std::string_view value, FleetConf& fleet);
};

constexpr Parameter kParameters[] = {
    {"timeout=", set_timeout},        {"prefix=", set_prefix},
    {"password_file=", set_password}, {"fallback=", set_fallback},
    {"ca_file=", set_ca_file},
};

bool add_argument(ngx_conf_t* cf, ngx_str_t& argument, FleetConf& fleet) {
    const std::string_view text = view(argument);
    for (const Parameter& parameter : kParameters) {
        if (text.substr(0, parameter.name.size()) == parameter.name) {
            return parameter.set(cf, text.substr(parameter.name.size()), fleet);
        }
    }
    return add_server(cf, argument, fleet);
}

}  // namespace

char* set_robots_fleet(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    FleetConf& fleet = static_cast<MainConf*>(conf)->fleet_conf;
    if (!fleet.servers.empty()) {
        return conf_error("is duplicate");
    }
    return guarded<char*>(cf->log, conf_error(), [&]() -> char* {
        auto* arguments = static_cast<ngx_str_t*>(cf->args->elts);
        for (ngx_uint_t i = 1; i < cf->args->nelts; ++i) {
            if (!add_argument(cf, arguments[i], fleet)) {
                return conf_error();
            }
        }
        if (fleet.servers.empty()) {
            return conf_error(
                "needs the URL of a server, such as valkey://127.0.0.1:6379");
        }
        fleet.http = static_cast<ngx_http_core_loc_conf_t*>(
            ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));
        return prepare_tls(cf, fleet) ? NGX_CONF_OK : conf_error();
    });
}

void join_fleet(MainConf& conf) {
    if (conf.served && !conf.fleet_conf.servers.empty()) {
        conf.fleet =
            std::make_unique<Fleet>(conf.fleet_conf, *conf.policy,
                                    policy_revision(*conf.policy), conf.zone);
        conf.lookups.share_with(conf.fleet.get());
    }
}

void leave_fleet(MainConf& conf) noexcept {
    conf.lookups.share_with(nullptr);
    if (conf.fleet != nullptr) {
        conf.fleet->close();
    }
    conf.fleet.reset();
}

}  // namespace robots::nginx
