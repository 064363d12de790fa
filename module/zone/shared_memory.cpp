#include "module/zone/shared_memory.hpp"

#include <dirent.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace robots::nginx {

namespace {

constexpr char kMemoryName[] = "nginx zone robots";

// Creates a file of `size` octets in memory. Returns its descriptor, or -1 if
// this fails. Unlike most descriptors of nginx, this descriptor stays open over
// exec(2).
int create_file(std::size_t size) {
#if defined(__linux__) && defined(MFD_ALLOW_SEALING)
    const int descriptor = ::memfd_create(kMemoryName, 0);
    if (descriptor >= 0 &&
        ::ftruncate(descriptor, static_cast<off_t>(size)) != 0) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
#else
    (void)size;
    return -1;
#endif
}

std::shared_ptr<SharedMemory> map(std::size_t size, int descriptor) {
    const int kind = descriptor >= 0 ? MAP_SHARED : MAP_SHARED | MAP_ANONYMOUS;
    void* address =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, kind, descriptor, 0);
    if (address == MAP_FAILED) {
        const int error = errno;
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        errno = error;
        return nullptr;
    }
    return std::make_shared<SharedMemory>(address, size, descriptor);
}

// Whether an old master started this process. In this case, nginx sets the
// variable NGINX, and Angie sets ANGIE, to the list of inherited sockets.
bool is_binary_upgrade() {
    return std::getenv("NGINX") != nullptr || std::getenv("ANGIE") != nullptr;
}

bool is_ours(const std::string& link) {
    const std::string wanted =
        std::string("/memfd:") + kMemoryName + " (deleted)";
    std::vector<char> target(wanted.size() + 1);
    const ssize_t size = ::readlink(link.c_str(), target.data(), target.size());
    return size >= 0 &&
           std::string_view(target.data(), static_cast<std::size_t>(size)) ==
               wanted;
}

// Returns the open descriptors of memory files with the name kMemoryName.
std::vector<int> inherited_descriptors() {
    const std::string folder = "/proc/self/fd/";
    std::vector<int> found;
    DIR* listing = ::opendir(folder.c_str());
    if (listing == nullptr) {
        return found;
    }
    while (const dirent* entry = ::readdir(listing)) {
        const std::string_view name = entry->d_name;
        int descriptor = 0;
        const auto [end, error] =
            std::from_chars(name.begin(), name.end(), descriptor);
        if (error == std::errc{} && end == name.end() &&
            is_ours(folder + entry->d_name)) {
            found.push_back(descriptor);
        }
    }
    ::closedir(listing);
    return found;
}

bool has_size(int descriptor, std::size_t size) {
    struct stat status {};
    return ::fstat(descriptor, &status) == 0 &&
           static_cast<std::size_t>(status.st_size) == size;
}

}  // namespace

std::shared_ptr<SharedMemory> SharedMemory::create(std::size_t size) {
    return map(size, create_file(size));
}

std::shared_ptr<SharedMemory> SharedMemory::inherited(std::size_t size) {
    if (!is_binary_upgrade()) {
        return nullptr;
    }
    std::shared_ptr<SharedMemory> memory;
    for (const int descriptor : inherited_descriptors()) {
        if (memory == nullptr && has_size(descriptor, size)) {
            memory = map(size, descriptor);
        } else {
            ::close(descriptor);
        }
    }
    return memory;
}

SharedMemory::~SharedMemory() {
    ::munmap(address_, size_);
    close_descriptor();
}

void SharedMemory::close_descriptor() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
        descriptor_ = -1;
    }
}

}  // namespace robots::nginx
