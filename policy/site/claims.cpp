#include "policy/site/claims.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <stdexcept>

namespace robots {

namespace {

constexpr std::size_t kFirstSlots = 16;

constexpr std::size_t kMostChunks = UINT16_MAX;

}  // namespace

void HostNames::set_number(Name name, std::uint32_t number) {
    std::memcpy(number_of(name), &number, sizeof number);
}

inline std::size_t HostNames::slot(std::string_view host) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t hash = XXH3_64bits(host.data(), host.size());
    // The step depends on the hash. With a step of 1, names that were made to
    // have hashes with near low bits would fill a long run of slots. An odd
    // step reaches all slots, since their number is a power of two.
    const std::size_t step = hash >> 32 | 1;
    std::size_t at = hash & mask;
    while (slots_[at] != kNone && text(slots_[at]) != host) {
        at = (at + step) & mask;
    }
    return at;
}

void HostNames::grow() {
    const std::size_t size = slots_.empty() ? kFirstSlots : slots_.size() * 2;
    slots_.assign(size, kNone);
    for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk) {
        const auto first = static_cast<Name>(chunk << kChunkBits);
        for (std::uint32_t at = 0; at < chunks_[chunk].used;) {
            const std::string_view host = text(first + at);
            slots_[slot(host)] = first + at;
            at += static_cast<std::uint32_t>(kFront + host.size());
        }
    }
}

HostNames::Name HostNames::append(std::string_view host) {
    const auto needed = static_cast<std::uint32_t>(kFront + host.size());
    if (chunks_.empty() || chunks_.back().used + needed > kChunkSize) {
        if (chunks_.size() == kMostChunks) {
            throw std::length_error("more than 4 GiB of host names");
        }
        chunks_.push_back({std::unique_ptr<char[]>(new char[kChunkSize])});
    }
    Chunk& chunk = chunks_.back();
    const auto name =
        static_cast<Name>((chunks_.size() - 1) << kChunkBits) + chunk.used;
    char* const at = chunk.octets.get() + chunk.used;
    const auto size = static_cast<Size>(host.size());
    std::memcpy(at, &kNone, sizeof kNone);
    std::memcpy(at + sizeof(Number), &size, sizeof size);
    host.copy(at + kFront, host.size());
    chunk.used += needed;
    return name;
}

HostNames::Name HostNames::add(std::string_view host) {
    if (host.size() > kLongest) {
        throw std::length_error("a host name of more than 32767 octets");
    }
    // Keep the table at most two thirds full, so that a look-up reads few
    // slots.
    if ((size_ + 1) * 3 > slots_.size() * 2) {
        grow();
    }
    const std::size_t at = slot(host);
    if (slots_[at] == kNone) {
        slots_[at] = append(host);
        ++size_;
    }
    return slots_[at];
}

HostNames::Name HostNames::find(std::string_view host) const {
    return slots_.empty() ? kNone : slots_[slot(host)];
}

}  // namespace robots
