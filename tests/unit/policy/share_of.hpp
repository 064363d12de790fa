// How much is done by tests that try more and more of the same.

#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace robots::tests {

// One in so many inputs is tried. With AddressSanitizer all takes five times as
// long, and a quarter of the inputs goes through the same code.
#ifdef __SANITIZE_ADDRESS__
constexpr std::size_t kOneIn = 4;
#else
constexpr std::size_t kOneIn = 1;
#endif

// Returns one in kOneIn of the inputs.
template <class Input>
std::vector<Input> share_of(std::vector<Input> inputs) {
    std::vector<Input> share;
    for (std::size_t i = 0; i < inputs.size(); i += kOneIn) {
        share.push_back(std::move(inputs[i]));
    }
    return share;
}

}  // namespace robots::tests
