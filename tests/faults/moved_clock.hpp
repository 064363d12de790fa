// The clock of programs that tests/harness/preload/moved_clock.cpp is loaded
// into. Environment: ROBOTS_MOVED_CLOCK_LIBRARY, that library.

#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/harness/folder.hpp"
#include "tests/harness/nginx.hpp"

namespace integration {

inline bool can_move_clocks() {
    return !environment("ROBOTS_MOVED_CLOCK_LIBRARY", "").empty() &&
           !is_instrumented();
}

constexpr const char* kCannotMoveClocks =
    "a library that moves clocks goes with no sanitizer";

// What programs take for the time that were started since this object was made,
// until it spares later ones.
class MovedClock {
  public:
    enum class Moves { all, wall };

    explicit MovedClock(Moves moves) {
        write(std::chrono::seconds(0));
        ::setenv("ROBOTS_MOVED_CLOCK", folder_.path("clock").c_str(), 1);
        if (moves == Moves::wall) {
            ::setenv("ROBOTS_MOVED_CLOCK_WALL", "1", 1);
        }
        ::setenv("LD_PRELOAD",
                 environment("ROBOTS_MOVED_CLOCK_LIBRARY", "").c_str(), 1);
    }
    ~MovedClock() { spare_later(); }
    MovedClock(const MovedClock&) = delete;
    MovedClock& operator=(const MovedClock&) = delete;

    // Programs that start from now on have the real time.
    static void spare_later() {
        for (const char* name :
             {"LD_PRELOAD", "ROBOTS_MOVED_CLOCK", "ROBOTS_MOVED_CLOCK_WALL"}) {
            ::unsetenv(name);
        }
    }

    void move(std::chrono::seconds time) { write(offset_ += time); }

  private:
    // In place, since programs map the file.
    void write(std::chrono::seconds offset) {
        const std::int64_t number = offset.count();
        std::FILE* file = std::fopen(folder_.path("clock").c_str(),
                                     is_written_ ? "r+b" : "wb");
        std::fwrite(&number, sizeof number, 1, file);
        std::fclose(file);
        is_written_ = true;
    }

    Folder folder_;
    std::chrono::seconds offset_{0};
    bool is_written_ = false;
};

}  // namespace integration
