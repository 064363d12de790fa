// Reads from a request of nginx the facts that the policy needs.

#pragma once

#include <string_view>

#include "module/ngx/ngx.hpp"
#include "module/request/slashes.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/site/host.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

// Returns the origin (scheme, host, port) that the client asked for. If
// "robots_origin" states an origin, returns that origin. Otherwise the host is
// the host that nginx validated, and port and scheme are those of the
// connection. With the PROXY protocol, the port is the port that the proxy
// reports, and port 443 means https. On a Unix socket, the port is the default
// port of the scheme. The host is in its canonical spelling, or empty if no
// canonical spelling exists. So a robots.txt, a refusal or a log line never
// contains the client's own spelling of the host. Throws std::bad_alloc.
Authority authority_of(ngx_http_request_t* r);

// Returns the requested site, or nullptr. A host without a canonical spelling
// ("a$.example.com") can match only a wildcard ("*.example.com"), because a
// wildcard is compared only with the end of the host. nginx's server_name works
// in the same way. Throws std::bad_alloc.
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

// Returns the facts of a request that judge() needs. Views in the result are
// valid during the request. The address is the client's, as nginx's realip
// module has set it.
inline Request facts_of(ngx_http_request_t* r) {
    Request facts;
    facts.target = view(r->unparsed_uri);
    facts.address = octets_of(r->connection->sockaddr);
    facts.utc = Utc(ngx_time());
    facts.method = method_of(r);
    facts.slashes = slashes_of(r);
    return facts;
}

// Returns the next User-Agent header of the request after `header`; nullptr if
// `header` is the last, as in nearly all requests. Inline, because this
// function runs for every request.
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

// nginx before 1.23 has a pointer only to the first User-Agent header. The
// other User-Agent headers come later in the list of all headers. That list
// nearly always has only one part. Headers with another name nearly always have
// another hash, so comparing the hashes is enough to skip them.
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
