// How fast a crawler came to a site, and what it asked for most.

#ifndef ROBOTS_CLI_REPLAY_DEMAND_HPP
#define ROBOTS_CLI_REPLAY_DEMAND_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

// The most requests in one window of a fixed length: one from 12:00:00 up to
// 12:01:00, and so on.
class Busiest {
  public:
    explicit Busiest(robots::Milliseconds length) : length_(length) {}

    void add(robots::Milliseconds arrival);
    std::uint64_t most() const { return most_; }

  private:
    robots::Milliseconds length_;
    std::int64_t window_ = -1;
    std::uint64_t count_ = 0;
    std::uint64_t most_ = 0;
};

// A part of a site: "/shop/" is all below it, "/search?q=" all with that
// parameter first.
struct Part {
    std::string name;
    std::uint64_t requests = 0;
};

class Demand {
  public:
    // Requests come in the order of their arrival.
    void add(robots::Milliseconds arrival, std::string_view target);

    std::uint64_t requests() const { return requests_; }
    std::uint64_t busiest_minute() const { return minute_.most(); }
    std::uint64_t busiest_hour() const { return hour_.most(); }

    // The parts with the most requests, at most `most`. Clients choose their
    // names, so only some are counted: of more, those that come often are
    // surely there, with a few requests too many
    // (Metwally et al. 2005, "Space-Saving").
    std::vector<Part> parts(std::size_t most) const;

    // The part that `target` belongs to, printable and cut short.
    static std::string part_of(std::string_view target);

  private:
    static constexpr std::size_t kParts = 64;

    std::uint64_t requests_ = 0;
    Busiest minute_{robots::Milliseconds{60000}};
    Busiest hour_{robots::Milliseconds{3600000}};
    std::vector<Part> parts_;
};

}  // namespace robotsctl

#endif
