#include "tests/interleavings/steps.hpp"

#include <csetjmp>
#include <utility>

namespace robots::interleavings {

namespace {

// A process that runs with the answers it was given; its next step ends the
// run.
struct Rerun {
    const Answers* answers = nullptr;
    std::size_t given = 0;
    Step next;
    std::jmp_buf back;
};

Rerun rerun;               // global, since longjmp forgets locals
Rerun* running = nullptr;  // &rerun while a process runs
const Word* first_word = nullptr;
const Word* behind_words = nullptr;

// A word of a process's own is a plain number.
bool is_shared(const Word* word) {
    return running != nullptr && word >= first_word && word < behind_words;
}

Answer take(const Step& step) {
    if (running->given < running->answers->size()) {
        return (*running->answers)[running->given++];
    }
    running->next = step;
    std::longjmp(running->back, 1);
}

bool acquires(std::memory_order order) {
    return order == std::memory_order_acquire ||
           order == std::memory_order_consume ||
           order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}

bool releases(std::memory_order order) {
    return order == std::memory_order_release ||
           order == std::memory_order_acq_rel ||
           order == std::memory_order_seq_cst;
}

Answer take(Kind kind, const Word* word, std::uint64_t value,
            std::memory_order order, std::uint64_t expected = 0) {
    return take({kind, static_cast<std::size_t>(word - first_word), value,
                 expected, acquires(order), releases(order)});
}

}  // namespace

void share(const Word* first, std::size_t size) {
    first_word = first;
    behind_words = first + size;
}

Step next_step(const Process& process, const Answers& answers) {
    rerun.answers = &answers;
    rerun.given = 0;
    running = &rerun;
    if (setjmp(rerun.back) == 0) {
        rerun.next = {Kind::end, 0, process(), 0, false, false};
    }
    running = nullptr;
    return rerun.next;
}

std::uint64_t Word::load(std::memory_order order) const {
    return is_shared(this) ? take(Kind::load, this, 0, order).value : value_;
}

void Word::store(std::uint64_t value, std::memory_order order) {
    if (is_shared(this)) {
        take(Kind::store, this, value, order);
    } else {
        value_ = value;
    }
}

std::uint64_t Word::exchange(std::uint64_t value, std::memory_order order) {
    return is_shared(this) ? take(Kind::exchange, this, value, order).value
                           : std::exchange(value_, value);
}

std::uint64_t Word::fetch_add(std::uint64_t value, std::memory_order order) {
    return is_shared(this) ? take(Kind::add, this, value, order).value
                           : std::exchange(value_, value_ + value);
}

std::uint64_t Word::fetch_and(std::uint64_t value, std::memory_order order) {
    return is_shared(this) ? take(Kind::mask, this, value, order).value
                           : std::exchange(value_, value_ & value);
}

bool Word::compare_exchange_strong(std::uint64_t& expected, std::uint64_t value,
                                   std::memory_order order) {
    Answer seen{value_, value_ == expected};
    if (is_shared(this)) {
        seen = take(Kind::compare_exchange, this, value, order, expected);
    } else if (seen.exchanged) {
        value_ = value;
    }
    if (!seen.exchanged) {
        expected = seen.value;
    }
    return seen.exchanged;
}

bool Word::compare_exchange_weak(std::uint64_t& expected, std::uint64_t value,
                                 std::memory_order order) {
    return compare_exchange_strong(expected, value, order);
}

bool has_died(std::size_t process) {
    return running != nullptr &&
           take({Kind::has_died, process, 0, 0, false, false}).value != 0;
}

}  // namespace robots::interleavings
