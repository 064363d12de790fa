// Host names by the million: each once, in one run of octets, with a number.

#ifndef ROBOTS_POLICY_HOST_NAMES_HPP
#define ROBOTS_POLICY_HOST_NAMES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace robots {

// A hash table with open addressing: beside its octets, a name costs 4 for
// where it starts and 6 to 12 for its slot. Names are never taken out.
class HostNames {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;

    // The number of `host`, counted from 0 in the order in which names come.
    // Throws std::bad_alloc, past 4 GiB of names too.
    std::uint32_t add(std::string_view host);

    // The number of `host`, or kNone. Does not allocate.
    std::uint32_t find(std::string_view host) const;

    std::size_t size() const { return starts_.size(); }

    // Gives back memory that was kept for more names.
    void shrink_to_fit() {
        octets_.shrink_to_fit();
        starts_.shrink_to_fit();
    }

  private:
    std::string_view name(std::uint32_t number) const;
    // The slot that holds `host`, or the empty one where it belongs.
    std::size_t slot(std::string_view host) const;
    void grow();

    std::vector<char> octets_;
    std::vector<std::uint32_t> starts_;
    std::vector<std::uint32_t> slots_;  // numbers, or kNone; a power of two
};

}  // namespace robots

#endif
