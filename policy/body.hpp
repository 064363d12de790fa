// The bytes of a robots.txt, with the places where the request's own host,
// port, scheme or origin goes: shared by all requests and all sites that use
// the same text, and never copied.

#ifndef ROBOTS_POLICY_BODY_HPP
#define ROBOTS_POLICY_BODY_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "host.hpp"

namespace robots {

// What is known only per request.
enum class Slot : std::uint8_t { none, host, port, scheme, origin };

// The octet that stands for a slot in a text under construction. The loader
// refuses control octets in values, so these can't be confused with text.
char slot_mark(Slot slot);

// The texts that go into slots, for one authority. All are parts of one:
// "https://example.com:8443", which ends in front of the port where that is the
// scheme's default.
class SlotTexts {
  public:
    static std::size_t octets_for(const Authority& authority) {
        return authority.host.size() + sizeof("https://:65535");
    }

    // Writes octets_for(authority) octets at most; `memory` outlives this.
    SlotTexts(const Authority& authority, char* memory);

    std::string_view operator[](Slot slot) const;

  private:
    std::string_view scheme_;
    std::string_view host_;
    std::string_view port_;
    std::string_view origin_;
};

// A strong validator (RFC 9110 8.8.3): the hash of a body's bytes, in quotes.
using ETag = std::array<char, 18>;

ETag etag(std::uint64_t hash);

class Body {
  public:
    // A run of literal octets, then, unless `slot` is none, a slot.
    struct Piece {
        std::string_view literal;
        Slot slot = Slot::none;
    };

    Body() = default;

    // `marked`: text with slot_mark octets.
    explicit Body(std::string marked);

    // Verbatim: no octet is a mark.
    static Body verbatim(std::string text);

    Body(Body&&) = default;
    Body& operator=(Body&&) = default;
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    const std::vector<Piece>& pieces() const { return pieces_; }
    bool has_slots() const { return has_slots_; }

    // Octets in all literals together.
    std::size_t literal_size() const { return literal_size_; }

    // The bytes for one authority.
    std::string render(const Authority& authority) const;

    // A hash of the bytes for one authority: equal bytes from this body, equal
    // hash. The strong validator and the revision's name.
    std::uint64_t hash(const Authority& authority) const;
    std::uint64_t hash(const SlotTexts& texts) const;

    // The validator of a body without slots.
    const ETag& fixed_etag() const { return fixed_etag_; }

  private:
    std::vector<char> text_;  // a vector moves without moving its octets
    std::vector<Piece> pieces_;
    std::size_t literal_size_ = 0;
    std::uint64_t hash_ = 0;
    ETag fixed_etag_ = etag(0);
    bool has_slots_ = false;
};

// Sixteen hexadecimal digits.
std::string hex(std::uint64_t value);

}  // namespace robots

#endif
