// What of a file changes whenever its octets may have changed, without reading
// them: stat(2) needs no permission to read.

#ifndef ROBOTS_POLICY_LOADER_YAML_FILE_STAMP_HPP
#define ROBOTS_POLICY_LOADER_YAML_FILE_STAMP_HPP

#include <sys/stat.h>

#include <cstdint>

namespace robots::loader {

struct FileStamp {
    dev_t device = 0;  // with the inode, what makes two paths one file
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t modified = 0;  // in nanoseconds since the epoch
    std::int64_t changed = 0;   // the same of the inode
};

inline FileStamp stamp_of(const struct stat& status) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    return {status.st_dev, status.st_ino, status.st_size,
            status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec * kSecond + status.st_ctim.tv_nsec};
}

inline bool operator==(const FileStamp& a, const FileStamp& b) {
    return a.device == b.device && a.inode == b.inode && a.size == b.size &&
           a.modified == b.modified && a.changed == b.changed;
}

}  // namespace robots::loader

#endif
