#include "request_facts.hpp"

#include <algorithm>

namespace robots::nginx {

namespace {

bool is_plain_host_octet(char octet) {
    return (octet >= 'a' && octet <= 'z') || (octet >= '0' && octet <= '9') ||
           octet == '-' || octet == '.';
}

// nginx has folded the case and cut off a final dot already, so that the hosts
// of nearly all requests are canonical as they are.
std::string_view host_of(ngx_http_request_t* r) {
    std::string_view host = view(r->headers_in.server);
    if (std::all_of(host.begin(), host.end(), is_plain_host_octet)) {
        return host;
    }
    auto canonical = canonical_host(host);
    return canonical ? view(copy(r->pool, *canonical)) : std::string_view{};
}

bool spoke_tls(const ngx_connection_t* c) {
#if (NGX_SSL || NGX_COMPAT)
    return c->ssl != nullptr;
#else
    (void)c;
    return false;
#endif
}

}  // namespace

Authority authority_of(ngx_http_request_t* r) {
    const ngx_connection_t* c = r->connection;
    Authority authority;
    authority.host = host_of(r);
    authority.port = c->proxy_protocol != nullptr
                         ? c->proxy_protocol->dst_port
                         : ngx_inet_get_port(c->local_sockaddr);
    bool proxied_tls = c->proxy_protocol != nullptr && authority.port == 443;
    authority.scheme =
        spoke_tls(c) || proxied_tls ? Scheme::https : Scheme::http;
    if (authority.port == 0) {
        authority.port = default_port(authority.scheme);
    }
    return authority;
}

namespace {

// The client's address in network order: 4 octets, also where it is mapped into
// IPv6, or 16. Empty for a Unix socket.
std::string_view address_of(const ngx_connection_t* c) {
    if (c->sockaddr->sa_family == AF_INET) {
        auto* sin = reinterpret_cast<const sockaddr_in*>(c->sockaddr);
        return {reinterpret_cast<const char*>(&sin->sin_addr), 4};
    }
#if (NGX_HAVE_INET6)
    if (c->sockaddr->sa_family == AF_INET6) {
        auto* sin6 = reinterpret_cast<const sockaddr_in6*>(c->sockaddr);
        auto* octets = reinterpret_cast<const char*>(&sin6->sin6_addr);
        return IN6_IS_ADDR_V4MAPPED(&sin6->sin6_addr)
                   ? std::string_view{octets + 12, 4}
                   : std::string_view{octets, 16};
    }
#endif
    return {};
}

}  // namespace

Request facts_of(ngx_http_request_t* r) {
    auto* core = static_cast<ngx_http_core_srv_conf_t*>(
        ngx_http_get_module_srv_conf(r, ngx_http_core_module));
    const ngx_table_elt_t* user_agent = r->headers_in.user_agent;

    Request facts;
    facts.target = view(r->unparsed_uri);
    if (user_agent != nullptr) {
        facts.user_agent = view(user_agent->value);
    }
    facts.address = address_of(r->connection);
    facts.utc = Utc(ngx_time());
    facts.slashes = core->merge_slashes ? Slashes::merge : Slashes::keep;
    return facts;
}

#if (nginx_version >= 1023000)

std::vector<std::string_view> further_user_agents(ngx_http_request_t* r) {
    std::vector<std::string_view> values;
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    while (header != nullptr && header->next != nullptr) {
        header = header->next;
        values.push_back(view(header->value));
    }
    return values;
}

#else

// These versions keep the first one only. Its hash, that of the name, tells the
// others from nearly all headers without a look at their names.
std::vector<std::string_view> further_user_agents(ngx_http_request_t* r) {
    std::vector<std::string_view> values;
    const ngx_table_elt_t* first = r->headers_in.user_agent;
    if (first == nullptr) {
        return values;
    }
    for (const ngx_list_part_t* part = &r->headers_in.headers.part;
         part != nullptr; part = part->next) {
        auto* headers = static_cast<const ngx_table_elt_t*>(part->elts);
        for (ngx_uint_t i = 0; i < part->nelts; i++) {
            const ngx_table_elt_t& header = headers[i];
            if (header.hash == first->hash && &header != first &&
                view({header.key.len, header.lowcase_key}) == "user-agent") {
                values.push_back(view(header.value));
            }
        }
    }
    return values;
}

#endif

}  // namespace robots::nginx
