#include "policy/lint/stale.hpp"

#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"

namespace robots {

namespace {

constexpr std::chrono::hours kDay{24};
constexpr auto kFreshKeys = 30 * kDay;

void tell(const Policy& policy, const Place& place, const char* code,
          std::string text, Diagnostics& told) {
    if (!policy.ignores(code)) {
        told.push_back({policy.files[place.file], place.line, place.column,
                        Severity::warning, code, std::move(text)});
    }
}

std::string stale_text(const Crawler& crawler, const PublishedRanges& list,
                       Utc now) {
    return cited(list.file, kWholePath) + " is " +
           std::to_string(days_old(list, now)) + " days old; after " +
           std::to_string(kFreshRanges / kDay) +
           " days it no longer makes anybody an impostor of " +
           cited(crawler.token) +
           "; download it again, every day (`robotsctl sources update` does)";
}

std::string stale_text(const Crawler& crawler, const PublishedKeys& set,
                       Utc now) {
    return cited(set.file, kWholePath) + " is " +
           std::to_string((now - set.written) / kDay) + " days old; what " +
           cited(crawler.token) +
           " signs with newer keys is not verified; download it again, every "
           "day";
}

std::string missing_text(const Crawler& crawler) {
    return "no keys of " + cited(crawler.token) +
           " are here, so nothing that it signs is verified; let `robotsctl "
           "sources update` fetch them, or download them from " +
           cited(crawler.keys_urls.front()) +
           " and name the file in `keys_file`";
}

// Adds only one warning for a file that one place of the policy (the
// `directory` of `identity`) assigns to several crawlers.
void tell_ranges(const Policy& policy, Utc now, Diagnostics& told) {
    std::set<std::tuple<std::string_view, std::uint32_t, std::uint32_t>> seen;
    for (const Crawler& crawler : policy.crawlers().entries()) {
        for (const PublishedRanges& list : crawler.ranges) {
            if (list.usable && is_stale(list, now) &&
                seen.emplace(list.file, list.place.line, list.place.column)
                    .second) {
                tell(policy, list.place, "ranges-stale",
                     stale_text(crawler, list, now), told);
            }
        }
    }
}

void tell_keys(const Policy& policy, Utc now, Diagnostics& told) {
    for (const Crawler& crawler : policy.crawlers().entries()) {
        for (const PublishedKeys& set : crawler.keys) {
            if (set.usable && now - set.written > kFreshKeys) {
                tell(policy, set.place, "keys-stale",
                     stale_text(crawler, set, now), told);
            }
        }
        if (crawler.keys.empty() && !crawler.keys_urls.empty() &&
            crawler.keys_url_place.line != 0) {
            tell(policy, crawler.keys_url_place, "keys-missing",
                 missing_text(crawler), told);
        }
    }
}

}  // namespace

Diagnostics stale_warnings(const Policy& policy, Utc now) {
    Diagnostics told;
    tell_ranges(policy, now, told);
    tell_keys(policy, now, told);
    return told;
}

}  // namespace robots
