#include "cli/log/log_source.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>

namespace robotsctl {

namespace {

constexpr unsigned kGzipBuffer = 32 * 1024;

}  // namespace

void LogSource::Close::operator()(gzFile_s* file) const {
    ::gzclose_r(file);
}

LogSource::LogSource(const std::string& path)
    : name_(path), buffer_(2 * kMaxLine) {
    if (path == "-") {
        open_standard_input();
    } else {
        open_file(path);
    }
    if (file_ != nullptr) {
        ::gzbuffer(file_.get(), kGzipBuffer);
    }
}

void LogSource::fail(const char* what, const char* why) {
    problem_ = std::string("cannot ") + what + " `" + name_ + "`: " + why;
}

void LogSource::open_file(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
        fail("open", std::strerror(errno));
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        return;
    }
    if (S_ISDIR(status.st_mode)) {
        fail("read", std::strerror(EISDIR));
        ::close(descriptor);
        return;
    }
    if (S_ISREG(status.st_mode)) {
        size_ = static_cast<std::uint64_t>(status.st_size);
    }
    file_.reset(::gzdopen(descriptor, "rb"));
}

void LogSource::open_standard_input() {
    name_ = "standard input";
    const int descriptor = ::dup(STDIN_FILENO);
    if (descriptor < 0) {
        fail("open", std::strerror(errno));
        return;
    }
    file_.reset(::gzdopen(descriptor, "rb"));
}

std::uint64_t LogSource::position() const {
    const auto offset = file_ == nullptr ? -1 : ::gzoffset(file_.get());
    return offset < 0 ? size_ : static_cast<std::uint64_t>(offset);
}

// Appends to what the buffer holds; false at the end of the file.
bool LogSource::fill() {
    if (at_end_ || file_ == nullptr) {
        return false;
    }
    std::memmove(buffer_.data(), buffer_.data() + start_, end_ - start_);
    end_ -= start_;
    start_ = 0;
    const int got = ::gzread(file_.get(), buffer_.data() + end_,
                             static_cast<unsigned>(buffer_.size() - end_));
    int error = Z_OK;
    const char* text = ::gzerror(file_.get(), &error);
    if (got <= 0) {
        at_end_ = true;
        // Since 1.3.2, zlib reports truncated data with the last octets that it
        // reads, and not once more at the end of the file.
        if (got == 0 && is_cut_) {
            error = Z_BUF_ERROR;
        }
        if (error != Z_OK && error != Z_STREAM_END) {
            fail("read all of", error == Z_ERRNO ? std::strerror(errno)
                                : error == Z_BUF_ERROR
                                    ? "its compressed data is truncated"
                                    : text);
        }
        return false;
    }
    is_cut_ = error == Z_BUF_ERROR;
    end_ += static_cast<std::size_t>(got);
    return true;
}

void LogSource::skip_to_line_end() {
    for (;;) {
        const void* newline =
            std::memchr(buffer_.data() + start_, '\n', end_ - start_);
        if (newline != nullptr) {
            start_ = static_cast<std::size_t>(
                         static_cast<const char*>(newline) - buffer_.data()) +
                     1;
            return;
        }
        start_ = end_;
        if (!fill()) {
            return;
        }
    }
}

bool LogSource::next(std::string_view& line) {
    std::size_t looked_at = 0;
    for (;;) {
        const char* first = buffer_.data() + start_;
        const std::size_t size = end_ - start_;
        const auto* newline = static_cast<const char*>(
            std::memchr(first + looked_at, '\n', size - looked_at));
        if (newline != nullptr && newline - first <= std::ptrdiff_t{kMaxLine}) {
            const auto length = static_cast<std::size_t>(newline - first);
            line = {first, length};
            start_ += length + 1;
            break;
        }
        if (size > kMaxLine) {
            overlong_.assign(first, kMaxLine);
            line = overlong_;
            skip_to_line_end();
            break;
        }
        looked_at = size;
        if (!fill()) {
            if (size == 0) {
                return false;
            }
            line = {buffer_.data() + start_, size};
            start_ = end_;
            break;
        }
    }
    ++line_;
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    return true;
}

}  // namespace robotsctl
