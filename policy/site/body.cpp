#include "policy/site/body.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "policy/base/hexadecimal.hpp"

namespace robots {

namespace {

std::uint64_t hash_of(std::string_view octets, std::uint64_t seed) {
    return XXH3_64bits_withSeed(octets.data(), octets.size(), seed);
}

}  // namespace

ETag etag(std::uint64_t hash) {
    const Hexadecimal digits = hexadecimal(hash);
    ETag out{};
    out.front() = out.back() = '"';
    std::copy(digits.begin(), digits.end(), out.begin() + 1);
    return out;
}

Slot slot_of(char octet) {
    const auto number = static_cast<unsigned char>(octet);
    return number < kSlots ? static_cast<Slot>(number) : Slot::none;
}

char slot_mark(Slot slot) {
    return static_cast<char>(slot);
}

SlotTexts::SlotTexts(const Authority& authority, char* memory) {
    char* end = memory;
    const auto add = [&end](std::string_view text) {
        char* start = end;
        end += text.copy(start, text.size());
        return std::string_view(start, text.size());
    };
    SlotTexts& self = *this;
    self[Slot::scheme] = add(to_string(authority.scheme));
    add("://");
    self[Slot::host] = add(authority.host);
    const char* host_end = end;
    add(":");
    char* port = end;
    end = std::to_chars(port, port + 5, authority.port).ptr;
    self[Slot::port] = {port, static_cast<std::size_t>(end - port)};
    const char* origin_end =
        authority.port == default_port(authority.scheme) ? host_end : end;
    self[Slot::origin] = {memory,
                          static_cast<std::size_t>(origin_end - memory)};
}

Body::Body(std::string_view marked) {
    auto text = std::make_shared<Text>();
    text->octets = marked;
    std::string_view rest = text->octets;
    while (!rest.empty()) {
        std::size_t end = 0;
        while (end < rest.size() && slot_of(rest[end]) == Slot::none) {
            ++end;
        }
        const bool has_slot = end < rest.size();
        text->pieces.push_back(
            {rest.substr(0, end), has_slot ? slot_of(rest[end]) : Slot::none});
        rest.remove_prefix(end + (has_slot ? 1 : 0));
    }
    keep(std::move(text));
}

Body Body::verbatim(std::string_view text) {
    auto whole = std::make_shared<Text>();
    whole->octets = text;
    if (!text.empty()) {
        whole->pieces.push_back({whole->octets, Slot::none});
    }
    Body out;
    out.keep(std::move(whole));
    return out;
}

void Body::keep(std::shared_ptr<const Text> text) {
    text_ = std::move(text);
    hash_ = hash_of(text_->octets, 0);
}

const std::vector<Body::Piece>& Body::pieces() const {
    static const std::vector<Piece> none;
    return text_ == nullptr ? none : text_->pieces;
}

// Only the last piece can be without a slot. So it is enough to look at the
// first piece.
bool Body::has_slots() const {
    return !pieces().empty() && pieces().front().slot != Slot::none;
}

std::string Body::render(const Authority& authority) const {
    std::string memory(SlotTexts::octets_for(authority), '\0');
    return render(SlotTexts(authority, memory.data()));
}

std::string Body::render(const SlotTexts& texts) const {
    std::string out;
    for (const Piece& piece : pieces()) {
        out += piece.literal;
        out += texts[piece.slot];
    }
    return out;
}

std::uint64_t Body::hash(const Authority& authority) const {
    std::string memory(SlotTexts::octets_for(authority), '\0');
    return hash(SlotTexts(authority, memory.data()));
}

std::uint64_t Body::hash(const SlotTexts& texts) const {
    std::uint64_t hash = hash_;
    for (const Piece& piece : pieces()) {
        if (piece.slot != Slot::none) {
            hash = hash_of(texts[piece.slot], hash);
        }
    }
    return hash;
}

bool operator==(const Body& a, const Body& b) {
    return std::equal(a.pieces().begin(), a.pieces().end(), b.pieces().begin(),
                      b.pieces().end(),
                      [](const Body::Piece& x, const Body::Piece& y) {
                          return x.slot == y.slot && x.literal == y.literal;
                      });
}

}  // namespace robots
