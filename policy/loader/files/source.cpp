#include "policy/loader/files/source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robots::loader {

namespace {

// Fits into the processor's cache, and is large enough that few system calls
// are needed.
constexpr std::size_t kPart = std::size_t{64} * 1024;

std::string size_text(std::size_t octets) {
    constexpr std::size_t kKib = 1024;
    constexpr std::size_t kMib = kKib * kKib;
    return octets % kMib == 0 ? std::to_string(octets / kMib) + " MiB"
                              : std::to_string(octets / kKib) + " KiB";
}

std::string too_large(std::size_t limit) {
    return "it is larger than " + size_text(limit);
}

}  // namespace

std::string problem_of_errno() {
    return std::strerror(errno);
}

std::string cannot(const char* what, const std::string& path) {
    const std::string why = problem_of_errno();
    return std::string("cannot ") + what + ' ' + cited(path, kWholePath) +
           ": " + why;
}

std::string why_not_regular(const struct stat& status) {
    if (S_ISDIR(status.st_mode)) {
        return "it is a folder, not a file";
    }
    return S_ISREG(status.st_mode)
               ? ""
               : "it is a FIFO, a socket or a device, not a regular file";
}

// O_NONBLOCK, because otherwise open() waits for the writer of a FIFO.
OpenedFile open_file(const std::string& path) {
    OpenedFile out;
    if (path.find('\0') != std::string::npos) {
        out.problem = "its name contains a NUL byte";
        return out;
    }
    out.file =
        Descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    out.problem = out.file.is_open() ? "" : problem_of_errno();
    return out;
}

// Reads up to one part more than `limit`, to detect a file that has grown.
Source read_parts(const OpenedFile& opened, std::size_t limit,
                  const TakePart& take, IfLarger if_larger) {
    const bool refuses = if_larger == IfLarger::refuse;
    Source out;
    out.problem = opened.problem;
    out.outside = opened.outside;
    struct stat status {};
    if (out.problem.empty() && ::fstat(opened.file.get(), &status) != 0) {
        out.problem = problem_of_errno();
    }
    if (!out.problem.empty()) {
        return out;
    }
    const auto size = static_cast<std::size_t>(status.st_size);
    out.problem = why_not_regular(status);
    out.modified = status.st_mtime;
    out.stamp = stamp_of(status);
    if (out.problem.empty() && refuses && size > limit) {
        out.problem = too_large(limit);
    }
    std::array<char, kPart> part;
    for (std::size_t octets = 0; out.problem.empty() && octets <= limit;) {
        const ssize_t got = ::read(opened.file.get(), part.data(), part.size());
        if (got == 0) {
            return out;
        }
        if (got > 0) {
            octets += static_cast<std::size_t>(got);
            take({part.data(), static_cast<std::size_t>(got)}, size);
        } else if (errno != EINTR) {
            out.problem = problem_of_errno();
        }
    }
    if (out.problem.empty() && refuses) {
        out.problem = too_large(limit);
    }
    return out;
}

namespace {

Source read_text(const OpenedFile& opened, std::size_t limit,
                 IfLarger if_larger) {
    std::string text;
    const auto take = [&](std::string_view part, std::size_t size) {
        text.reserve(std::min(size, limit + kPart));
        text += part;
    };
    Source out = read_parts(opened, limit, take, if_larger);
    out.text = std::move(text);
    return out;
}

}  // namespace

Source read_start(const OpenedFile& opened, std::size_t most) {
    Source out = read_text(opened, most, IfLarger::cut);
    out.text.resize(std::min(out.text.size(), most));
    return out;
}

Source read_source(const OpenedFile& opened, std::size_t limit) {
    return read_text(opened, limit, IfLarger::refuse);
}

ListItem next_item(std::string_view& rest, std::uint32_t& line) {
    if (line == 0 && starts_with(rest, kByteOrderMark)) {
        rest.remove_prefix(kByteOrderMark.size());
    }
    while (!rest.empty()) {
        ++line;
        const std::string_view said = take_until('\n', rest);
        const std::string_view item =
            trim(said.substr(0, said.find('#')), " \t\r");
        if (!item.empty()) {
            return {item, line,
                    static_cast<std::uint32_t>(item.data() - said.data() + 1)};
        }
    }
    return {};
}

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

}  // namespace robots::loader
