#include "policy/lint/stale_ranges.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"

namespace robots {

namespace {

std::string stale_text(const Crawler& crawler, const PublishedRanges& list,
                       Utc now) {
    constexpr auto kLimit = kFreshRanges / std::chrono::hours(24);
    return quoted(list.file, kWholePath) + " is " +
           std::to_string(days_old(list, now)) + " days old; after " +
           std::to_string(kLimit) +
           " days it no longer makes anybody an impostor of " +
           quoted(crawler.token) +
           "; download it again, every day (`robotsctl identity update` does)";
}

}  // namespace

// A file that crawlers have in common by one place, the `directory` of
// `identity`, is one warning.
Diagnostics stale_ranges(const Policy& policy, Utc now) {
    Diagnostics out;
    const auto& ignored = policy.ignored_warnings;
    if (std::find(ignored.begin(), ignored.end(), "ranges-stale") !=
        ignored.end()) {
        return out;
    }
    std::set<std::tuple<std::string_view, std::uint32_t, std::uint32_t>> seen;
    for (const Crawler& crawler : policy.crawlers().entries()) {
        for (const PublishedRanges& list : crawler.ranges) {
            if (list.usable && is_stale(list, now) &&
                seen.emplace(list.file, list.place.line, list.place.column)
                    .second) {
                out.push_back({policy.files[list.place.file], list.place.line,
                               list.place.column, Severity::warning,
                               "ranges-stale", stale_text(crawler, list, now)});
            }
        }
    }
    return out;
}

}  // namespace robots
