// What one request was charged, kept so that it can be given back.
//
// A redirect is one request of its crawler together with the one that follows
// it, so the crawler gets back what it paid for the redirect.

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
    std::array<Spent, kMaxDemands> spent;  // as it is: most stay unused
    static_assert(std::is_trivially_default_constructible_v<Spent>);

    void add(const Spent& charge) {
        if (size < spent.size()) {
            spent[size++] = charge;
        }
    }
};

// Gives back what is on the receipt, which is empty afterwards. A HEAD gets
// nothing back if a GET has used its pass: the two paid once together.
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

// 301, 302, 303, 307 and 308: the client is to ask for something else.
constexpr bool is_redirect(unsigned status) {
    constexpr unsigned kFirst = 301;
    constexpr unsigned kRedirects = 0b1100'0111;
    return status - kFirst < 8 && (kRedirects >> (status - kFirst) & 1) != 0;
}

}  // namespace robots

#endif
