// Whether the files of a running policy are still what it was loaded from,
// asked again and again by a process that must not block.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "policy/loader/files/inputs.hpp"
#include "policy/loader/files/roots.hpp"

namespace robots::loader {

// `unknown`: this process may not look at them.
enum class OnDisk : std::uint8_t { unknown, same, changed };

// Looks at stamps. Only a small file whose stamp has changed is read, since
// writing the same octets again changes nothing; a large one counts as changed.
class DiskCheck {
  public:
    explicit DiskCheck(const Inputs& inputs);

    // Looks at a few more files or at one pattern. True: all have been looked
    // at, `result` is what they are, and the next step starts again.
    bool step(OnDisk& result);

  private:
    OnDisk look_at_pattern(const Input& pattern) const;
    OnDisk look_at_file(std::size_t file);

    const Inputs& inputs_;
    Roots roots_;
    std::vector<FileStamp> stamps_;  // by file, with which its octets are known
    std::size_t next_ = 0;           // patterns, then files
    OnDisk so_far_ = OnDisk::same;
};

}  // namespace robots::loader
