// Fetches small public files over https, several at a time.

#ifndef ROBOTS_CLI_IDENTITY_FETCH_HPP
#define ROBOTS_CLI_IDENTITY_FETCH_HPP

#include <cstddef>
#include <functional>
#include <vector>

#include "cli/identity/fetch_settings.hpp"

namespace robotsctl {

// Calls done(index, answer) for each request as soon as it has ended, and
// idle() at least ten times a second meanwhile. Redirects are followed to the
// same host and port only.
void fetch_all(
    const std::vector<FetchRequest>& requests, const FetchSettings& settings,
    const std::function<void(std::size_t index, FetchAnswer answer)>& done,
    const std::function<void()>& idle);

}  // namespace robotsctl

#endif
