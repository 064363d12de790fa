// What no client can guess, for the hashes of what clients send.

#ifndef ROBOTS_MODULE_NGX_SECRET_HPP
#define ROBOTS_MODULE_NGX_SECRET_HPP

#include <cstdint>
#include <random>

namespace robots::nginx {

// Another one with each call. Throws std::exception where the system has no
// randomness to give.
inline std::uint64_t make_secret() {
    std::random_device source;
    return std::uint64_t{source()} << 32 | source();
}

}  // namespace robots::nginx

#endif
