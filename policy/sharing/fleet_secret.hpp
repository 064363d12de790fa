// The secret from which the names of a server's keys are made: "ID:SECRET",
// sixteen and 64 hexadecimal digits. The first nginx of a fleet writes it to
// the server, and all others read it. Without the secret, a client that lists
// the server's keys cannot compute which key is whose budget.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/verdict/budget_key.hpp"

namespace robots {

class FleetSecret {
  public:
    static constexpr std::size_t kIdSize = 16;
    static constexpr std::size_t kWords = 4;

    // Reads a text that text_of() made; nullopt if `text` is not a secret.
    static std::optional<FleetSecret> read(std::string_view text);

    // Returns the text of a new secret. `id` and `words` must be random.
    static std::string text_of(std::uint64_t id,
                               const std::array<std::uint64_t, kWords>& words);

    // Differs for different secrets, and reveals nothing about them.
    const std::string& id() const { return id_; }

    // Two independent keys of 64 bits make a name of 128 bits: two budgets do
    // not get the same name by chance.
    const Keys& high() const { return high_; }
    const Keys& low() const { return low_; }

  private:
    FleetSecret(std::string_view id, const Secret& high, const Secret& low)
        : id_(id), high_(high), low_(low) {}

    std::string id_;
    Keys high_;
    Keys low_;
};

}  // namespace robots
