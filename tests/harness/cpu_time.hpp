// Measures the CPU time of a function, which depends less on other work on the
// machine than the time on a clock does.

#pragma once

#include <chrono>
#include <ctime>

namespace robots::tests {

inline std::chrono::nanoseconds thread_cpu_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) +
           std::chrono::nanoseconds(now.tv_nsec);
}

template <typename Work>
std::chrono::nanoseconds cpu_time_of(Work work, int rounds) {
    const auto start = thread_cpu_time();
    for (int i = 0; i < rounds; ++i) {
        work();
    }
    return thread_cpu_time() - start;
}

}  // namespace robots::tests
