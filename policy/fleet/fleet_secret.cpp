#include "policy/fleet/fleet_secret.hpp"

#include <string_view>

#include "policy/base/hexadecimal.hpp"
#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::size_t kWord = 16;
constexpr std::size_t kSize =
    FleetSecret::kIdSize + 1 + FleetSecret::kWords * kWord;

std::optional<std::uint64_t> word(std::string_view digits) {
    return number_from(digits, 16);
}

}  // namespace

std::optional<FleetSecret> FleetSecret::read(std::string_view text) {
    if (text.size() != kSize || text[kIdSize] != ':' ||
        !word(text.substr(0, kIdSize))) {
        return std::nullopt;
    }
    std::array<std::uint64_t, kWords> words{};
    for (std::size_t i = 0; i < kWords; ++i) {
        const auto value = word(text.substr(kIdSize + 1 + i * kWord, kWord));
        if (!value) {
            return std::nullopt;
        }
        words[i] = *value;
    }
    return FleetSecret(text.substr(0, kIdSize), {words[0], words[1]},
                       {words[2], words[3]});
}

std::string FleetSecret::text_of(
    std::uint64_t id, const std::array<std::uint64_t, kWords>& words) {
    std::string text;
    const auto add = [&text](std::uint64_t value) {
        const Hexadecimal digits = hexadecimal(value);
        text.append(digits.data(), digits.size());
    };
    add(id);
    text += ':';
    for (const std::uint64_t value : words) {
        add(value);
    }
    return text;
}

}  // namespace robots
