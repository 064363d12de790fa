#include "policy/crawlers/identity.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "policy/base/ascii.hpp"

namespace robots {

namespace {

constexpr std::array<std::string_view, 3> kIdentityNames{
    "unverifiable", "verified", "impostor"};

// Whether `name` is `domain` or a name below it.
bool lies_in(std::string_view name, std::string_view domain) {
    if (name.size() < domain.size() ||
        !equal_folded(name.substr(name.size() - domain.size()), domain)) {
        return false;
    }
    return name.size() == domain.size() ||
           name[name.size() - domain.size() - 1] == '.';
}

}  // namespace

std::string_view to_string(Identity identity) {
    return kIdentityNames[static_cast<std::size_t>(identity)];
}

HoldingRange holding_range(const Crawler& crawler, std::string_view address) {
    for (const PublishedRanges& list : crawler.ranges) {
        if (const AddressPrefix* prefix = list.addresses.find(address)) {
            return {&list, prefix};
        }
    }
    return {};
}

bool is_stale(const PublishedRanges& list, Utc now) {
    return !list.usable ||
           (!list.file.empty() && now - list.written > kFreshRanges);
}

std::int64_t days_old(const PublishedRanges& list, Utc now) {
    return (now - list.written) / std::chrono::hours(24);
}

const PublishedRanges* first_stale(const Crawler& crawler, Utc now) {
    const auto it = std::find_if(
        crawler.ranges.begin(), crawler.ranges.end(),
        [now](const PublishedRanges& list) { return is_stale(list, now); });
    return it == crawler.ranges.end() ? nullptr : &*it;
}

std::optional<Identity> settled_identity(const Crawler& crawler,
                                         std::string_view address, Utc now,
                                         Resolver resolver) {
    if (holding_range(crawler, address).list != nullptr) {
        return Identity::verified;
    }
    if (address.empty()) {
        return Identity::unverifiable;
    }
    if (!crawler.rdns.empty()) {
        return resolver == Resolver::present
                   ? std::nullopt
                   : std::optional<Identity>(Identity::unverifiable);
    }
    return crawler.ranges.empty() || first_stale(crawler, now) != nullptr
               ? Identity::unverifiable
               : Identity::impostor;
}

bool is_operators_name(const Crawler& crawler, std::string_view name) {
    if (!name.empty() && name.back() == '.') {
        name.remove_suffix(1);
    }
    return std::any_of(
        crawler.rdns.begin(), crawler.rdns.end(),
        [name](const std::string& domain) { return lies_in(name, domain); });
}

bool is_signed_by(const signature::Finding& finding, const Crawlers& crawlers,
                  const Sighting& crawler) {
    return std::any_of(finding.owners.begin(), finding.owners.end(),
                       [&](std::uint32_t owner) {
                           return &crawlers.entries()[owner] == crawler.crawler;
                       });
}

Sighting signed_sender(signature::Finding& finding, const Crawlers& crawlers,
                       const Sighting& named) {
    if (finding.owners.empty() || is_signed_by(finding, crawlers, named)) {
        return named;
    }
    const Crawler& owner = crawlers.entries()[finding.owners.front()];
    if (named.crawler == nullptr) {
        return {owner.token, owner.category, &owner};
    }
    finding = {signature::Result::unknown_key,
               {},
               "signed by " + owner.token + ", whose key is not one of " +
                   named.crawler->token};
    return named;
}

}  // namespace robots
