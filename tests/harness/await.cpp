#include "tests/harness/await.hpp"

#include <cstdlib>
#include <thread>

namespace integration {
namespace {

double time_scale() {
    const char* scale = std::getenv("ROBOTS_TIME_SCALE");
    const double factor = scale == nullptr ? 1.0 : std::atof(scale);
    return factor > 0 ? factor : 1.0;
}

}  // namespace

Milliseconds scaled(Milliseconds time) {
    static const double factor = time_scale();
    return std::chrono::duration_cast<Milliseconds>(time * factor);
}

bool await(const std::function<bool()>& condition, Milliseconds timeout) {
    const Milliseconds limit = scaled(timeout);
    const Stopwatch watch;
    while (!condition()) {
        if (watch.elapsed() > limit) {
            return false;
        }
        std::this_thread::sleep_for(3ms);
    }
    return true;
}

Milliseconds Stopwatch::elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(
        std::chrono::steady_clock::now() - start_);
}

}  // namespace integration
