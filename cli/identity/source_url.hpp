// The URLs that lists and keys are fetched from.

#ifndef ROBOTS_CLI_IDENTITY_SOURCE_URL_HPP
#define ROBOTS_CLI_IDENTITY_SOURCE_URL_HPP

#include <string>

namespace robotsctl {

// A policy may be written by others than the admin who runs this. So a URL
// leads only to what everybody can reach: https, without credentials, and a
// host that is not a private address. `allow_private` lifts the last.
struct SourceUrl {
    std::string host;     // in lower case
    std::string port;     // "443" where the URL has none
    std::string problem;  // not empty: why it is not fetched
};
SourceUrl read_source_url(const std::string& text, bool allow_private);

}  // namespace robotsctl

#endif
