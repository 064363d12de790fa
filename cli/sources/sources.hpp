// Lists what can be fetched: the address lists and keys whose URLs are in the
// catalogue or in a policy (`ranges_url`, `keys_url`).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

// The kind of data that a source publishes.
enum class SourceKind { ranges, keys };

// Returns "ranges" or "keys".
std::string_view to_string(SourceKind kind);

struct IdentitySource {
    SourceKind kind = SourceKind::ranges;
    std::string url;
    std::string file;                 // the file name of its copy
    std::vector<std::string> tokens;  // of the crawlers that it describes
};

// Returns the sources of all crawlers, or only of the crawlers in `only`
// (product tokens in any letter case) if `only` is not empty. The sources are
// in the order of the crawlers. Each URL is listed once.
std::vector<IdentitySource> sources_of(
    const std::vector<robots::Crawler>& crawlers,
    const std::vector<std::string>& only);

// Returns the crawlers of a source as a text: "Googlebot", "Googlebot and
// Storebot-Google", "Googlebot and 11 more".
std::string tokens_text(const IdentitySource& source);

// The URL from which a list or keys are fetched. The author of the policy may
// not be the admin who runs this program. So only URLs that everybody can reach
// are allowed: https, without credentials, and with a host that is not a
// private address (unless `allow_private`).
struct SourceUrl {
    std::string host;     // in lower case
    std::string port;     // "443" if the URL has none
    std::string problem;  // not empty: why the URL is refused
};
SourceUrl read_source_url(const std::string& text, bool allow_private);

}  // namespace robotsctl
