// Which of several servers keeps a key: rendezvous hashing (Thaler,
// Ravishankar, "Using name-based mappings to increase hit rates", 1998). Each
// server gets a weight for the key, and the heaviest keeps it. So without one
// server only its own keys move, and every nginx that names the same servers
// agrees, in whatever order it names them.

#ifndef ROBOTS_POLICY_SHARING_RENDEZVOUS_HPP
#define ROBOTS_POLICY_SHARING_RENDEZVOUS_HPP

#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy/base/sip_hash.hpp"

namespace robots {

// The index of the server that keeps `key`. `servers` are hashes of their
// names, at least one.
inline std::size_t keeper_of(const std::vector<std::uint64_t>& servers,
                             std::uint64_t key) {
    std::size_t best = 0;
    std::uint64_t heaviest = 0;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const std::uint64_t weight = SipHash({servers[i], 0}).add(key).end();
        if (weight >= heaviest) {
            heaviest = weight;
            best = i;
        }
    }
    return best;
}

}  // namespace robots

#endif
