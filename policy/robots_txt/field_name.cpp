#include "policy/robots_txt/field_name.hpp"

#include <algorithm>
#include <string>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"

namespace robots {

namespace {

struct KnownName {
    std::string_view name;
    std::string_view as;
};

// A name that starts with `name` is read as the field `as`.
constexpr KnownName kNameStarts[] = {
    {"allow", "Allow"},
    {"disallow", "Disallow"},
    {"dissallow", "Disallow"},
    {"dissalow", "Disallow"},
    {"disalow", "Disallow"},
    {"diasllow", "Disallow"},
    {"disallaw", "Disallow"},
    {"user-agent", "User-agent"},
    {"useragent", "User-agent"},
    {"sitemap", "Sitemap"},
    {"site-map", "Sitemap"},
    {"crawl-delay", "Crawl-delay"},
    {"crawldelay", "Crawl-delay"},
};

constexpr KnownName kWhole[] = {
    {"request-rate", "Request-rate"},
    {"visit-time", "Visit-time"},
    {"clean-param", "Clean-param"},
    {"license", "License"},
    {"content-signal", "Content-Signal"},
    {"content-usage", "Content-Usage"},
    {"noindex", "Noindex"},
    {"nofollow", "Nofollow"},
    {"noarchive", "Noarchive"},
};

// A known name of at least this length may be misspelt in two octets. A shorter
// name may be misspelt in one octet.
constexpr std::size_t kLong = 6;

constexpr KnownName kMisspelt[] = {
    {"allow", "Allow"},
    {"disallow", "Disallow"},
    {"user-agent", "User-agent"},
    {"crawl-delay", "Crawl-delay"},
    {"request-rate", "Request-rate"},
    {"visit-time", "Visit-time"},
    {"sitemap", "Sitemap"},
    {"noindex", "Noindex"},
};

}  // namespace

bool is_field_name(std::string_view name) {
    return !name.empty() && name.size() <= kMostFieldName &&
           is_letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return is_letter(c) || (c >= '0' && c <= '9') || c == '-' ||
                      c == '_' || c == '.';
           });
}

std::string_view field_read_as(std::string_view name) {
    for (const KnownName& known : kNameStarts) {
        if (equal_folded(name.substr(0, known.name.size()), known.name)) {
            return known.as;
        }
    }
    for (const KnownName& known : kWhole) {
        if (equal_folded(name, known.name)) {
            return known.as;
        }
    }
    const std::string folded = fold(name.substr(0, kMostFieldName));
    for (const KnownName& known : kMisspelt) {
        const std::size_t most = known.name.size() < kLong ? 1 : 2;
        if (edit_distance(known.name, folded) <= most) {
            return known.as;
        }
    }
    return {};
}

}  // namespace robots
