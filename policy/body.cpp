#include "body.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <charconv>
#include <utility>

namespace robots {

namespace {

// Octets that stand for slots: their numbers in Slot.
constexpr std::string_view kMarks("\0\x01\x02\x03\x04", 5);

Slot slot_of(char octet) {
    const auto at = static_cast<unsigned char>(octet);
    return at < kMarks.size() ? static_cast<Slot>(at) : Slot::none;
}

std::uint64_t hash_of(std::string_view octets, std::uint64_t seed) {
    return XXH3_64bits_withSeed(octets.data(), octets.size(), seed);
}

}  // namespace

ETag etag(std::uint64_t hash) {
    constexpr char kDigits[] = "0123456789abcdef";
    ETag out{};
    out.front() = out.back() = '"';
    for (std::size_t i = out.size() - 1; i-- > 1; hash >>= 4) {
        out[i] = kDigits[hash & 15];
    }
    return out;
}

char slot_mark(Slot slot) {
    return kMarks[static_cast<std::size_t>(slot)];
}

SlotTexts::SlotTexts(const Authority& authority, char* memory) {
    char* end = memory;
    const auto add = [&end](std::string_view text) {
        char* start = end;
        end += text.copy(start, text.size());
        return std::string_view(start, text.size());
    };
    scheme_ = add(to_string(authority.scheme));
    add("://");
    host_ = add(authority.host);
    const char* host_end = end;
    add(":");
    char* port = end;
    end = std::to_chars(port, port + 5, authority.port).ptr;
    port_ = {port, static_cast<std::size_t>(end - port)};
    const char* origin_end =
        authority.port == default_port(authority.scheme) ? host_end : end;
    origin_ = {memory, static_cast<std::size_t>(origin_end - memory)};
}

std::string_view SlotTexts::operator[](Slot slot) const {
    switch (slot) {
        case Slot::host:
            return host_;
        case Slot::port:
            return port_;
        case Slot::scheme:
            return scheme_;
        case Slot::origin:
            return origin_;
        case Slot::none:
            break;
    }
    return {};
}

Body::Body(std::string marked)
    : text_(marked.begin(), marked.end()),
      hash_(hash_of(marked, 0)),
      fixed_etag_(etag(hash_)) {
    const std::string_view text(text_.data(), text_.size());
    std::size_t start = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const Slot slot = slot_of(text[i]);
        if (slot == Slot::none) {
            continue;
        }
        pieces_.push_back({text.substr(start, i - start), slot});
        has_slots_ = true;
        start = i + 1;
    }
    if (start < text.size()) {
        pieces_.push_back({text.substr(start), Slot::none});
    }
    for (const Piece& piece : pieces_) {
        literal_size_ += piece.literal.size();
    }
}

Body Body::verbatim(std::string text) {
    Body body;
    body.text_.assign(text.begin(), text.end());
    body.hash_ = hash_of(text, 0);
    body.fixed_etag_ = etag(body.hash_);
    body.literal_size_ = text.size();
    if (!text.empty()) {
        body.pieces_.push_back(
            {std::string_view(body.text_.data(), body.text_.size()),
             Slot::none});
    }
    return body;
}

std::string Body::render(const Authority& authority) const {
    std::string memory(SlotTexts::octets_for(authority), '\0');
    const SlotTexts texts(authority, memory.data());
    std::string out;
    out.reserve(literal_size_);
    for (const Piece& piece : pieces_) {
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
    for (const Piece& piece : pieces_) {
        if (piece.slot != Slot::none) {
            hash = hash_of(texts[piece.slot], hash);
        }
    }
    return hash;
}

std::string hex(std::uint64_t value) {
    const ETag quoted = etag(value);
    return {quoted.begin() + 1, quoted.end() - 1};
}

}  // namespace robots
