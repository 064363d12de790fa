// Files as octets: read whole, within bounds, and checked to be text.

#ifndef ROBOTS_POLICY_LOADER_YAML_SOURCE_HPP
#define ROBOTS_POLICY_LOADER_YAML_SOURCE_HPP

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "policy/base/diagnostic.hpp"
#include "policy/loader/yaml/descriptor.hpp"
#include "policy/loader/yaml/file_stamp.hpp"

namespace robots::loader {

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

// The same without the whole text in memory: `take` gets the octets of the file
// in order, part by part, each with the size that the file system states. The
// result has no text.
using TakePart = std::function<void(std::string_view part, std::size_t size)>;
Source read_parts(const OpenedFile& opened, std::size_t limit,
                  const TakePart& take);

// The first octet that keeps `text` from being UTF-8 text: no well-formed
// sequence (RFC 3629), or a control character other than TAB, LF and CR.
struct NotText {
    std::uint32_t line = 0;
    std::uint32_t column = 0;  // in octets
    bool control = false;
    unsigned char octet = 0;
};
std::optional<NotText> find_non_text(std::string_view text);

// The folder part of a path with its "/", or "".
std::string folder_of(const std::string& path);

}  // namespace robots::loader

#endif
