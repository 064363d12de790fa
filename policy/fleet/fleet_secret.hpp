// The secret with which the names of the keys on a Valkey or Redis server are
// made. Its text is "ID:SECRET", with 16 and 64 hexadecimal digits. The first
// nginx of a fleet writes the secret to the server, and all other nginx
// instances read it. A client that only lists the server's keys cannot compute
// which key is the budget of which crawler.

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

    // Parses a result of text_of(). Returns nullopt if `text` is malformed.
    static std::optional<FleetSecret> read(std::string_view text);

    // Returns the text of a new secret. `id` and `words` must be random.
    static std::string text_of(std::uint64_t id,
                               const std::array<std::uint64_t, kWords>& words);

    // Returns the ID. Different secrets have different IDs. An ID reveals
    // nothing about its secret.
    const std::string& id() const { return id_; }

    // Two independent hash keys. Each gives 64 bits of a name. So two budgets
    // do not get the same name of 128 bits by chance.
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
