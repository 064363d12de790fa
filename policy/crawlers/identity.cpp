#include "policy/crawlers/identity.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "policy/base/ascii.hpp"
#include "policy/base/hexadecimal.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/crawlers/header_words.hpp"
#include "policy/signature/signature_agent.hpp"

namespace robots {

namespace {

constexpr std::array<std::string_view, 3> kIdentityNames{
    "unverifiable", "verified", "impostor"};

// Whether `name` is `domain` or a subdomain of `domain`.
bool lies_in(std::string_view name, std::string_view domain) {
    return ends_folded(name, domain) &&
           (name.size() == domain.size() ||
            name[name.size() - domain.size() - 1] == '.');
}

// ---- copies of what operators publish --------------------------------------

constexpr std::string_view kFileScheme = "https://";

// The maximum length of a file name. File systems allow 255 octets. The
// temporary file for a new copy has a longer name than the copy.
constexpr std::size_t kLongestFileName = 200;

// Whether a file name contains `octet` of a URL unencoded. The caller replaces
// "/" by "_".
bool is_kept(unsigned char octet) {
    return is_alphanumeric(static_cast<char>(octet)) || octet == '-' ||
           octet == '.' || octet == '/';
}

std::string_view without_scheme(std::string_view url) {
    if (url.substr(0, kFileScheme.size()) == kFileScheme) {
        url.remove_prefix(kFileScheme.size());
    }
    return url;
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

bool is_signed_by(const signature::CheckedSignature& finding,
                  const Crawlers& crawlers, const Sighting& crawler) {
    return std::any_of(finding.owners.begin(), finding.owners.end(),
                       [&](std::uint32_t owner) {
                           return &crawlers.entries()[owner] == crawler.crawler;
                       });
}

bool is_provable_by_signature(const Crawler& crawler) {
    return std::any_of(
        crawler.keys.begin(), crawler.keys.end(), [](const PublishedKeys& set) {
            return std::any_of(set.keys.begin(), set.keys.end(),
                               [](const signature::TimedKey& key) {
                                   return !key.key->is_test_key();
                               });
        });
}

Sighting signed_sender(signature::CheckedSignature& finding,
                       const Crawlers& crawlers, const Sighting& named) {
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
                   named.crawler->token,
               finding.form};
    return named;
}

std::string identity_file_name(std::string_view url) {
    std::string out = percent_encoded(without_scheme(url), is_kept);
    std::replace(out.begin(), out.end(), '/', '_');
    if (!out.empty() && out.front() == '.') {
        out.replace(0, 1, "%2E");
    }
    if (out.size() > kLongestFileName) {
        const Hexadecimal hash =
            hexadecimal(XXH3_64bits(url.data(), url.size()));
        out.resize(kLongestFileName - hash.size() - 1);
        out += '~';
        out.append(hash.data(), hash.size());
    }
    return out;
}

std::string url_of_keys(std::string_view keys_url) {
    std::string_view rest = without_scheme(keys_url);
    const std::size_t slash = rest.find('/');
    const bool is_origin =
        slash == std::string_view::npos || slash + 1 == rest.size();
    if (!is_origin) {
        return std::string(keys_url);
    }
    keys_url.remove_suffix(slash == std::string_view::npos ? 0 : 1);
    return std::string(keys_url) + std::string(signature::kDirectory);
}

}  // namespace robots
