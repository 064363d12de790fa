#include "module/request/signed_message.hpp"

#include "module/request/origin.hpp"
#include "module/request/request_facts.hpp"
#include "policy/base/ascii.hpp"

namespace robots::nginx {

namespace {

std::string_view without_port(std::string_view authority) {
    const std::size_t colon = authority.rfind(':');
    return colon == std::string_view::npos ||
                   authority.find(']', colon) != std::string_view::npos
               ? authority
               : authority.substr(0, colon);
}

// Returns the method that the client sent. r->method_name may be different,
// because an error_page changes it to GET.
std::string_view sent_method(const ngx_http_request_t* r) {
    const std::string_view line = view(r->request_line);
    return line.empty() ? view(r->method_name) : line.substr(0, line.find(' '));
}

std::string_view without_final_dot(std::string_view host) {
    if (!host.empty() && host.back() == '.') {
        host.remove_suffix(1);
    }
    return host;
}

}  // namespace

// Over HTTP/3, a request may have ":authority" but no Host header.
std::string_view written_host(const ngx_http_request_t* r) {
    if (r->headers_in.host != nullptr) {
        return view(r->headers_in.host->value);
    }
    return r->host_start != nullptr && r->host_end > r->host_start
               ? std::string_view(
                     reinterpret_cast<const char*>(r->host_start),
                     static_cast<std::size_t>(r->host_end - r->host_start))
               : std::string_view();
}

std::string signed_authority(ngx_http_request_t* r) {
    if (origin_conf(r).value != nullptr && request_origin(r).counts) {
        constexpr std::string_view kMark = "://";
        const std::string stated = origin(authority_of(r));
        return stated.substr(stated.find(kMark) + kMark.size());
    }
    // If the request line contains a host, nginx uses this host and ignores the
    // host in the Host header.
    const std::string_view server = view(r->headers_in.server);
    const std::string_view written = written_host(r);
    return equal_folded(without_final_dot(without_port(written)), server)
               ? std::string(written)
               : std::string(server);
}

signature::Message signed_message(ngx_http_request_t* r,
                                  const std::string& authority) {
    signature::Message out;
    out.method = sent_method(r);
    out.scheme = to_string(authority_of(r).scheme);
    out.authority = authority;
    out.target = view(r->unparsed_uri);
    find_header(r->headers_in.headers, [&out](const ngx_table_elt_t& header) {
        // A header with the hash 0 was removed by an nginx module.
        if (header.hash != 0) {
            out.fields.push_back({lower_case_name(header), view(header.value)});
        }
        return out.fields.size() > signature::kMaxFields;
    });
    return out;
}

}  // namespace robots::nginx
