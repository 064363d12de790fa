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

void Policy::set_crawlers(std::shared_ptr<const Crawlers> crawlers) {
    crawlers_ = std::move(crawlers);
}

const Site& Policy::add(Site site) {
    sites_.push_back(std::make_unique<Site>(std::move(site)));
    return *sites_.back();
}

const Site* Policy::claim(const Site& site, SiteClaim wanted) {
    constexpr std::string_view kWildcard = "*.";
    const bool wildcard = wanted.host.substr(0, kWildcard.size()) == kWildcard;
    if (wildcard) {
        wanted.host.remove_prefix(kWildcard.size());
    }
    const Site* const* holder =
        (wildcard ? suffixes_ : exact_).add(wanted, &site);
    return holder == nullptr ? nullptr : *holder;
}

const Site* Policy::add(Site site, const std::vector<SiteClaim>& claims) {
    const Site& added = add(std::move(site));
    for (const SiteClaim& wanted : claims) {
        if (const Site* holder = claim(added, wanted)) {
            return holder;
        }
    }
    return nullptr;
}

void Policy::shrink_to_fit() {
    sites_.shrink_to_fit();
    exact_.shrink_to_fit();
    suffixes_.shrink_to_fit();
}

void Policy::rename(std::size_t site, std::string name) {
    // Nobody else makes sites, and none was made const.
    Site& renamed = const_cast<Site&>(*sites_[site]);
    renamed.name = std::move(name);
    renamed.key = site_key(renamed.name);
}

void Policy::set_default(Site site) {
    default_ = &add(std::move(site));
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
