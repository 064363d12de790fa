// The steps of a process, one at a time: what its next one is, given what it
// was answered so far.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/interleavings/explorer.hpp"

namespace robots::interleavings {

enum class Kind : std::uint8_t {
    load,
    store,
    exchange,
    add,
    mask,
    compare_exchange,
    has_died,
    end,  // the process returned `value`
};

struct Step {
    Kind kind = Kind::end;
    std::size_t where = 0;  // the word, or the process that is asked about
    std::uint64_t value = 0;
    std::uint64_t expected = 0;
    bool acquires = false;
    bool releases = false;
};

// What a process was answered. For compare_exchange the value that it saw, and
// whether it was exchanged.
struct Answer {
    std::uint64_t value = 0;
    bool exchanged = false;

    bool operator<(const Answer& other) const {
        return std::tie(value, exchanged) <
               std::tie(other.value, other.exchanged);
    }
};

using Answers = std::vector<Answer>;

// Words outside of this memory are a process's own, and plain numbers.
void share(const Word* first, std::size_t size);

// Runs the process again with the answers. Where they end, that is its next
// step.
Step next_step(const Process& process, const Answers& answers);

}  // namespace robots::interleavings
