// Reads the octets of files, up to a maximum size.

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

// With a 32-bit off_t, FileStamp would have another layout here than in nginx's
// module, and files with large inode numbers could not be opened.
static_assert(sizeof(off_t) == 8, "compile with -D_FILE_OFFSET_BITS=64");

// Properties of a file from stat(2), which needs no permission to read the
// file. If all of them are the same as before, the octets of the file are
// unchanged.
struct FileStamp {
    dev_t device = 0;  // device and inode identify a file
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t modified = 0;  // in nanoseconds since the epoch
    std::int64_t changed = 0;   // when the inode changed
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

// Returns the text for errno, like "No such file or directory".
std::string problem_of_errno();

// Returns "cannot `what` `path`: " followed by problem_of_errno().
std::string cannot(const char* what, const std::string& path);

// An open file, or the reason why it cannot be opened.
struct OpenedFile {
    Descriptor file;
    std::string problem;   // not empty: why it cannot be opened
    bool outside = false;  // the file is outside of all roots
};

// Opens a file that the admin chose: follows links to any folder. Does not
// block if the file is a FIFO.
OpenedFile open_file(const std::string& path);

// Returns "" for a regular file. Otherwise returns why the file must not be
// read.
std::string why_not_regular(const struct stat& status);

struct Source {
    std::string text;
    std::time_t modified = 0;
    FileStamp stamp;       // of the file, before it was read
    std::string problem;   // not empty: why it can't be read, as a sentence
    bool outside = false;  // as in OpenedFile
};

// The maximum size in octets of a file, and of all included files together.
constexpr std::size_t kMaxSource = std::size_t{256} * 1024 * 1024;

// Reads a regular file of at most `limit` octets. Refuses directories, FIFOs,
// devices and larger files before it reads any octet, because these could block
// the process or use up its memory.
Source read_source(const OpenedFile& opened, std::size_t limit);

// Reads the first `most` octets of a regular file of any size.
Source read_start(const OpenedFile& opened, std::size_t most);

// Reads a file in parts, to save memory: calls `take` for each part, in order.
// The argument `size` of `take` is the file size from fstat(2). The result has
// no text. If the file is larger than `limit`, `if_larger` decides: refuse the
// file, or stop reading. `take` may get some octets more than `limit`.
using TakePart = std::function<void(std::string_view part, std::size_t size)>;
enum class IfLarger : bool { refuse, cut };
Source read_parts(const OpenedFile& opened, std::size_t limit,
                  const TakePart& take, IfLarger if_larger = IfLarger::refuse);

// Returns the folder part of a path, with the "/" at its end, or "".
std::string folder_of(const std::string& path);

// An item of a plain-text list, and its place.
struct ListItem {
    std::string_view text;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// Removes the next item from the front of `rest`, which is a text with one item
// on each line, and returns it. Skips blanks around the item, and comments from
// "#" to the end of the line. `line` counts the lines, and must be 0 before the
// first line. Skips a byte order mark before the first line. Returns an item
// without text if no item is left.
ListItem next_item(std::string_view& rest, std::uint32_t& line);

}  // namespace robots::loader
