#include "rate.hpp"

#include <algorithm>

namespace robots {

Charge charge(Milliseconds tat, Milliseconds now, const Rate& rate) {
    const Milliseconds due = std::max(tat, now);
    const Milliseconds early = due - now;
    const Milliseconds wait =
        early > rate.slack ? early - rate.slack : Milliseconds{0};
    if (wait > rate.max_wait) {
        return {false, wait, tat};
    }
    return {true, wait, due + rate.interval};
}

Milliseconds slack(Milliseconds interval, std::uint32_t burst,
                   std::uint32_t tolerance) {
    return interval * burst + interval * tolerance / 100;
}

}  // namespace robots
