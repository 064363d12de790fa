#include "policy/state/unlisted_names.hpp"

#include <algorithm>
#include <cstring>

namespace robots {

std::string UnlistedName::name() const {
    std::array<char, kMaxOctets> octets{};
    for (std::size_t i = 0; i < text_.size(); ++i) {
        const std::uint64_t word = load(text_[i]);
        std::memcpy(&octets[8 * i], &word, sizeof word);
    }
    const auto end = std::find(octets.begin(), octets.end(), '\0');
    return {octets.begin(), end};
}

void UnlistedName::name(std::uint64_t key, std::string_view text,
                        Milliseconds now) noexcept {
    std::array<char, kMaxOctets> octets{};
    text.copy(octets.data(), octets.size());
    for (std::size_t i = 0; i < text_.size(); ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, &octets[8 * i], sizeof word);
        text_[i].store(word, std::memory_order_release);
    }
    key_.store(key, std::memory_order_release);
    const auto time = static_cast<std::uint64_t>(now.count());
    first_.store(time, std::memory_order_release);
    last_.store(time, std::memory_order_release);
}

}  // namespace robots
