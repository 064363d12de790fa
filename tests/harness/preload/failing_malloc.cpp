// Makes one allocation of a program fail. Loaded by LD_PRELOAD, this library
// counts down the 64-bit number in the file ROBOTS_FAILING_MALLOC at each
// allocation. The allocation that makes it zero fails. While it is zero, no
// allocation fails.

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

// What glibc's own names are for.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::int64_t* map_countdown() {
    static std::int64_t none = 0;
    const char* path = std::getenv("ROBOTS_FAILING_MALLOC");
    const int file = path != nullptr ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) {
        return &none;
    }
    void* memory =
        mmap(nullptr, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return memory == MAP_FAILED ? &none : static_cast<std::int64_t*>(memory);
}

bool fails() {
    // Without a guard, which programs written in C have no library for.
    static std::int64_t* countdown = nullptr;
    if (countdown == nullptr) {
        countdown = map_countdown();
    }
    if (__atomic_load_n(countdown, __ATOMIC_RELAXED) <= 0 ||
        __atomic_sub_fetch(countdown, 1, __ATOMIC_RELAXED) != 0) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) noexcept {
    return fails() ? nullptr : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
    return fails() ? nullptr : __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
    return fails() ? nullptr : __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
    return fails() ? nullptr : __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return memalign(alignment, size);
}

int posix_memalign(void** out, std::size_t alignment,
                   std::size_t size) noexcept {
    void* memory = memalign(alignment, size);
    if (memory == nullptr) {
        return ENOMEM;
    }
    *out = memory;
    return 0;
}

}  // extern "C"
