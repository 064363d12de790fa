// What one request costs, as the response header `crawler-price` has it
// (Cloudflare's pay per crawl): "USD 0.01".

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robots {

// A currency (ISO 4217) and an amount of up to seven digits, with up to six
// more behind the point. The amount is kept as it was written, since a crawler
// has to repeat it (`crawler-exact-price`).
class Price {
  public:
    // "USD 0.01"; nullopt: it is not a price.
    static std::optional<Price> from(std::string_view text);

    std::string text() const;

    // Equal only for equal prices; never negative.
    std::int64_t key() const;

  private:
    static constexpr std::uint8_t kMostDecimals = 6;

    std::array<char, 3> currency_{};
    std::uint8_t decimals_ = 0;
    std::uint64_t amount_ = 0;  // without its point
};

inline bool operator==(const Price& a, const Price& b) {
    return a.key() == b.key();
}
inline bool operator!=(const Price& a, const Price& b) {
    return !(a == b);
}

}  // namespace robots
