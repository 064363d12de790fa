#include "policy/site/price.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace robots {

namespace {

constexpr std::size_t kMostDigits = 7;  // in front of the point

bool is_upper(char octet) {
    return octet >= 'A' && octet <= 'Z';
}

bool are_digits(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return c >= '0' && c <= '9';
    });
}

}  // namespace

std::optional<Price> Price::from(std::string_view text) {
    Price price;
    constexpr std::size_t kCurrency = std::tuple_size_v<decltype(currency_)>;
    if (text.size() < kCurrency + 2 || text[kCurrency] != ' ' ||
        !std::all_of(text.begin(), text.begin() + kCurrency, is_upper)) {
        return std::nullopt;
    }
    std::copy_n(text.begin(), kCurrency, price.currency_.begin());
    text.remove_prefix(kCurrency + 1);
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    std::string_view rest = text.substr(point);
    if (!rest.empty()) {
        rest.remove_prefix(1);
        if (!are_digits(rest) || rest.size() > kMostDecimals) {
            return std::nullopt;
        }
    }
    // "007" would be another text than the number that it is.
    if (!are_digits(whole) || whole.size() > kMostDigits ||
        (whole.size() > 1 && whole.front() == '0')) {
        return std::nullopt;
    }
    for (const std::string_view digits : {whole, rest}) {
        for (const char digit : digits) {
            price.amount_ =
                price.amount_ * 10 + static_cast<std::uint64_t>(digit - '0');
        }
    }
    price.decimals_ = static_cast<std::uint8_t>(rest.size());
    return price;
}

std::string Price::text() const {
    std::string digits = std::to_string(amount_);
    if (digits.size() <= decimals_) {
        digits.insert(0, decimals_ + 1U - digits.size(), '0');
    }
    if (decimals_ > 0) {
        digits.insert(digits.size() - decimals_, 1, '.');
    }
    return std::string(currency_.data(), currency_.size()) + ' ' + digits;
}

// The amount has less than 44 bits, each letter five, and the decimals three.
std::int64_t Price::key() const {
    std::uint64_t key = amount_;
    for (const char letter : currency_) {
        key = key * 32 + static_cast<std::uint64_t>(letter & 31);
    }
    return static_cast<std::int64_t>(key * 8 + decimals_);
}

}  // namespace robots
