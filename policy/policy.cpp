#include "policy.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <utility>

namespace robots {

namespace {

// Claims of one host in the order in which they are tried: with a port before
// without, then with a scheme before without.
int specificity(const std::optional<std::uint16_t>& port,
                const std::optional<Scheme>& scheme) {
    return (port ? 2 : 0) + (scheme ? 1 : 0);
}

}  // namespace

std::uint64_t site_key(std::string_view name) {
    return XXH3_64bits(name.data(), name.size());
}

Policy::Policy(std::shared_ptr<const Crawlers> crawlers)
    : crawlers_(std::move(crawlers)) {}

const Site* Policy::add(Site site, const std::vector<SiteClaim>& claims) {
    sites_.push_back(std::make_unique<const Site>(std::move(site)));
    for (const SiteClaim& wanted : claims) {
        if (const Site* holder = claim(wanted, sites_.back().get())) {
            return holder;
        }
    }
    return nullptr;
}

void Policy::set_default(Site site) {
    sites_.push_back(std::make_unique<const Site>(std::move(site)));
    default_ = sites_.back().get();
}

// Returns the site that holds `wanted` already, or nullptr.
const Site* Policy::claim(const SiteClaim& wanted, const Site* site) {
    const bool wildcard = wanted.host.compare(0, 2, "*.") == 0;
    Claims& claims =
        wildcard ? suffixes_[wanted.host.substr(2)] : exact_[wanted.host];
    for (const Claim& held : claims) {
        if (held.port == wanted.port && held.scheme == wanted.scheme) {
            return held.site;
        }
    }
    const int rank = specificity(wanted.port, wanted.scheme);
    const auto at =
        std::find_if(claims.begin(), claims.end(), [rank](const Claim& other) {
            return specificity(other.port, other.scheme) < rank;
        });
    claims.insert(at, Claim{wanted.port, wanted.scheme, site});
    return nullptr;
}

const Site* Policy::pick(const Claims& claims, const Authority& authority) {
    for (const Claim& claim : claims) {
        if ((!claim.port || *claim.port == authority.port) &&
            (!claim.scheme || *claim.scheme == authority.scheme)) {
            return claim.site;
        }
    }
    return nullptr;
}

const Site* Policy::find(const Authority& authority) const {
    std::string host(authority.host);
    if (const auto it = exact_.find(host); it != exact_.end()) {
        if (const Site* site = pick(it->second, authority)) {
            return site;
        }
    }
    while (!suffixes_.empty()) {
        const std::size_t dot = host.find('.');
        if (dot == std::string::npos) {
            break;
        }
        host.erase(0, dot + 1);
        const auto it = suffixes_.find(host);
        if (it == suffixes_.end()) {
            continue;
        }
        if (const Site* site = pick(it->second, authority)) {
            return site;
        }
    }
    return default_;
}

std::string Policy::where(const Place& place) const {
    if (place.line == 0 || place.file >= files.size()) {
        return {};
    }
    return files[place.file] + ':' + std::to_string(place.line) + ':' +
           std::to_string(place.column);
}

}  // namespace robots
