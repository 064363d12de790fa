// The octets of a robots.txt, with slots for the request's own host, port,
// scheme or origin: "Sitemap: ", then the slot `origin`, then "/sitemap.xml".
// All requests and sites with the same text share the octets of the text, which
// are never copied.

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

// Texts that are known only per request. The last three are only in the text of
// a refusal (refusal.hpp).
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

// Returns the octet that marks a slot in a text. The marks are control octets,
// which the loader refuses in values, so a mark cannot be mistaken for text.
char slot_mark(Slot slot);

// Returns the slot that an octet marks; Slot::none for an octet of text.
Slot slot_of(char octet);

// The texts that go into slots.
class SlotTexts {
  public:
    SlotTexts() = default;
    // `texts` are indexed by Slot.
    explicit SlotTexts(const std::array<std::string_view, kSlots>& texts)
        : texts_(texts) {}

    // Returns the maximum octets of memory that the slot texts of `authority`
    // need. All slot texts are views of one text, "https://example.com:8443";
    // `origin` ends before the port if the scheme has this port by default.
    static std::size_t octets_for(const Authority& authority) {
        return authority.host.size() + sizeof("https://:65535");
    }

    // Writes at most octets_for(authority) octets to `memory`, which must
    // outlive this object.
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

// A strong validator (RFC 9110 8.8.3): the hash of a body's octets, in quotes.
using ETag = std::array<char, 18>;

ETag etag(std::uint64_t hash);

class Body {
  public:
    // Literal octets, followed by a slot unless `slot` is none.
    struct Piece {
        std::string_view literal;
        Slot slot = Slot::none;
    };

    Body() = default;

    // Makes a body of `marked`, a text in which the octets of slot_mark() are
    // slots.
    explicit Body(std::string_view marked);

    // Makes a body without slots: no octet of `text` is read as a mark.
    static Body verbatim(std::string_view text);

    // Returns the pieces in order. A body without slots has one piece, or none
    // if it is empty.
    const std::vector<Piece>& pieces() const;
    bool has_slots() const;

    // Returns the octets of the body, with texts in place of the slots.
    std::string render(const Authority& authority) const;
    std::string render(const SlotTexts& texts) const;

    // Returns a hash of this body and of the texts in its slots. etag() makes
    // the strong validator from the hash.
    std::uint64_t hash(const Authority& authority) const;
    std::uint64_t hash(const SlotTexts& texts) const;

    // Whether both bodies have the same octets for every authority.
    friend bool operator==(const Body& a, const Body& b);

    // Returns the validator of a body without slots.
    ETag fixed_etag() const { return etag(hash_); }

  private:
    // `pieces` are views into `octets`.
    struct Text {
        std::string octets;
        std::vector<Piece> pieces;
    };

    void keep(std::shared_ptr<const Text> text);

    std::shared_ptr<const Text> text_;  // shared by copies; nullptr: empty body
    std::uint64_t hash_ = 0;
};

}  // namespace robots
