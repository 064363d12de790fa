// The facts of a request, as the policy reads them.

#pragma once

#include <string_view>

#include "module/ngx/ngx.hpp"
#include "module/request/slashes.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/site/host.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

// Returns the origin that the client asked for. "robots_origin" may state it;
// otherwise the host is the one that nginx validated, and port and scheme are
// the connection's. With the PROXY protocol, the port is the one that the proxy
// reports, and port 443 means https. On a Unix socket, the port is the scheme's
// default. The host is in its canonical spelling; it is empty if the host has
// no canonical spelling. So a robots.txt, a refusal or a log line never
// contains a host as the client spelt it. Throws std::bad_alloc.
Authority authority_of(ngx_http_request_t* r);

// Returns the requested site, or nullptr. A host without a canonical spelling
// ("a$.example.com") has the site whose wildcard ("*.example.com") matches its
// end, as in nginx's own server_name. Throws std::bad_alloc.
const Site* find_claimed_site(ngx_http_request_t* r, const Policy& policy);
inline const Site* find_site(ngx_http_request_t* r, const Policy& policy) {
    return policy.has_claims() ? find_claimed_site(r, policy)
                               : policy.default_site();
}

// Returns the value of the first User-Agent header; empty if there is none.
inline std::string_view user_agent_of(const ngx_http_request_t* r) {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    return header != nullptr ? view(header->value) : std::string_view{};
}

inline Method method_of(const ngx_http_request_t* r) {
    constexpr ngx_uint_t kSafe =
        NGX_HTTP_OPTIONS | NGX_HTTP_TRACE | NGX_HTTP_PROPFIND;
    return r->method == NGX_HTTP_GET    ? Method::get
           : r->method == NGX_HTTP_HEAD ? Method::head
           : (r->method & kSafe) != 0   ? Method::safe
                                        : Method::unsafe;
}

// Returns what judge() must know of a request; views are valid during the
// request. The address is the client's, as nginx's realip module has set it.
inline Request facts_of(ngx_http_request_t* r) {
    Request facts;
    facts.target = view(r->unparsed_uri);
    facts.address = octets_of(r->connection->sockaddr);
    facts.utc = Utc(ngx_time());
    facts.method = method_of(r);
    facts.slashes = slashes_of(r);
    return facts;
}

// Returns the request's User-Agent header after `header`; nullptr if there is
// none, as in nearly all requests. Inline, since every request needs it.
#if (nginx_version >= 1023000)

inline const ngx_table_elt_t* next_user_agent(const ngx_http_request_t*,
                                              const ngx_table_elt_t* header) {
    return header->next;
}

#else

// Finds the next User-Agent header after `header`, anywhere in the list of all
// headers; nullptr if there is none.
const ngx_table_elt_t* find_user_agent(const ngx_http_request_t* r,
                                       const ngx_table_elt_t* header);

// nginx before 1.23 has a pointer only to the first User-Agent header; the
// others are behind it in the list of all headers. That list nearly always has
// one part. Headers of another name nearly always have another hash, so that
// their names need not be compared.
inline const ngx_table_elt_t* next_user_agent(const ngx_http_request_t* r,
                                              const ngx_table_elt_t* header) {
    const ngx_list_part_t& part = r->headers_in.headers.part;
    const auto* end =
        static_cast<const ngx_table_elt_t*>(part.elts) + part.nelts;
    const ngx_table_elt_t* next = header + 1;
    if (part.next == nullptr) {
        while (next != end && next->hash != header->hash) {
            ++next;
        }
        if (next == end) {
            return nullptr;
        }
    }
    return find_user_agent(r, header);
}

#endif

}  // namespace robots::nginx
