// Moves the clock of a program for a test. Loaded by LD_PRELOAD, this library
// adds to all clocks the seconds in the file ROBOTS_MOVED_CLOCK, a number of 64
// bits; only to the wall clock if ROBOTS_MOVED_CLOCK_WALL is set. It works for
// programs into which libfaketime cannot be loaded, for example those that use
// jemalloc.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

bool moves_only_wall = false;

const volatile std::int64_t* map_offset() {
    static const std::int64_t kNone = 0;
    const char* path = std::getenv("ROBOTS_MOVED_CLOCK");
    moves_only_wall = std::getenv("ROBOTS_MOVED_CLOCK_WALL") != nullptr;
    const int file = path != nullptr ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) {
        return &kNone;
    }
    void* memory = mmap(nullptr, sizeof kNone, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? &kNone
                                : static_cast<const std::int64_t*>(memory);
}

std::time_t offset() {
    // Without a guard, which programs written in C have no library for.
    static const volatile std::int64_t* mapped = nullptr;
    if (mapped == nullptr) {
        mapped = map_offset();
    }
    return *mapped;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
    const auto status =
        static_cast<int>(syscall(SYS_clock_gettime, clock, time));
    const bool is_of_cpu =
        clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
    const bool is_wall =
        clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (status == 0 && !is_of_cpu) {
        const std::time_t seconds = offset();
        time->tv_sec += is_wall || !moves_only_wall ? seconds : 0;
    }
    return status;
}

int gettimeofday(timeval* time, void* zone) noexcept {
    const auto status = static_cast<int>(syscall(SYS_gettimeofday, time, zone));
    if (status == 0) {
        time->tv_sec += offset();
    }
    return status;
}

std::time_t time(std::time_t* out) noexcept {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != nullptr) {
        *out = now.tv_sec;
    }
    return now.tv_sec;
}

}  // extern "C"
