#include "module/request/origin.hpp"

#include <ctime>

#include "module/ngx/log_text.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/site/host.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kMaxQuoted = 255;

// The times of the last warnings, and the number of suppressed warnings. Each
// worker has its own copy.
std::time_t told_malformed;
ngx_uint_t untold_malformed;
std::time_t told_forwarded;

void tell_malformed(ngx_http_request_t* r, ngx_str_t value) {
    constexpr std::time_t kMinute = 60;
    const std::time_t now = ngx_time();
    if (told_malformed != 0 && now - told_malformed < kMinute) {
        ++untold_malformed;
        return;
    }
    told_malformed = now;
    ngx_str_t quoted = escape(r->pool, view(value), kMaxQuoted);
    ngx_log_error(NGX_LOG_WARN, r->connection->log, 0,
                  "robots: \"robots_origin\" is \"%V\", which is not "
                  "\"scheme://host:port\"; scheme, host and port of the "
                  "connection count instead (%ui more such requests since the "
                  "last line)",
                  &quoted, untold_malformed);
    untold_malformed = 0;
}

void evaluate(ngx_http_request_t* r, ngx_http_complex_value_t* value,
              RequestOrigin& out) {
    ngx_str_t text;
    if (ngx_http_complex_value(r, value, &text) != NGX_OK) {
        throw std::bad_alloc();
    }
    const StatedOrigin stated = read_stated_origin(view(text));
    switch (stated.kind) {
        case StatedOrigin::Kind::none:
            return;
        case StatedOrigin::Kind::malformed:
            tell_malformed(r, text);
            return;
        case StatedOrigin::Kind::stated:
            out.counts = true;
            out.scheme = stated.scheme;
            out.port = stated.port;
            out.host = view(copy(r->pool, stated.host));
            return;
    }
}

}  // namespace

bool may_name_host(const OriginConf& conf) {
    return conf.value != nullptr && !ends_with(view(conf.value->value), "://");
}

const RequestOrigin& request_origin(ngx_http_request_t* r) {
    r = r->main;
    if (const auto* known = find_owned<RequestOrigin>(r->pool)) {
        return *known;
    }
    // The object is made before the evaluation. Otherwise a value that contains
    // a variable of this module would evaluate itself without end.
    auto* origin = make_owned<RequestOrigin>(r->pool);
    evaluate(r, origin_conf(r).value, *origin);
    return *origin;
}

void warn_of_forwarded_scheme(ngx_http_request_t* r, const Authority& asked) {
    constexpr std::time_t kDay = 86400;
    const std::time_t now = ngx_time();
    if (asked.scheme == Scheme::https || origin_conf(r).value != nullptr ||
        (told_forwarded != 0 && now - told_forwarded < kDay)) {
        return;
    }
    const std::string_view list = request_header(r, "x-forwarded-proto");
    if (!equal_folded(list.substr(0, list.find(',')), "https")) {
        return;
    }
    told_forwarded = now;
    ngx_log_error(NGX_LOG_WARN, r->connection->log, 0,
                  "robots: this robots.txt says \"http\", but the request has "
                  "\"X-Forwarded-Proto: https\"; if a proxy of yours sends "
                  "that, set \"robots_origin\"");
}

}  // namespace robots::nginx
