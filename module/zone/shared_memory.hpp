// Memory that all processes of a server share, and that outlives a binary
// upgrade.
//
// nginx's own zones end with the master process that made them. This memory is
// a file without a name (memfd_create(2)), whose descriptor the new master of a
// binary upgrade (USR2) inherits, finds again and maps. Where the system has no
// such files, the memory ends with the master.

#pragma once

#include <cstddef>
#include <memory>

namespace robots::nginx {

class SharedMemory {
  public:
    // `size` octets of zeros. nullptr and errno if there is no memory.
    static std::shared_ptr<SharedMemory> create(std::size_t size);

    // The memory of the old master of a binary upgrade if it has that size,
    // else nullptr. Descriptors of other sizes are closed.
    static std::shared_ptr<SharedMemory> inherited(std::size_t size);

    SharedMemory(void* address, std::size_t size, int descriptor)
        : address_(address), size_(size), descriptor_(descriptor) {}
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    // Aligned to a page; the same for all processes forked from now on.
    void* address() const { return address_; }
    std::size_t size() const { return size_; }

    // For a process that passes the memory to no other process.
    void close_descriptor();

  private:
    void* address_;
    std::size_t size_;
    int descriptor_;  // -1: none
};

}  // namespace robots::nginx
