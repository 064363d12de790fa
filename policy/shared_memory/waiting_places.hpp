// The places for waiting requests in one worker process, with limits so that no
// client can take all places. Each waiting request takes one place.
//
// - 3/4 of all places are for throttled requests, which wait until they are
//   due. The throttled requests of one network get at most 1/8 of all places.
// - 1/4 of all places are for requests that wait for an answer of DNS or of the
//   fleet's server. Of these requests, those of one network get at most 1/16 of
//   all places.
// - Crawlers that are known only by the shape of their names, which a client
//   can invent, together get at most 1/4 of all places.
//
// Each limit is at least four places.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace robots {

class WaitingPlaces {
  public:
    enum class Reason : std::uint8_t { time, answer };

    // A waiting request, and the reason why it waits.
    struct Guest {
        std::uint64_t network = 0;  // network_key of the address
        Reason reason = Reason::time;
        bool shape = false;  // the crawler is not in the catalogue
    };

    // `secret` must be a number that no client can guess. Throws
    // std::bad_alloc.
    WaitingPlaces(std::size_t places, std::uint64_t secret);

    // Returns a key for the /24 of an IPv4 address (4 octets) or the /56 of an
    // IPv6 address (16 octets). All requests without an address have the same
    // key.
    std::uint64_t network_key(std::string_view address) const;

    // If true, no limit can be reached yet: has() is true for every guest.
    bool has_for_all() const { return taken_ < fewest_; }

    // Returns whether the guest may take a place; take() does not check this.
    bool has(const Guest& guest) const;
    void take(const Guest& guest);  // on std::bad_alloc, takes no place
    void leave(const Guest& guest) noexcept;

    std::size_t taken() const { return taken_; }

  private:
    // The places for one reason.
    struct Part {
        explicit Part(std::size_t all, std::size_t network)
            : most(all), most_of_network(network) {}

        std::size_t most;
        std::size_t most_of_network;
        std::size_t taken = 0;
        std::unordered_map<std::uint64_t, std::size_t> networks;
    };

    Part& part(Reason reason) {
        return parts_[static_cast<std::size_t>(reason)];
    }
    const Part& part(Reason reason) const {
        return parts_[static_cast<std::size_t>(reason)];
    }

    std::array<Part, 2> parts_;
    std::size_t most_of_shapes_;
    std::size_t fewest_;
    std::size_t shapes_ = 0;
    std::size_t taken_ = 0;
    std::uint64_t secret_;
};

}  // namespace robots
