// SipHash-1-3 (Aumasson, Bernstein, 2012), a keyed hash. Without the key, the
// hashes look random, so nobody can search for two texts with equal hashes.
//
// Fast hashes with a seed do not guarantee this. For example, a hash may XOR
// the seed with the input, and then apply a public function to the result. Then
// two inputs collide under every seed or under none.

#pragma once

#include <cstdint>
#include <string_view>

#include "policy/base/octets.hpp"

namespace robots {

// The key of a hash. Clients must not be able to guess the key. All processes
// that look up hashes in the same shared memory must have the same Secret.
struct Secret {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
};

// Hashes any number of 64-bit numbers, and then at most one text.
class SipHash {
  public:
    explicit SipHash(const Secret& secret)
        : a_(secret.low ^ 0x736f6d6570736575),
          b_(secret.high ^ 0x646f72616e646f6d),
          c_(secret.low ^ 0x6c7967656e657261),
          d_(secret.high ^ 0x7465646279746573) {}

    SipHash& add(std::uint64_t number) {
        d_ ^= number;
        round();
        a_ ^= number;
        octets_ += 8;
        return *this;
    }

    std::uint64_t end() { return end_with(0); }

    std::uint64_t end(std::string_view text) {
        constexpr std::size_t kWord = 8;
        for (; text.size() >= kWord; text.remove_prefix(kWord)) {
            add(eight_octets(text.data()));
        }
        octets_ += text.size();
        return end_with(octets_at(text, 0));
    }

  private:
    // `last` contains the octets after the last whole 8-octet word of the text.
    std::uint64_t end_with(std::uint64_t last) {
        add((octets_ & 0xff) << 56 | last);
        c_ ^= 0xff;
        round();
        round();
        round();
        return a_ ^ b_ ^ c_ ^ d_;
    }

    static std::uint64_t rotated(std::uint64_t bits, int by) {
        return bits << by | bits >> (64 - by);
    }

    void round() {
        a_ += b_;
        c_ += d_;
        b_ = rotated(b_, 13) ^ a_;
        d_ = rotated(d_, 16) ^ c_;
        a_ = rotated(a_, 32);
        c_ += b_;
        a_ += d_;
        b_ = rotated(b_, 17) ^ c_;
        d_ = rotated(d_, 21) ^ a_;
        c_ = rotated(c_, 32);
    }

    std::uint64_t a_;
    std::uint64_t b_;
    std::uint64_t c_;
    std::uint64_t d_;
    std::uint64_t octets_ = 0;
};

}  // namespace robots
