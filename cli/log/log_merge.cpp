#include "cli/log/log_merge.hpp"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "cli/options/input.hpp"
#include "cli/output/text.hpp"

namespace robotsctl {

namespace {

constexpr unsigned kGzipBuffer = 32 * 1024;

constexpr std::size_t kSamples = 5;
constexpr std::size_t kSampleLength = 120;
constexpr robots::Milliseconds kDisorder{60000};

}  // namespace

void LogSource::Close::operator()(gzFile_s* file) const {
    ::gzclose_r(file);
}

LogSource::LogSource(const std::string& path)
    : name_(path == "-" ? "standard input" : path), buffer_(2 * kMaxLine) {
    robots::Descriptor file = open_input(path, problem_);
    if (!file.is_open()) {
        return;
    }
    struct stat status {};
    if (::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)) {
        size_ = static_cast<std::uint64_t>(status.st_size);
    }
    file_.reset(::gzdopen(file.release(), "rb"));
    if (file_ != nullptr) {
        ::gzbuffer(file_.get(), kGzipBuffer);
    }
}

std::uint64_t LogSource::position() const {
    const auto offset = file_ == nullptr ? -1 : ::gzoffset(file_.get());
    return offset < 0 ? size_ : static_cast<std::uint64_t>(offset);
}

// Appends octets to the buffer. Returns false at the end of the file.
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
        // From version 1.3.2 on, zlib reports truncated data when it returns
        // the last octets. Older versions report it at the end of the file.
        if (got == 0 && is_cut_) {
            error = Z_BUF_ERROR;
        }
        if (error != Z_OK && error != Z_STREAM_END) {
            problem_ =
                "cannot read all of `" + name_ + "`: " +
                (error == Z_ERRNO       ? std::strerror(errno)
                 : error == Z_BUF_ERROR ? "its compressed data is truncated"
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
            // The line keeps all kMaxLine octets, even if the last one is a CR,
            // so that callers see by the size that the line is cut.
            overlong_.assign(first, kMaxLine);
            line = overlong_;
            skip_to_line_end();
            ++line_;
            return true;
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

LogMerge::LogMerge(const std::vector<std::string>& paths,
                   const LogReading& reading) {
    std::uint64_t size = 0;
    for (const std::string& path : paths) {
        auto input = std::make_unique<Input>(path, reading);
        if (!input->source.problem().empty()) {
            counts_.problems.push_back(input->source.problem());
            continue;
        }
        size += input->source.size();
        inputs_.push_back(std::move(input));
    }
    progress_.start(size);
    for (const auto& input : inputs_) {
        advance(*input);
    }
}

void LogMerge::note_unreadable(const Input& input, std::string_view line) {
    ++counts_.unreadable;
    if (counts_.samples.size() < kSamples) {
        counts_.samples.push_back(input.source.name() + ':' +
                                  std::to_string(input.source.line()) + ": " +
                                  excerpt(line, kSampleLength));
    }
}

// Reads the input up to its next request.
void LogMerge::advance(Input& input) {
    std::string_view line;
    while (input.source.next(line)) {
        if (line.empty()) {
            continue;
        }
        ++counts_.lines;
        if (counts_.lines % 8192 == 0) {
            draw_progress();
        }
        const LineKind kind = line.size() < LogSource::kMaxLine
                                  ? input.parser.parse(line, input.record)
                                  : LineKind::unreadable;
        if (kind == LineKind::request) {
            input.record.file = input.source.name();
            input.record.line = input.source.line();
            ++counts_.requests;
            if (input.record.time + kDisorder < input.latest) {
                ++counts_.backwards;
            }
            input.latest = std::max(input.latest, input.record.time);
            return;
        }
        if (kind == LineKind::no_request) {
            ++counts_.no_requests;
        } else {
            note_unreadable(input, line);
        }
    }
    if (!input.source.problem().empty()) {
        counts_.problems.push_back(input.source.problem());
    }
    input.ended = true;
}

const LogRecord* LogMerge::next() {
    if (current_ != nullptr) {
        advance(*current_);
        // Usually, the next request is in the same file as the last request.
        // Then one comparison is enough.
        if (!current_->ended && current_->record.time <= others_) {
            return &current_->record;
        }
    }
    pick();
    if (current_ == nullptr) {
        progress_.finish();
        return nullptr;
    }
    return &current_->record;
}

void LogMerge::pick() {
    current_ = nullptr;
    others_ = robots::Milliseconds::max();
    for (const auto& input : inputs_) {
        if (input->ended) {
            continue;
        }
        if (current_ == nullptr || input->record.time < current_->record.time) {
            others_ = current_ == nullptr ? others_ : current_->record.time;
            current_ = input.get();
        } else {
            others_ = std::min(others_, input->record.time);
        }
    }
}

std::string LogMerge::where() const {
    return current_->source.name() + ':' +
           std::to_string(current_->source.line());
}

void LogMerge::draw_progress() {
    if (!progress_.due()) {
        return;
    }
    std::uint64_t position = 0;
    for (const auto& input : inputs_) {
        position += input->source.position();
    }
    progress_.draw(position, counts_.lines);
}

}  // namespace robotsctl
