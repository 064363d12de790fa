// Host names by the million, each once, and a number for each.

#ifndef ROBOTS_POLICY_SITE_HOST_NAMES_HPP
#define ROBOTS_POLICY_SITE_HOST_NAMES_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

namespace robots {

// A hash table with open addressing. Names lie one behind the other in chunks
// of 64 KiB, each behind its number and its size; a slot says where:
//
//     slots      | - | name | - | name | ...        4 octets each
//     chunk      | number | size | example.com | number | size | ...
//
// A look-up reads a slot and a name, and again for each collision. Besides its
// octets, a name takes 6, and 6 to 12 for its slot. Names are never removed or
// moved.
class HostNames {
  public:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    // Octets of a name at most, so that it fits into a piece; a host has 253
    // (RFC 1035 2.3.4).
    static constexpr std::size_t kLongest = UINT16_MAX / 2;

    // A name that is there.
    using Name = std::uint32_t;
    using Number = std::uint32_t;

    // `host`; if it is new, its number is kNone. Throws std::length_error for a
    // name that is too long or past 4 GiB of names, and std::bad_alloc.
    Name add(std::string_view host);

    // `host`, or kNone. Does not allocate.
    Name find(std::string_view host) const;

    std::string_view text(Name name) const {
        const char* const at = number_of(name);
        return {at + kFront, read<Size>(at + sizeof(Number))};
    }
    Number number(Name name) const { return read<Number>(number_of(name)); }
    void set_number(Name name, Number number);

    std::size_t size() const { return size_; }

    // Calls `take` with each name, in the order in which they were added, until
    // it returns true.
    template <class Take>
    void each(const Take& take) const {
        for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
            for (std::uint32_t at = 0; at < chunks_[chunk].used;) {
                const auto name = static_cast<Name>((chunk << kChunkBits) + at);
                if (take(name)) {
                    return;
                }
                at += static_cast<std::uint32_t>(kFront + text(name).size());
            }
        }
    }

  private:
    // Names, each behind its number and its size, which are aligned to nothing.
    // None lies in two chunks.
    struct Chunk {
        std::unique_ptr<char[]> octets;
        std::uint32_t used = 0;
    };
    using Size = std::uint16_t;
    static constexpr std::size_t kFront = sizeof(Number) + sizeof(Size);

    // A Name is a chunk's number and, in so many bits, where in it.
    static constexpr unsigned kChunkBits = 16;
    static constexpr std::uint32_t kChunkSize = 1U << kChunkBits;

    template <class T>
    static T read(const char* at) {
        T out{};
        std::memcpy(&out, at, sizeof out);
        return out;
    }

    char* number_of(Name name) const {
        return chunks_[name >> kChunkBits].octets.get() +
               (name & (kChunkSize - 1));
    }
    // The slot of `host`, or the empty one that it would take.
    std::size_t slot(std::string_view host) const;
    Name append(std::string_view host);
    void grow();

    std::vector<Chunk> chunks_;
    std::vector<Name> slots_;  // or kNone; a power of two
    std::size_t size_ = 0;
};

}  // namespace robots

#endif
