#include "policy.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <utility>

namespace robots {

std::uint64_t site_key(std::string_view name) {
    return XXH3_64bits(name.data(), name.size());
}

Policy::Policy(std::shared_ptr<const Crawlers> crawlers)
    : crawlers_(std::move(crawlers)) {}

const Site* Policy::add(Site site, const std::vector<SiteClaim>& claims) {
    constexpr std::string_view kWildcard = "*.";
    sites_.push_back(std::make_unique<const Site>(std::move(site)));
    const Site* added = sites_.back().get();
    for (SiteClaim wanted : claims) {
        const bool wildcard =
            wanted.host.substr(0, kWildcard.size()) == kWildcard;
        if (wildcard) {
            wanted.host.remove_prefix(kWildcard.size());
        }
        const Site* const* holder =
            (wildcard ? suffixes_ : exact_).add(wanted, added);
        if (holder != nullptr) {
            return *holder;
        }
    }
    return nullptr;
}

void Policy::set_default(Site site) {
    sites_.push_back(std::make_unique<const Site>(std::move(site)));
    default_ = sites_.back().get();
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

std::string Policy::where(const Place& place) const {
    if (place.line == 0 || place.file >= files.size()) {
        return {};
    }
    return files[place.file] + ':' + std::to_string(place.line) + ':' +
           std::to_string(place.column);
}

}  // namespace robots
