// The bytes of a robots.txt, with the places where the request's own host,
// port, scheme or origin goes: shared by all requests and all sites that use
// the same text, and never copied.

#ifndef ROBOTS_POLICY_BODY_HPP
#define ROBOTS_POLICY_BODY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

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

    class Pieces {
      public:
        Pieces(const Piece* first, std::size_t size)
            : first_(first), size_(size) {}

        const Piece* begin() const { return first_; }
        const Piece* end() const { return first_ + size_; }
        std::size_t size() const { return size_; }
        bool empty() const { return size_ == 0; }
        const Piece& front() const { return *first_; }

      private:
        const Piece* first_;
        std::size_t size_;
    };

    Body() = default;

    // `marked`: text with slot_mark octets.
    explicit Body(std::string_view marked);

    // Verbatim: no octet is a mark.
    static Body verbatim(std::string_view text);

    Body(Body&&) = default;
    Body& operator=(Body&&) = default;
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    Pieces pieces() const { return {memory_.get(), pieces_}; }
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
    // `pieces` of them, for the first of which all of `text` is the literal.
    Body(std::string_view text, std::size_t pieces);

    std::unique_ptr<Piece[]> memory_;  // pieces, then the octets of all
    std::uint32_t pieces_ = 0;
    std::uint32_t literal_size_ = 0;
    std::uint64_t hash_ = 0;
    ETag fixed_etag_ = etag(0);
    bool has_slots_ = false;
};

}  // namespace robots

#endif
