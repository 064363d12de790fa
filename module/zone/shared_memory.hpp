// Memory that all processes of one nginx share. This memory survives a binary
// upgrade of nginx.
//
// nginx's own zones end with the master process that made them. This memory is
// an anonymous file (memfd_create(2)). The new master of a binary upgrade
// (USR2) inherits the file's descriptor, recognises the file by its name and
// size, and maps the file. If the system does not have memfd_create, the memory
// ends with the master process.

#pragma once

#include <cstddef>
#include <memory>

namespace robots::nginx {

class SharedMemory {
  public:
    // Returns new memory of `size` octets, which are zero. If memory is short,
    // returns nullptr and sets errno.
    static std::shared_ptr<SharedMemory> create(std::size_t size);

    // In the new master of a binary upgrade, returns the memory of the old
    // master if this memory has `size` octets. Otherwise returns nullptr.
    // Closes the descriptors of inherited memory of other sizes.
    static std::shared_ptr<SharedMemory> inherited(std::size_t size);

    SharedMemory(void* address, std::size_t size, int descriptor)
        : address_(address), size_(size), descriptor_(descriptor) {}
    ~SharedMemory();
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    // Returns the start of the memory. The address is aligned to a page, and is
    // the same in all processes that are forked later.
    void* address() const { return address_; }
    std::size_t size() const { return size_; }

    // Call this function in each process that never starts a new nginx binary,
    // for example a worker. Then only the master of a new nginx binary inherits
    // the descriptor.
    void close_descriptor();

  private:
    void* address_;
    std::size_t size_;
    int descriptor_;  // -1: none
};

}  // namespace robots::nginx
