// The places for requests that wait in one worker, and who may have how many of
// them, so that nobody can take them all.
//
// Three quarters of the places are for requests that wait for their time, one
// quarter is for those that wait to know who sent them. One network has at most
// an eighth of all places for the one and a sixteenth for the other, but four
// in any case. Crawlers that only their shape gives away, whose names are the
// sender's to choose, together have at most a quarter.

#ifndef ROBOTS_POLICY_STATE_WAITING_PLACES_HPP
#define ROBOTS_POLICY_STATE_WAITING_PLACES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/state/key_counts.hpp"

namespace robots {

class WaitingPlaces {
  public:
    enum class Reason : std::uint8_t { time, sender };

    // Who waits, and for what.
    struct Guest {
        std::uint64_t network = 0;  // network_key of the address
        Reason reason = Reason::time;
        bool shape = false;  // the catalogue does not have the crawler
    };

    // `secret` is what no client can guess. Throws std::bad_alloc.
    WaitingPlaces(std::size_t places, std::uint64_t secret);

    // A key for the /24 of an IPv4 address of 4 octets or the /56 of an IPv6
    // address of 16; no address is a network too.
    std::uint64_t network_key(std::string_view address) const;

    // So few places are taken that everybody has one.
    bool has_for_all() const { return taken_ < fewest_; }

    bool has(const Guest& guest) const;
    void take(const Guest& guest);
    void leave(const Guest& guest);

    std::size_t taken() const { return taken_; }

  private:
    // What one reason has.
    struct Part {
        explicit Part(std::size_t all, std::size_t network)
            : most(all), most_of_network(network), networks(all) {}

        std::size_t most;
        std::size_t most_of_network;
        std::size_t taken = 0;
        KeyCounts networks;
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

#endif
