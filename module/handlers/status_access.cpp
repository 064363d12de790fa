#include "module/handlers/handlers.hpp"

#include <algorithm>
#include <cstring>

#include "module/ngx/ngx.hpp"
#include "module/request/signed_message.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots::nginx {

namespace {

constexpr std::string_view kElsewhere =
    "This status page answers only clients on the same machine. To open it to "
    "others, write \"robots_status any;\" in nginx.conf, with \"allow\" and "
    "\"deny\" beside it.\n";
constexpr std::string_view kOtherName =
    "This status page answers only requests for an IP address, for "
    "\"localhost\" or for a \"server_name\" of its server, so that no foreign "
    "web "
    "page can read it through a name of its own. If the name in the address is "
    "yours, add it to \"server_name\" in nginx.conf.\n";
constexpr std::string_view kOtherPage =
    "This status page answers no request that a page of another site sends. "
    "Type its address into the browser instead.\n";

// Whether the client is on this machine: 127.0.0.0/8, ::1, or a Unix socket.
// `client` is the address that nginx's realip module has set.
bool is_local(const sockaddr& client) {
    constexpr in_addr_t kLoopback = 0x7f000000;
    const auto is_loopback = [](in_addr_t address) {
        return (ntohl(address) & 0xff000000) == kLoopback;
    };
    if (client.sa_family == AF_INET) {
        return is_loopback(
            reinterpret_cast<const sockaddr_in&>(client).sin_addr.s_addr);
    }
#if (NGX_HAVE_INET6)
    if (client.sa_family == AF_INET6) {
        const in6_addr& address =
            reinterpret_cast<const sockaddr_in6&>(client).sin6_addr;
        in_addr_t mapped = 0;
        std::memcpy(&mapped, &address.s6_addr[12], sizeof mapped);
        return IN6_IS_ADDR_LOOPBACK(&address) ||
               (IN6_IS_ADDR_V4MAPPED(&address) && is_loopback(mapped));
    }
#endif
    return client.sa_family == AF_UNIX;
}

// Whether a server_name is equal to the host, or starts with a wildcard and
// matches the host. Other names do not count: if a regular expression or
// "www.example.*" matches a host, this host may belong to somebody else.
bool is_name_of(const ngx_http_server_name_t& server_name,
                std::string_view host) {
    std::string_view name = view(server_name.name);
    if (starts_with(name, "*.")) {
        return ends_with(host, name.substr(1));
    }
    return name == host || (starts_with(name, ".") &&
                            (ends_with(host, name) || host == name.substr(1)));
}

// Whether the host is an address, "localhost", or a name of the server. `host`
// is in lower case and without a port, as nginx stores it. True for an empty
// host, because a browser always sends a host.
bool is_own(const ngx_array_t* names, std::string_view host) {
    ngx_str_t text = str(host);
    if (host.empty() || host == "localhost" || host.front() == '[' ||
        ngx_inet_addr(text.data, text.len) != INADDR_NONE) {
        return true;
    }
    const auto* first = static_cast<const ngx_http_server_name_t*>(names->elts);
    return std::any_of(first, first + names->nelts,
                       [host](const ngx_http_server_name_t& each) {
                           return is_name_of(each, host);
                       });
}

// Whether a page of another web site sent the request. False if the user
// followed a link on that page, because the page cannot read what the browser
// then shows.
bool is_of_another_page(const ngx_http_request_t* r) {
    constexpr std::string_view kMark = "://";
    if (request_header(r, "sec-fetch-site") == "cross-site" &&
        request_header(r, "sec-fetch-dest") != "document") {
        return true;
    }
    const std::string_view origin = request_header(r, "origin");
    const std::size_t mark = origin.find(kMark);
    return !origin.empty() &&
           (mark == std::string_view::npos ||
            !equal_folded(origin.substr(mark + kMark.size()), written_host(r)));
}

}  // namespace

bool keep_server_names(ngx_conf_t* cf, LocConf& conf) {
    const auto& names =
        static_cast<ngx_http_core_srv_conf_t*>(
            ngx_http_conf_get_module_srv_conf(cf, ngx_http_core_module))
            ->server_names;
    ngx_array_t* kept = ngx_array_create(
        cf->pool, std::max<ngx_uint_t>(names.nelts, 1), names.size);
    if (kept == nullptr) {
        return false;
    }
    ngx_memcpy(ngx_array_push_n(kept, names.nelts), names.elts,
               names.nelts * names.size);
    conf.status_names = kept;
    return true;
}

std::string_view status_refusal(ngx_http_request_t* r) {
    const LocConf& conf = loc_conf(r);
    if (conf.status == kStatusAny) {
        return {};
    }
    if (!is_local(*r->connection->sockaddr)) {
        return kElsewhere;
    }
    if (!is_own(conf.status_names, view(r->headers_in.server))) {
        return kOtherName;
    }
    return is_of_another_page(r) ? kOtherPage : std::string_view();
}

}  // namespace robots::nginx
