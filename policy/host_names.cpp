#include "host_names.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <new>

namespace robots {

namespace {

constexpr std::size_t kFirstSlots = 16;

}  // namespace

std::string_view HostNames::name(std::uint32_t number) const {
    const std::size_t start = starts_[number];
    const std::size_t end = number + std::size_t{1} < starts_.size()
                                ? starts_[number + 1]
                                : octets_.size();
    return {octets_.data() + start, end - start};
}

std::size_t HostNames::slot(std::string_view host) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = XXH3_64bits(host.data(), host.size()) & mask;
    while (slots_[at] != kNone && name(slots_[at]) != host) {
        at = (at + 1) & mask;
    }
    return at;
}

void HostNames::grow() {
    const std::size_t size = slots_.empty() ? kFirstSlots : slots_.size() * 2;
    slots_.assign(size, kNone);
    for (std::uint32_t number = 0; number < starts_.size(); ++number) {
        slots_[slot(name(number))] = number;
    }
}

std::uint32_t HostNames::add(std::string_view host) {
    // At most two thirds full, so that probes stay short.
    if ((starts_.size() + 1) * 3 > slots_.size() * 2) {
        grow();
    }
    const std::size_t at = slot(host);
    if (slots_[at] != kNone) {
        return slots_[at];
    }
    if (octets_.size() + host.size() >= kNone) {
        throw std::bad_alloc();
    }
    const auto number = static_cast<std::uint32_t>(starts_.size());
    starts_.push_back(static_cast<std::uint32_t>(octets_.size()));
    octets_.insert(octets_.end(), host.begin(), host.end());
    slots_[at] = number;
    return number;
}

std::uint32_t HostNames::find(std::string_view host) const {
    return slots_.empty() ? kNone : slots_[slot(host)];
}

}  // namespace robots
