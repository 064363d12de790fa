#include "cli/options/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include "policy/loader/yaml/descriptor.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kPart = std::size_t{64} * 1024;

Input failed(const std::string& what, const std::string& name, int error) {
    return {"", "cannot " + what + ' ' + name + ": " + std::strerror(error)};
}

Input read_all(int fd, const std::string& name, std::size_t limit) {
    Input out;
    std::array<char, kPart> part;
    for (;;) {
        const ssize_t got = ::read(fd, part.data(), part.size());
        if (got == 0) {
            return out;
        }
        if (got < 0 && errno != EINTR) {
            return failed("read", name, errno);
        }
        if (got > 0) {
            out.text.append(part.data(), static_cast<std::size_t>(got));
        }
        if (out.text.size() > limit) {
            return {"", name + " is larger than " +
                            std::to_string(limit / 1024) + " KiB"};
        }
    }
}

}  // namespace

Input read_input(const std::string& name, std::size_t limit) {
    if (name == "-") {
        return read_all(STDIN_FILENO, "standard input", limit);
    }
    const std::string quoted = '`' + name + '`';
    const robots::loader::Descriptor file(
        ::open(name.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
        return failed("open", quoted, errno);
    }
    if (S_ISDIR(status.st_mode)) {
        return failed("read", quoted, EISDIR);
    }
    return read_all(file.get(), quoted, limit);
}

bool read_line(std::istream& in, std::string& line, std::size_t limit) {
    line.clear();
    for (int octet = in.get(); octet != '\n'; octet = in.get()) {
        if (octet == std::istream::traits_type::eof()) {
            return !line.empty();
        }
        if (line.size() == limit) {
            in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
            return true;
        }
        line += static_cast<char>(octet);
    }
    return true;
}

}  // namespace robotsctl
