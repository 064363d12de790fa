// The header filter, which adds X-Robots-Tag, Content-Usage, tdm-reservation
// and Link. The filter is a separate nginx module, because nginx has different
// rules for the order of filters and of phase handlers.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/enforcement/recognition.hpp"
#include "module/enforcement/refusal_terms.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/enforcement/waits.hpp"
#include "module/handlers/handlers.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/base/ascii.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/deciding_rule.hpp"

namespace robots::nginx {

namespace {

ngx_int_t init_filter(ngx_conf_t* cf) noexcept;

ngx_http_module_t filter_ctx = {
    nullptr,      // preconfiguration
    init_filter,  // postconfiguration

    nullptr,  // create main configuration
    nullptr,  // init main configuration

    nullptr,  // create server configuration
    nullptr,  // merge server configuration

    nullptr,  // create location configuration
    nullptr,  // merge location configuration
};

}  // namespace

}  // namespace robots::nginx

ngx_module_t ngx_http_robots_filter_module = {
    NGX_MODULE_V1,
    &robots::nginx::filter_ctx,  // module context
    nullptr,                     // module directives
    NGX_HTTP_MODULE,             // module type
    nullptr,                     // init master
    nullptr,                     // init module
    nullptr,                     // init process
    nullptr,                     // init thread
    nullptr,                     // exit thread
    nullptr,                     // exit process
    nullptr,                     // exit master
    NGX_MODULE_V1_PADDING,
};

namespace robots::nginx {

namespace {

constexpr std::string_view kHeaderName = "X-Robots-Tag";
constexpr ngx_uint_t kRedirects = 300;

HeaderFilter next_filter;

// Whether the response already has a header with this name and, if `value` is
// set, with this value. This header may come from an upstream, from
// "add_header" or from an earlier XRobotsTag of the site.
bool has_header(ngx_http_request_t* r, std::string_view name,
                std::optional<std::string_view> value = {}) {
    return find_header(r->headers_out.headers, [&](const auto& header) {
               return header.hash != 0 &&
                      equal_folded(view(header.key), name) &&
                      (!value || view(header.value) == *value);
           }) != nullptr;
}

// Adds the headers Content-Usage and tdm-reservation. Does not add a header
// that the upstream or "add_header" has already set, because that value is more
// specific to the page. Also, a second Content-Usage would override the first
// (RFC 9651 4.2).
void add_use(ngx_http_request_t* r, const UseHeaders* use) {
    const auto add = [r](std::string_view name, const std::string& value) {
        if (!value.empty() && !has_header(r, name)) {
            add_header(r, name, str(value));
        }
    };
    if (use != nullptr) {
        add("Content-Usage", use->content_usage);
        add("tdm-reservation", use->tdm_reservation);
    }
}

void add_tags(ngx_http_request_t* r, const SiteSettings& settings,
              std::string_view target, Slashes slashes) {
    const std::vector<XRobotsTag>& tags = settings.x_robots_tags;
    const Crawlers& crawlers = main_conf(r).policy->crawlers();
    const Sighting crawler =
        depends_on_crawler(tags) ? crawler_of(r) : Sighting{};
    const TaggedResponse response(target, slashes, crawler, crawlers);
    for (const XRobotsTag& tag : tags) {
        if (response.takes(tag) && !has_header(r, kHeaderName, tag.value)) {
            add_header(r, kHeaderName, str(tag.value));
        }
    }
    add_use(r, longest_match(settings.use_headers, response));
}

bool was_refused(ngx_http_request_t* r) {
    const RequestContext* context = existing_context(r);
    return context != nullptr && context->is_enforced &&
           context->verdict.action == Action::reject;
}

// Adds the headers that the requested site sets for the target. The target is
// the one that the client sent, even after internal redirects. Licence links
// are added only to successful answers, because a refusal has its own links.
ngx_int_t add_headers(ngx_http_request_t* r) {
    const Site* site = site_of(r);
    if (site == nullptr) {
        return NGX_OK;
    }
    const SiteSettings& settings = *site->robots->settings;
    const bool has_tags =
        !settings.x_robots_tags.empty() || !settings.use_headers.empty();
    if (!has_tags && !settings.license_link) {
        return NGX_OK;
    }
    const std::string_view target = view(r->unparsed_uri);
    const Slashes slashes = slashes_of(r);
    if (SentTarget(target, slashes).is_robots_txt()) {
        return NGX_OK;
    }
    if (has_tags) {
        add_tags(r, settings, target, slashes);
    }
    const ngx_uint_t status = r->headers_out.status;
    if (settings.license_link && status >= NGX_HTTP_OK && status < kRedirects &&
        !was_refused(r)) {
        add_license_links(r, effective_licenses(*site->robots, nullptr));
    }
    return NGX_OK;
}

// If the headers cannot be added, the response is not sent, because search
// engines might list a page that lacks its X-Robots-Tag.
ngx_int_t filter_header(ngx_http_request_t* r) noexcept {
    if (r != r->main || !robots_on(r)) {
        return next_filter(r);
    }
    if (main_conf(r).adds_headers) {
        const auto rc = guarded<ngx_int_t>(r->connection->log, NGX_ERROR,
                                           [r] { return add_headers(r); });
        if (rc != NGX_OK) {
            return rc;
        }
    }
    // A redirect costs a crawler nothing (waits.hpp). Few responses are
    // redirects, so most responses need only this check of the status.
    if (is_redirect(static_cast<unsigned>(r->headers_out.status))) {
        give_back_charges(r);
    }
    return filter_passed(r, next_filter);
}

bool adds_headers(const Policy& policy) {
    const auto& sites = policy.sites();
    return std::any_of(sites.begin(), sites.end(), [](const Site& site) {
        const SiteSettings& settings = *site.robots->settings;
        return !settings.x_robots_tags.empty() ||
               !settings.use_headers.empty() || settings.license_link;
    });
}

// The chain of filters belongs to the process and not to a configuration. After
// a failed reload, the chain of the failed configuration stays in use. So this
// filter is always in the chain, and each call reads the configuration of its
// request.
ngx_int_t init_filter(ngx_conf_t* cf) noexcept {
    MainConf& main = main_conf(cf);
    main.adds_headers = main.served && adds_headers(*main.policy);
    next_filter = reinterpret_cast<HeaderFilter>(ngx_http_top_header_filter);
    ngx_http_top_header_filter = filter_header;
    return NGX_OK;
}

}  // namespace

}  // namespace robots::nginx
