#include "cli/options/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

namespace robotsctl {

namespace {

constexpr std::size_t kPart = std::size_t{64} * 1024;

std::string cannot(const char* what, const std::string& name, int error) {
    return std::string("cannot ") + what + ' ' + name + ": " +
           std::strerror(error);
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
            return {"", cannot("read", name, errno)};
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

robots::Descriptor open_input(const std::string& name, std::string& problem) {
    const bool is_standard = name == "-";
    const std::string shown = is_standard ? "standard input" : '`' + name + '`';
    robots::Descriptor file(is_standard
                                ? ::dup(STDIN_FILENO)
                                : ::open(name.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
        problem = cannot("open", shown, errno);
        return {};
    }
    if (S_ISDIR(status.st_mode)) {
        problem = cannot("read", shown, EISDIR);
        return {};
    }
    return file;
}

Input read_input(const std::string& name, std::size_t limit) {
    Input out;
    const robots::Descriptor file = open_input(name, out.problem);
    return file.is_open()
               ? read_all(file.get(),
                          name == "-" ? "standard input" : '`' + name + '`',
                          limit)
               : out;
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
