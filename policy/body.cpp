#include "body.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <charconv>

#include "hexadecimal.hpp"

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

// One for each mark, and one for what follows the last.
std::size_t pieces_of(std::string_view marked) {
    const auto marks = std::count_if(marked.begin(), marked.end(), [](char c) {
        return slot_of(c) != Slot::none;
    });
    const bool ends_in_mark =
        marked.empty() || slot_of(marked.back()) != Slot::none;
    return static_cast<std::size_t>(marks) + (ends_in_mark ? 0 : 1);
}

}  // namespace

ETag etag(std::uint64_t hash) {
    const Hexadecimal digits = hexadecimal(hash);
    ETag out{};
    out.front() = out.back() = '"';
    std::copy(digits.begin(), digits.end(), out.begin() + 1);
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

Body::Body(std::string_view text, std::size_t pieces)
    : memory_(std::make_unique<Piece[]>(
          pieces + (text.size() + sizeof(Piece) - 1) / sizeof(Piece))),
      pieces_(static_cast<std::uint32_t>(pieces)),
      hash_(hash_of(text, 0)),
      fixed_etag_(etag(hash_)) {
    char* const octets = reinterpret_cast<char*>(memory_.get() + pieces);
    text.copy(octets, text.size());
    if (pieces > 0) {
        memory_[0].literal = {octets, text.size()};
        literal_size_ = static_cast<std::uint32_t>(text.size());
    }
}

Body::Body(std::string_view marked) : Body(marked, pieces_of(marked)) {
    if (pieces_ == 0) {
        return;
    }
    std::string_view rest = memory_[0].literal;
    Piece* piece = memory_.get();
    for (std::size_t i = 0; i < rest.size();) {
        const Slot slot = slot_of(rest[i]);
        if (slot == Slot::none) {
            ++i;
            continue;
        }
        *piece++ = {rest.substr(0, i), slot};
        rest.remove_prefix(i + 1);
        has_slots_ = true;
        --literal_size_;
        i = 0;
    }
    if (!rest.empty()) {
        *piece = {rest, Slot::none};
    }
}

Body Body::verbatim(std::string_view text) {
    return {text, std::size_t{text.empty() ? 0U : 1U}};
}

std::string Body::render(const Authority& authority) const {
    std::string memory(SlotTexts::octets_for(authority), '\0');
    const SlotTexts texts(authority, memory.data());
    std::string out;
    out.reserve(literal_size_);
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

}  // namespace robots
