// Keeps what one request was charged, so that it can be given back.
//
// A redirect and the request that follows it cost as much as one request. So
// the crawler gets back what it paid for the redirect.

#ifndef ROBOTS_POLICY_VERDICT_RECEIPT_HPP
#define ROBOTS_POLICY_VERDICT_RECEIPT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/demands.hpp"

namespace robots {

struct Receipt {
    // The pass that a HEAD left for a GET (BudgetStore); 0: none.
    std::uint64_t pass = 0;
    std::size_t size = 0;
    std::array<Spent, kMaxDemands> spent;  // not initialised: few are used
    static_assert(std::is_trivially_default_constructible_v<Spent>);

    void add(const Spent& charge) {
        if (size < spent.size()) {
            spent[size++] = charge;
        }
    }
};

// Gives back what is on the receipt, and empties it. A HEAD gets nothing back
// if a GET has used its pass: the two have paid for one request.
inline void give_back(Receipt& receipt, BudgetStore& budgets,
                      Milliseconds now) noexcept {
    if (receipt.pass == 0 || budgets.take_pass(receipt.pass, now)) {
        for (std::size_t i = 0; i < receipt.size; ++i) {
            budgets.give_back(receipt.spent[i], now);
        }
    }
    receipt.size = 0;
    receipt.pass = 0;
}

// 301, 302, 303, 307 and 308: the client should request something else.
constexpr bool is_redirect(unsigned status) {
    constexpr unsigned kFirst = 301;
    constexpr unsigned kRedirects = 0b1100'0111;
    return status - kFirst < 8 && (kRedirects >> (status - kFirst) & 1) != 0;
}

}  // namespace robots

#endif
