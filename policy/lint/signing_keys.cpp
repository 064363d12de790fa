#include "policy/lint/signing_keys.hpp"

#include <algorithm>
#include <chrono>
#include <string>

#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::chrono::hours kDay{24};
constexpr auto kFreshKeys = 30 * kDay;

Diagnostic warning(const Policy& policy, const Place& place, const char* code,
                   std::string text) {
    return {policy.files[place.file], place.line, place.column,
            Severity::warning,        code,       std::move(text)};
}

std::string stale_text(const Crawler& crawler, const PublishedKeys& set,
                       Utc now) {
    return quoted(set.file, kWholePath) + " is " +
           std::to_string((now - set.written) / kDay) + " days old; what " +
           quoted(crawler.token) +
           " signs with newer keys is not verified; download it again, every "
           "day";
}

std::string missing_text(const Crawler& crawler) {
    return "no keys of " + quoted(crawler.token) +
           " are here, so nothing that it signs is verified; let `robotsctl "
           "identity update` fetch them, or download them from " +
           quoted(crawler.signature_agents.front()) +
           " and name the file in `keys_file`";
}

}  // namespace

Diagnostics signing_keys(const Policy& policy, Utc now) {
    Diagnostics out;
    const auto is_told = [&policy](const char* code) {
        const auto& ignored = policy.ignored_warnings;
        return std::find(ignored.begin(), ignored.end(), code) == ignored.end();
    };
    for (const Crawler& crawler : policy.crawlers().entries()) {
        for (const PublishedKeys& set : crawler.keys) {
            if (is_told("keys-stale") && set.usable &&
                now - set.written > kFreshKeys) {
                out.push_back(warning(policy, set.place, "keys-stale",
                                      stale_text(crawler, set, now)));
            }
        }
        if (is_told("keys-missing") && crawler.keys.empty() &&
            !crawler.signature_agents.empty() &&
            crawler.signature_agent_place.line != 0) {
            out.push_back(warning(policy, crawler.signature_agent_place,
                                  "keys-missing", missing_text(crawler)));
        }
    }
    return out;
}

}  // namespace robots
