// The secret of a server's keys. The first nginx of a fleet puts one there, and
// all others read it: "ID:SECRET", sixteen and 64 hexadecimal digits. Without
// it nobody can compute which key a budget has, though the server shows all
// keys to every client that may read them.

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

    // nullopt: `text` is not a secret.
    static std::optional<FleetSecret> read(std::string_view text);

    // A new secret's text, of an id and words that nobody can guess.
    static std::string text_of(std::uint64_t id,
                               const std::array<std::uint64_t, kWords>& words);

    // A number that differs for different secrets, and shows nothing of them.
    const std::string& id() const { return id_; }

    // Two independent keys of 64 bits make a name of 128: chance does not let
    // two budgets meet.
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
