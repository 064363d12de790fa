// Secrets that no client can guess, for hashes of what clients send.

#ifndef ROBOTS_MODULE_NGX_SECRET_HPP
#define ROBOTS_MODULE_NGX_SECRET_HPP

#include <cstdint>
#include <random>

namespace robots::nginx {

// Another one with each call. Throws std::exception if the system has no
// randomness.
inline std::uint64_t make_secret() {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
}

}  // namespace robots::nginx

#endif
