// What there is to fetch: the lists and keys that the catalogue and a policy
// name (`ranges_url`, `signature_agent`).

#ifndef ROBOTS_CLI_IDENTITY_SOURCES_HPP
#define ROBOTS_CLI_IDENTITY_SOURCES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

// What a source says.
enum class SourceKind { ranges, keys };

// "ranges", "keys"
std::string_view to_string(SourceKind kind);

struct IdentitySource {
    SourceKind kind = SourceKind::ranges;
    std::string url;
    std::string file;                 // the name of its copy
    std::vector<std::string> tokens;  // of the crawlers that it is about
};

// The sources of all crawlers that have any, or of those named in `only`
// (product tokens, in upper or lower case), in the order of the crawlers. Each
// URL comes once.
std::vector<IdentitySource> sources_of(
    const std::vector<robots::Crawler>& crawlers,
    const std::vector<std::string>& only);

// "Googlebot", "Googlebot and Storebot-Google", "Googlebot and 11 more"
std::string tokens_text(const IdentitySource& source);

}  // namespace robotsctl

#endif
