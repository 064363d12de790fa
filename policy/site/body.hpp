// The bytes of a robots.txt, with slots for the request's own host, port,
// scheme or origin: "Sitemap: " then the slot `origin`, then "/sitemap.xml".
// All requests and sites that use the same text share them; they are never
// copied.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "policy/site/host.hpp"

namespace robots {

// What is known only per request. The last three stand only in the text of a
// refusal (refusal.hpp).
enum class Slot : std::uint8_t {
    none,
    host,
    port,
    scheme,
    origin,
    request_id,
    crawler,
    rule,
};

constexpr std::size_t kSlots = 8;  // `none` included

// The octet that stands for a slot in a text under construction. The loader
// refuses control octets in values, so these can't be confused with text.
char slot_mark(Slot slot);

// The slot that an octet stands for; Slot::none for an octet of text.
Slot slot_of(char octet);

// The texts that go into slots.
class SlotTexts {
  public:
    SlotTexts() = default;
    // By Slot.
    explicit SlotTexts(const std::array<std::string_view, kSlots>& texts)
        : texts_(texts) {}

    // Those for one authority are parts of one: "https://example.com:8443",
    // which ends in front of the port where that is the scheme's default.
    static std::size_t octets_for(const Authority& authority) {
        return authority.host.size() + sizeof("https://:65535");
    }

    // Writes octets_for(authority) octets at most; `memory` outlives this.
    SlotTexts(const Authority& authority, char* memory);

    std::string_view operator[](Slot slot) const {
        return texts_[static_cast<std::size_t>(slot)];
    }
    std::string_view& operator[](Slot slot) {
        return texts_[static_cast<std::size_t>(slot)];
    }

  private:
    std::array<std::string_view, kSlots> texts_;
};

// A strong validator (RFC 9110 8.8.3): the hash of a body's bytes, in quotes.
using ETag = std::array<char, 18>;

ETag etag(std::uint64_t hash);

class Body {
  public:
    // Some literal octets, and after them a slot, unless `slot` is none.
    struct Piece {
        std::string_view literal;
        Slot slot = Slot::none;
    };

    Body() = default;

    // `marked`: text with slot_mark octets.
    explicit Body(std::string_view marked);

    // Verbatim: no octet is a mark.
    static Body verbatim(std::string_view text);

    // In order. A body without slots has one piece, or none if it is empty.
    const std::vector<Piece>& pieces() const;
    bool has_slots() const;

    // The bytes for one authority, or with these texts.
    std::string render(const Authority& authority) const;
    std::string render(const SlotTexts& texts) const;

    // A hash of the bytes for one authority: equal bytes from this body, equal
    // hash. The strong validator and the revision's name.
    std::uint64_t hash(const Authority& authority) const;
    std::uint64_t hash(const SlotTexts& texts) const;

    // Whether both are the same for every authority.
    friend bool operator==(const Body& a, const Body& b);

    // The validator of a body without slots.
    ETag fixed_etag() const { return etag(hash_); }

  private:
    // The pieces are views into the text.
    struct Text {
        std::string octets;
        std::vector<Piece> pieces;
    };

    void keep(std::shared_ptr<const Text> text);

    std::shared_ptr<const Text> text_;  // copies share it; nullptr: empty
    std::uint64_t hash_ = 0;
};

}  // namespace robots
