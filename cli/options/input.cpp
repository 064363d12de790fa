#include "cli/options/input.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <limits>

#include "cli/output/text.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kReadAtOnce = std::size_t{64} * 1024;

std::string input_problem(const char* what, const std::string& shown,
                          int error) {
    return std::string("cannot ") + what + ' ' + shown + ": " +
           std::strerror(error);
}

// Returns the name of an input for messages.
std::string input_name(const std::string& name) {
    return name == "-" ? "standard input" : '`' + name + '`';
}

}  // namespace

robots::Descriptor open_input(const std::string& name, std::string& problem) {
    robots::Descriptor file(name == "-"
                                ? ::dup(STDIN_FILENO)
                                : ::open(name.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
        problem = input_problem("open", input_name(name), errno);
        return {};
    }
    if (S_ISDIR(status.st_mode)) {
        problem = input_problem("read", input_name(name), EISDIR);
        return {};
    }
    return file;
}

std::string read_input(const std::string& name, std::size_t limit) {
    std::string problem;
    const robots::Descriptor file = open_input(name, problem);
    if (!file.is_open()) {
        throw Unusable(problem);
    }
    std::string text;
    std::array<char, kReadAtOnce> part;
    for (;;) {
        const ssize_t got = ::read(file.get(), part.data(), part.size());
        if (got == 0) {
            return text;
        }
        if (got < 0 && errno != EINTR) {
            throw Unusable(input_problem("read", input_name(name), errno));
        }
        if (got > 0) {
            text.append(part.data(), static_cast<std::size_t>(got));
        }
        if (text.size() > limit) {
            throw Unusable(input_name(name) + " is larger than " +
                           std::to_string(limit / 1024) + " KiB");
        }
    }
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
