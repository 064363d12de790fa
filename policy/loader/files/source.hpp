// Files as octets: read whole, within bounds.

#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>

#include "policy/base/descriptor.hpp"
#include "policy/base/diagnostic.hpp"

namespace robots::loader {

// With 32 bits, this and all that holds it would be something else in nginx's
// module, and files with large numbers of inodes could not be opened.
static_assert(sizeof(off_t) == 8, "compile with -D_FILE_OFFSET_BITS=64");

// The properties of a file that change if its octets may have changed. It is
// not read: stat(2) needs no permission for that.
struct FileStamp {
    dev_t device = 0;  // with the inode, what makes two paths one file
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t modified = 0;  // in nanoseconds since the epoch
    std::int64_t changed = 0;   // the same of the inode
};

inline FileStamp stamp_of(const struct stat& status) {
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    return {status.st_dev, status.st_ino, status.st_size,
            status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec,
            status.st_ctim.tv_sec * kNanoseconds + status.st_ctim.tv_nsec};
}

inline bool operator==(const FileStamp& a, const FileStamp& b) {
    return a.device == b.device && a.inode == b.inode && a.size == b.size &&
           a.modified == b.modified && a.changed == b.changed;
}

// Why the last system call on a file failed: "No such file or directory".
std::string problem_of_errno();

// A file that is open to be read, or why it is not.
struct OpenedFile {
    Descriptor file;
    std::string problem;   // not empty: why it cannot be opened
    bool outside = false;  // of all roots of the policy
};

// Opens a file that the admin named himself: links are followed anywhere. A
// FIFO is opened too, without waiting for its writer.
OpenedFile open_file(const std::string& path);

// Why a file of this kind must not be read, or "".
std::string why_not_regular(const struct stat& status);

struct Source {
    std::string text;
    std::time_t modified = 0;
    FileStamp stamp;       // before it was read
    std::string problem;   // not empty: why it can't be read, as a sentence
    bool outside = false;  // as in OpenedFile
};

// No file of a policy is larger.
constexpr std::size_t kMaxSource = std::size_t{256} * 1024 * 1024;

// Reads a regular file of at most `limit` octets. Directories, FIFOs, devices
// and larger files are refused before a single octet is read, so that none of
// them can block or exhaust the reader.
Source read_source(const OpenedFile& opened, std::size_t limit);

// Reads the first `most` octets of a regular file of any size.
Source read_start(const OpenedFile& opened, std::size_t most);

// The same without the whole text in memory: `take` gets the octets of the file
// in order, part by part, each with the size that the file system states. The
// result has no text.
using TakePart = std::function<void(std::string_view part, std::size_t size)>;
enum class IfLarger : bool { refuse, cut };
Source read_parts(const OpenedFile& opened, std::size_t limit,
                  const TakePart& take, IfLarger if_larger = IfLarger::refuse);

// The folder part of a path with its "/", or "".
std::string folder_of(const std::string& path);

// An item of a plain list, and where it is.
struct ListItem {
    std::string_view text;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Takes the next item off `rest`, a text with one on each line: without the
// blanks around it, and a comment, which starts with "#". `line` counts the
// lines, and is 0 in front of the first; a byte order mark there is skipped.
// An item without a text is the end.
ListItem next_item(std::string_view& rest, std::uint32_t& line);

}  // namespace robots::loader
