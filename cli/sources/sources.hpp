// All that can be fetched: the lists and keys that the catalogue and a policy
// name (`ranges_url`, `keys_url`).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

// Which kind of data a source has.
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

// The URL that a list or keys are fetched from. A policy may be written by
// others than the admin who runs this. So a URL leads only to what everybody
// can reach: https, without credentials, and a host that is not a private
// address. `allow_private` lifts the last.
struct SourceUrl {
    std::string host;     // in lower case
    std::string port;     // "443" where the URL has none
    std::string problem;  // not empty: why it is not fetched
};
SourceUrl read_source_url(const std::string& text, bool allow_private);

}  // namespace robotsctl
