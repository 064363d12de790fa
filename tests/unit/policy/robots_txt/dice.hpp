// Random numbers that are the same everywhere (Numerical Recipes' generator).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

class Dice {
  public:
    explicit Dice(std::uint32_t seed) : state_(seed * 2654435761U + 1) {}

    // Returns a number from 0 to `limit` - 1. `limit` is at most 2^24.
    template <class Number>
    Number below(Number limit) {
        state_ = state_ * 1664525U + 1013904223U;
        return static_cast<Number>(state_ >> 8) % limit;
    }
    bool one_in(std::uint32_t n) { return below(n) == 0; }
    std::string pick(const std::vector<std::string_view>& names) {
        return std::string(names[below(names.size())]);
    }
    std::string number(std::uint32_t limit) {
        return std::to_string(below(limit) + 1);
    }

  private:
    std::uint32_t state_;
};

}  // namespace robots
