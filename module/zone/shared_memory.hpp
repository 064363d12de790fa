// Memory that all processes of a server share, and that survives a binary
// upgrade.
//
// nginx's own zones end with the master process that made them. This memory is
// a file that is in no folder (memfd_create(2)). The new master of a binary
// upgrade (USR2) inherits the file's descriptor, recognises the file by its
// name and size, and maps it. If the system does not have memfd_create, the
// memory ends with the master.

#pragma once

#include <cstddef>
#include <memory>

namespace robots::nginx {

class SharedMemory {
  public:
    // Returns `size` octets of zeros; nullptr and errno if memory is short.
    static std::shared_ptr<SharedMemory> create(std::size_t size);

    // Returns the memory of the old master of a binary upgrade if the memory
    // has `size` octets, else nullptr. Closes the descriptors of inherited
    // memory of other sizes.
    static std::shared_ptr<SharedMemory> inherited(std::size_t size);

    SharedMemory(void* address, std::size_t size, int descriptor)
        : address_(address), size_(size), descriptor_(descriptor) {}
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    // Aligned to a page; the same address in all processes that are forked
    // later.
    void* address() const { return address_; }
    std::size_t size() const { return size_; }

    // Must be called in each process that never starts a new nginx, so that
    // only a new nginx inherits the descriptor.
    void close_descriptor();

  private:
    void* address_;
    std::size_t size_;
    int descriptor_;  // -1: none
};

}  // namespace robots::nginx
