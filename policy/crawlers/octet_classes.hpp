// What the octets of a header are: 64 at once, as bitmaps.

#ifndef ROBOTS_POLICY_CRAWLERS_OCTET_CLASSES_HPP
#define ROBOTS_POLICY_CRAWLERS_OCTET_CLASSES_HPP

#include <cstddef>
#include <cstdint>

#include "policy/base/ascii.hpp"

namespace robots {

// Bit i stands for the i-th octet of a block.
struct OctetClasses {
    static constexpr std::size_t kBlock = 64;

    std::uint64_t alphanumeric = 0;
    std::uint64_t core = 0;  // alphanumeric, "-" and "_"
    std::uint64_t dot = 0;
    std::uint64_t t_or_r = 0;  // in upper or lower case
};

// Classifies the kBlock octets at `octets`. To `cores` go those that are core,
// folded as fold() of product_token.hpp does, and zeros in place of others.
OctetClasses classify_block(const char* octets, char* cores);

// The same without the processor's vectors: for processors other than x86, and
// what the other is tested against.
OctetClasses classify_block_portably(const char* octets, char* cores);

}  // namespace robots

#endif
