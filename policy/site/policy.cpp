#include "policy/site/policy.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <utility>

namespace robots {

std::uint64_t site_key(std::string_view name) {
    return XXH3_64bits(name.data(), name.size());
}

Policy::Policy(std::shared_ptr<const Crawlers> crawlers)
    : crawlers_(std::move(crawlers)) {}

void Policy::set_crawlers(std::shared_ptr<const Crawlers> crawlers) {
    crawlers_ = std::move(crawlers);
}

Site& Policy::add(std::shared_ptr<const Robots> robots, const Place& place) {
    Site& site = sites_.emplace_back();
    site.robots = std::move(robots);
    site.place = place;
    return site;
}

void Policy::name(Site& site, std::string_view name) {
    if (const auto host = exact_.kept(name)) {
        site.name = *host;
    } else {
        char* const copy = static_cast<char*>(names_.allocate(name.size(), 1));
        site.name = {copy, name.copy(copy, name.size())};
    }
    site.key = site_key(site.name);
}

std::optional<ClaimOwner> Policy::claim(const Site& site, SiteClaim wanted) {
    const bool wildcard = is_wildcard(wanted.host);
    if (wildcard) {
        wanted.host.remove_prefix(kWildcard.size());
    }
    Claims<const Site*>& claims = wildcard ? suffixes_ : exact_;
    const auto owner = claims.add(wanted, &site);
    return owner ? std::optional(ClaimOwner{claims.value(*owner), *owner})
                 : std::nullopt;
}

const Site* Policy::claimant_of(std::string_view host) const {
    const bool wildcard = is_wildcard(host);
    const auto* site = wildcard ? suffixes_.any(host.substr(kWildcard.size()))
                                : exact_.any(host);
    return site != nullptr ? *site : nullptr;
}

template <class Wanted>
std::vector<Policy::HostClaim> Policy::claims_if(const Wanted& wanted) const {
    std::vector<HostClaim> out;
    each_claim([&](const SiteClaim& claim, bool is_wildcard, const Site& site) {
        if (wanted(&site)) {
            const std::string_view front = is_wildcard ? kWildcard : "";
            out.push_back({std::string(front).append(claim.host), claim.port,
                           claim.scheme});
        }
    });
    return out;
}

std::vector<Policy::HostClaim> Policy::claims() const {
    return claims_if([](const Site*) { return true; });
}

std::vector<Policy::HostClaim> Policy::claims_of(const Site& site) const {
    return claims_if([&site](const Site* owner) { return owner == &site; });
}

std::optional<Policy::HostClaim> Policy::example_for(const Site& site) const {
    if (const auto exact = exact_.first_for(&site)) {
        return HostClaim{std::string(exact->host), exact->port, exact->scheme};
    }
    if (const auto suffix = suffixes_.first_for(&site)) {
        return HostClaim{"www." + std::string(suffix->host), suffix->port,
                         suffix->scheme};
    }
    return std::nullopt;
}

void Policy::shrink_to_fit() {
    exact_.shrink_to_fit();
    suffixes_.shrink_to_fit();
}

void Policy::rename(std::size_t site, std::string_view name) {
    this->name(sites_[site], name);
}

const Site* Policy::find(const Authority& authority) const {
    if (!has_claims()) {
        return default_;
    }
    const Site* site = find_exact(authority);
    return site != nullptr ? site : find_wildcard(authority);
}

const Site* Policy::find_exact(const Authority& authority) const {
    const auto* site =
        exact_.find(authority.host, authority.port, authority.scheme);
    return site != nullptr ? *site : nullptr;
}

const Site* Policy::find_wildcard(const Authority& authority) const {
    std::string_view host = authority.host;
    // Claims have at most kMaxHost octets. Cut a longer host first: otherwise a
    // host of many dots would cost a look-up for each dot.
    if (host.size() > kMaxHost) {
        host.remove_prefix(host.size() - kMaxHost - 1);
    }
    while (!suffixes_.empty()) {
        const std::size_t dot = host.find('.');
        if (dot == std::string_view::npos) {
            break;
        }
        host.remove_prefix(dot + 1);
        if (const auto* site =
                suffixes_.find(host, authority.port, authority.scheme)) {
            return *site;
        }
    }
    return default_;
}

bool Policy::covers(std::string_view host) const {
    if (default_ != nullptr) {
        return true;
    }
    if (!is_wildcard(host) && exact_.kept(host)) {
        return true;
    }
    for (std::size_t dot = host.find('.'); dot != std::string_view::npos;
         dot = host.find('.')) {
        host.remove_prefix(dot + 1);
        if (suffixes_.kept(host)) {
            return true;
        }
    }
    return false;
}

bool Policy::ignores(std::string_view code) const {
    return std::find(ignored_warnings.begin(), ignored_warnings.end(), code) !=
           ignored_warnings.end();
}

std::string Policy::where(const Place& place) const {
    if (place.line == 0 || place.file >= files.size()) {
        return {};
    }
    return files[place.file] + ':' + std::to_string(place.line) + ':' +
           std::to_string(place.column);
}

}  // namespace robots
