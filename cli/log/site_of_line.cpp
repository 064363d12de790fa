#include "cli/log/site_of_line.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"

namespace robotsctl {

SiteOfLine::SiteOfLine(const robots::Policy& policy,
                       const std::optional<robots::Url>& url)
    : policy_(policy), fixed_(url.has_value()) {
    if (url) {
        fallback_ = policy.find({url->host, url->port, url->scheme});
    } else {
        fallback_ = policy.sites().size() == 1 ? &policy.sites().front()
                                               : policy.default_site();
    }
    for (const robots::Site& site : policy.sites()) {
        by_name_.emplace(site.name, &site);
    }
}

SiteOfLine::SiteOfLine(SiteOfLine& other, const robots::Site& from,
                       const robots::Site& site)
    : policy_(other.policy_), fallback_(&site), other_(&other), from_(&from) {}

void SiteOfLine::check_host(const LogRecord& record,
                            const LogMerge& log) const {
    if (is_named(record) || fallback_ != nullptr || fixed_) {
        return;
    }
    throw Unusable(log.where() +
                   ": no host in this line, and the policy has several sites "
                   "and no default; name the site, such as --url "
                   "https://example.com/");
}

const robots::Site* SiteOfLine::by_host(const LogRecord& record) const {
    std::string_view host = record.host;
    std::string_view port = record.port;
    const std::size_t colon = host.rfind(':');
    if (colon != std::string_view::npos &&
        host.find(']', colon) == std::string_view::npos) {
        // The port of the connection counts. If it is not logged, the port in
        // the Host header counts.
        port = port.empty() ? host.substr(colon + 1) : port;
        host = host.substr(0, colon);
    }
    if (record.scheme == "https" || port == "443") {
        return by_origin("https://", host, port);
    }
    if (record.scheme.empty() && port != "80") {
        const robots::Site* site = by_origin("https://", host, port);
        if (site != policy_.default_site()) {
            return site;
        }
    }
    return by_origin("http://", host, port);
}

const robots::Site* SiteOfLine::by_origin(std::string_view scheme,
                                          std::string_view host,
                                          std::string_view port) const {
    const auto url_of = [&](std::string_view name) {
        std::string url(scheme);
        url += name;
        if (!port.empty()) {
            url += ':';
            url += port;
        }
        return robots::parse_url(url);
    };
    if (const auto url = url_of(host)) {
        return policy_.find({url->host, url->port, url->scheme});
    }
    // nginx also accepts hosts that are not valid names. The only claims that
    // can match these hosts are claims with a wildcard.
    const auto url = url_of("localhost");
    return url ? policy_.find_wildcard(
                     {robots::fold(host), url->port, url->scheme})
               : policy_.default_site();
}

bool SiteOfLine::claims(const robots::Site& site,
                        const LogRecord& record) const {
    const auto url = robots::parse_url("http://" + std::string(record.host));
    const auto claims = policy_.claims_of(site);
    return url &&
           std::any_of(claims.begin(), claims.end(), [&](const auto& each) {
               const robots::Scheme scheme = each.scheme.value_or(url->scheme);
               const std::uint16_t port =
                   each.port.value_or(robots::default_port(scheme));
               return policy_.find({url->host, port, scheme}) == &site;
           });
}

const robots::Site* SiteOfLine::find(const LogRecord& record) {
    if (other_ != nullptr) {
        return other_->find(record) == from_ ? fallback_ : nullptr;
    }
    if (!is_named(record)) {
        return fallback_;
    }
    asked_.clear();
    for (const std::string_view part :
         {record.host, record.scheme, record.port, record.site}) {
        asked_ += part;
        asked_ += '\n';
    }
    const auto known = answers_.find(asked_);
    if (known != answers_.end()) {
        return known->second;
    }
    const robots::Site* site =
        record.host.empty() ? fallback_ : by_host(record);
    const auto named = by_name_.find(std::string(record.site));
    // Nearly always, the host leads to the logged site. claims() is called only
    // if the host leads to another site, because a site can have a million
    // claims.
    if (named != by_name_.end() && named->second != site &&
        (record.host.empty() || claims(*named->second, record))) {
        site = named->second;
    }
    // A limit for the memory, because clients choose the Host header.
    if (answers_.size() == kMaxAnswers) {
        answers_.clear();
    }
    answers_.emplace(asked_, site);
    return site;
}

}  // namespace robotsctl
