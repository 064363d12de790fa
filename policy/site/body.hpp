// The bytes of a robots.txt, with slots for the request's own host, port,
// scheme or origin: "Sitemap: " then the slot `origin`, then "/sitemap.xml".
// All requests and sites that use the same text share them; they are never
// copied.

#ifndef ROBOTS_POLICY_SITE_BODY_HPP
#define ROBOTS_POLICY_SITE_BODY_HPP

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

// The octet that stands for a slot in a text under construction. The loader
// refuses control octets in values, so these can't be confused with text.
char slot_mark(Slot slot);

// The slot that an octet stands for; Slot::none for an octet of text.
Slot slot_of(char octet);

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

    class Pieces;

    Body() = default;

    // `marked`: text with slot_mark octets.
    explicit Body(std::string_view marked);

    // Verbatim: no octet is a mark.
    static Body verbatim(std::string_view text);

    Pieces pieces() const;
    bool has_slots() const { return has_slots_; }

    // The bytes for one authority.
    std::string render(const Authority& authority) const;

    // A hash of the bytes for one authority: equal bytes from this body, equal
    // hash. The strong validator and the revision's name.
    std::uint64_t hash(const Authority& authority) const;
    std::uint64_t hash(const SlotTexts& texts) const;

    // Whether both are the same for every authority.
    friend bool operator==(const Body& a, const Body& b);

    // The validator of a body without slots.
    const ETag& fixed_etag() const { return fixed_etag_; }

  private:
    // A piece's literal ends at text[end], where its slot's mark stands; that
    // of the next begins behind it.
    struct End {
        std::uint32_t end;
        Slot slot;
    };

    static std::vector<End> ends_of(std::string_view marked);
    Body(std::string_view text, const std::vector<End>& ends);

    // An End for each piece, then the text; copies share it.
    std::shared_ptr<char[]> memory_;
    std::uint64_t hash_ = 0;
    ETag fixed_etag_ = etag(0);
    bool has_slots_ = false;
    std::uint32_t pieces_ = 0;
};

// In order.
class Body::Pieces {
  public:
    class Iterator {
      public:
        Iterator(const char* text, const End* at) : text_(text), at_(at) {}

        Piece operator*() const {
            const std::size_t size = at_->end - start_;
            return {{text_ + start_, size}, at_->slot};
        }
        Iterator& operator++() {
            start_ = at_->end + 1;
            ++at_;
            return *this;
        }
        bool operator!=(const Iterator& other) const {
            return at_ != other.at_;
        }

      private:
        const char* text_;
        const End* at_;
        std::uint32_t start_ = 0;
    };

    Pieces(const End* first, std::uint32_t size) : first_(first), size_(size) {}

    Iterator begin() const { return {text(), first_}; }
    Iterator end() const { return {text(), first_ + size_}; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Piece front() const { return *begin(); }

  private:
    const char* text() const {
        return reinterpret_cast<const char*>(first_ + size_);
    }

    const End* first_;
    std::uint32_t size_;
};

inline Body::Pieces Body::pieces() const {
    return {reinterpret_cast<const End*>(memory_.get()), pieces_};
}

}  // namespace robots

#endif
