#include "policy/shared_memory/waiting_places.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>

#include "policy/base/network.hpp"

namespace robots {

namespace {

constexpr std::size_t kLeastPlaces = 4;

std::size_t share(std::size_t places, std::size_t of) {
    return std::max(places / of, kLeastPlaces);
}

std::size_t count_of(
    const std::unordered_map<std::uint64_t, std::size_t>& counts,
    std::uint64_t key) {
    const auto found = counts.find(key);
    return found != counts.end() ? found->second : 0;
}

}  // namespace

WaitingPlaces::WaitingPlaces(std::size_t places, std::uint64_t secret)
    : parts_{Part(share(places - places / 4, 1), share(places, 8)),
             Part(share(places, 4), share(places, 16))},
      most_of_shapes_(share(places, 4)),
      fewest_(std::min(part(Reason::time).most_of_network,
                       part(Reason::answer).most_of_network)),
      secret_(secret) {}

std::uint64_t WaitingPlaces::network_key(std::string_view address) const {
    const std::string_view network = network_of(address);
    return XXH3_64bits_withSeed(network.data(), network.size(), secret_);
}

bool WaitingPlaces::has(const Guest& guest) const {
    const Part& of = part(guest.reason);
    return of.taken < of.most && (!guest.shape || shapes_ < most_of_shapes_) &&
           count_of(of.networks, guest.network) < of.most_of_network;
}

void WaitingPlaces::take(const Guest& guest) {
    Part& of = part(guest.reason);
    ++of.networks[guest.network];
    ++of.taken;
    ++taken_;
    shapes_ += guest.shape ? 1 : 0;
}

void WaitingPlaces::leave(const Guest& guest) noexcept {
    Part& of = part(guest.reason);
    const auto network = of.networks.find(guest.network);
    if (--network->second == 0) {
        of.networks.erase(network);
    }
    --of.taken;
    --taken_;
    shapes_ -= guest.shape ? 1 : 0;
}

}  // namespace robots
