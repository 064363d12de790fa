#include "module/request/request_facts.hpp"

#include <algorithm>

#include "module/request/origin.hpp"

namespace robots::nginx {

namespace {

// Whether the host has only lower-case letters, digits, hyphens and dots. Then
// it is certainly in its canonical spelling.
bool is_plain(std::string_view host) {
    return std::all_of(host.begin(), host.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
               c == '.';
    });
}

// The canonical spelling of a request's host for which is_plain() is false;
// empty if the host has no canonical spelling. This object is stored in the
// request's pool, because several functions need the text.
struct CanonicalHost {
    std::string_view text;
};

std::string_view spelt_anew(ngx_http_request_t* r, std::string_view host) {
    if (const auto* known = find_owned<CanonicalHost>(r->pool)) {
        return known->text;
    }
    const auto canonical = canonical_host(host);
    auto* kept = make_owned<CanonicalHost>(r->pool);
    if (canonical) {
        kept->text = view(copy(r->pool, *canonical));
    }
    return kept->text;
}

// Returns the canonical spelling of the host. nginx has already changed the
// host to lower case and removed a final dot, so nearly all hosts are
// canonical.
std::string_view canonical(ngx_http_request_t* r, std::string_view host) {
    return is_plain(host) ? host : spelt_anew(r, host);
}

bool spoke_tls(const ngx_connection_t* c) {
#if (NGX_SSL || NGX_COMPAT)
    return c->ssl != nullptr;
#else
    (void)c;
    return false;
#endif
}

// The scheme, host and port of a request. Unless is_canonical is true, the
// spelling of the host may be different from the canonical spelling.
struct AskedOrigin {
    Authority authority;
    bool is_canonical = false;
};

void take_connection(const ngx_connection_t* c, Authority& authority) {
    const ngx_proxy_protocol_t* proxied = c->proxy_protocol;
    bool is_tls = spoke_tls(c);
    if (proxied == nullptr) {
        authority.port = ngx_inet_get_port(c->local_sockaddr);
    } else {
        authority.port = proxied->dst_port;
        is_tls = is_tls || authority.port == 443;
    }
    authority.scheme = is_tls ? Scheme::https : Scheme::http;
    if (authority.port == 0) {
        authority.port = default_port(authority.scheme);
    }
}

// Stores in `asked` the origin that "robots_origin" states. Returns false if
// "robots_origin" states no origin.
bool take_stated(ngx_http_request_t* r, AskedOrigin& asked) {
    const RequestOrigin& origin = request_origin(r);
    if (!origin.counts) {
        return false;
    }
    asked.authority.scheme = origin.scheme;
    asked.authority.port = origin.port;
    asked.is_canonical = !origin.host.empty();
    asked.authority.host =
        asked.is_canonical ? origin.host : view(r->headers_in.server);
    return true;
}

AskedOrigin asked_of(ngx_http_request_t* r) {
    AskedOrigin asked;
    if (origin_conf(r).value == nullptr || !take_stated(r, asked)) {
        asked.authority.host = view(r->headers_in.server);
        take_connection(r->connection, asked.authority);
    }
    return asked;
}

}  // namespace

Authority authority_of(ngx_http_request_t* r) {
    AskedOrigin asked = asked_of(r);
    if (!asked.is_canonical) {
        asked.authority.host = canonical(r, asked.authority.host);
    }
    return asked.authority;
}

const Site* find_claimed_site(ngx_http_request_t* r, const Policy& policy) {
    AskedOrigin asked = asked_of(r);
    if (const Site* site = policy.find_exact(asked.authority)) {
        return site;
    }
    if (asked.is_canonical) {
        return policy.find(asked.authority);
    }
    const std::string_view spelt = canonical(r, asked.authority.host);
    if (spelt.empty()) {
        return policy.find_wildcard(asked.authority);
    }
    asked.authority.host = spelt;
    return policy.find(asked.authority);
}

#if (nginx_version < 1023000)

namespace {

bool holds(const ngx_list_part_t& part, const ngx_table_elt_t* header) {
    auto* begin = static_cast<const ngx_table_elt_t*>(part.elts);
    return header >= begin && header < begin + part.nelts;
}

}  // namespace

const ngx_table_elt_t* find_user_agent(const ngx_http_request_t* r,
                                       const ngx_table_elt_t* header) {
    const ngx_list_part_t* part = &r->headers_in.headers.part;
    while (part->next != nullptr && !holds(*part, header)) {
        part = part->next;
    }
    const ngx_uint_t hash = header->hash;
    for (++header;; header = static_cast<const ngx_table_elt_t*>(part->elts)) {
        auto* begin = static_cast<const ngx_table_elt_t*>(part->elts);
        for (auto* end = begin + part->nelts; header != end; ++header) {
            if (header->hash == hash &&
                view({header->key.len, header->lowcase_key}) == "user-agent") {
                return header;
            }
        }
        part = part->next;
        if (part == nullptr) {
            return nullptr;
        }
    }
}

#endif

}  // namespace robots::nginx
