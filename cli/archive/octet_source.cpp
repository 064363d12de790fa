#include "cli/archive/octet_source.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace robotsctl {

namespace {

constexpr std::size_t kOut = 2 * MemberStream::kLook;
constexpr std::size_t kIn = std::size_t{64} * 1024;
constexpr int kGzip = 16 + MAX_WBITS;

// The size of a gzip header. is_header() checks the magic number and the
// method, and that no flag is set that RFC 1952 reserves.
constexpr std::size_t kHeader = 10;
bool is_header(std::string_view octets) {
    constexpr unsigned kReserved = 0xe0;
    return octets.size() >= kHeader && octets[0] == '\x1f' &&
           octets[1] == '\x8b' && octets[2] == '\x08' &&
           (static_cast<unsigned char>(octets[3]) & kReserved) == 0;
}

}  // namespace

OctetSource::OctetSource(std::string name, Read read)
    : name_(std::move(name)), read_(std::move(read)) {}

std::string_view OctetSource::look(std::size_t least) {
    while (end_ - at_ < least && !ended_) {
        fill();
    }
    return {buffer_.data() + at_, end_ - at_};
}

// The buffer grows to three windows. So the octets in the buffer are moved to
// its start at most once for each window that is read.
void OctetSource::fill() {
    constexpr std::size_t kFirst = std::size_t{64} * 1024;
    if (end_ == buffer_.size()) {
        if (buffer_.size() < 3 * kWindow) {
            buffer_.resize(
                std::min(3 * kWindow, std::max(kFirst, 2 * buffer_.size())));
        } else {
            const std::size_t drop = at_ > kWindow ? at_ - kWindow : 0;
            std::memmove(buffer_.data(), buffer_.data() + drop, end_ - drop);
            at_ -= drop;
            end_ -= drop;
            dropped_ += drop;
        }
    }
    const ssize_t got = read_(buffer_.data() + end_, buffer_.size() - end_);
    if (got < 0 && errno == EINTR) {
        return;
    }
    if (got <= 0) {
        ended_ = true;
        error_ = got < 0 ? errno : 0;
        return;
    }
    end_ += static_cast<std::size_t>(got);
}

// Whether going back is allowed depends on the octets that were skipped, not on
// the octets that were read ahead into the buffer.
bool OctetSource::go_back(std::uint64_t offset) {
    const std::uint64_t here = this->offset();
    furthest_ = std::max(furthest_, here);
    const std::uint64_t window = here > kWindow ? here - kWindow : 0;
    const std::uint64_t to = std::max({offset, window, dropped_});
    if (to >= here) {
        return true;
    }
    if (twice_ + (here - to) > furthest_) {
        return false;
    }
    twice_ += here - to;
    at_ -= static_cast<std::size_t>(here - to);
    return true;
}

void MemberStream::End::operator()(z_stream_s* stream) const {
    ::inflateEnd(stream);
    delete stream;
}

MemberStream::MemberStream(OctetSource& source, ArchiveReport& report)
    : source_(source), report_(report) {
    compressed_ = is_header(source_.look(kHeader));
    if (compressed_) {
        auto stream = std::make_unique<z_stream>();
        if (::inflateInit2(stream.get(), kGzip) != Z_OK) {
            throw std::bad_alloc();
        }
        stream_.reset(stream.release());
        out_.resize(kOut);
        start_member();
    }
}

MemberStream::~MemberStream() = default;

std::uint64_t MemberStream::offset() const {
    return compressed_ ? member_ : source_.offset();
}

std::string_view MemberStream::look(std::size_t least) {
    if (!compressed_) {
        return source_.look(least);
    }
    while (end_ - at_ < least && !ended_) {
        inflate_more();
    }
    return {out_.data() + at_, end_ - at_};
}

void MemberStream::skip(std::size_t octets) {
    if (compressed_) {
        at_ += octets;
    } else {
        source_.skip(octets);
    }
}

void MemberStream::start_member() {
    member_ = source_.offset();
    at_ = end_ = 0;
    ended_ = broken_ = false;
    ::inflateReset(stream_.get());
}

void MemberStream::inflate_more() {
    if (at_ > 0) {
        std::memmove(out_.data(), out_.data() + at_, end_ - at_);
        end_ -= at_;
        at_ = 0;
    }
    const std::string_view in = source_.look(1).substr(0, kIn);
    if (in.empty()) {
        break_off("the gzip member is truncated");
        return;
    }
    z_stream& stream = *stream_;
    stream.next_in = reinterpret_cast<Bytef*>(
        const_cast<char*>(in.data()));  // zlib does not write to it
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out_.data() + end_);
    stream.avail_out = static_cast<uInt>(out_.size() - end_);
    const int result = ::inflate(&stream, Z_NO_FLUSH);
    source_.skip(in.size() - stream.avail_in);
    end_ = out_.size() - stream.avail_out;
    if (result == Z_STREAM_END) {
        ended_ = true;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
        break_off(stream.msg != nullptr ? stream.msg : "it is not gzip");
    }
}

void MemberStream::break_off(const char* why) {
    report_.skip(source_.place_of(member_),
                 "broken gzip member: " + std::string(why));
    ended_ = broken_ = true;
}

bool MemberStream::next_member() {
    if (!compressed_) {
        const std::string_view rest = source_.look(1);
        return !rest.empty();
    }
    while (!ended_) {
        at_ = end_;
        inflate_more();
    }
    if (broken_) {
        source_.go_back(member_ + 1);
        return find_member();
    }
    // Skips the zeros with which tapes are padded.
    std::string_view rest = source_.look(kHeader);
    while (!rest.empty() && rest[0] == '\0') {
        source_.skip(1);
        rest = source_.look(kHeader);
    }
    if (rest.empty()) {
        return false;
    }
    if (is_header(rest)) {
        start_member();
        return true;
    }
    report_.skip(source_.place_of(source_.offset()), "expected a gzip member");
    return find_member();
}

// Goes to the next member that starts like a WARC record. A gzip header alone
// is not enough, because compressed data may contain any octets.
bool MemberStream::find_member() {
    for (;;) {
        const std::string_view in = source_.look(kIn);
        if (in.size() < kHeader) {
            source_.skip(in.size());
            start_member();
            ended_ = true;
            return false;
        }
        const std::size_t magic = in.find('\x1f');
        if (magic == std::string_view::npos) {
            source_.skip(in.size());
            continue;
        }
        source_.skip(magic);
        if (is_header(source_.look(kHeader)) && starts_record()) {
            return true;
        }
        source_.skip(1);
    }
}

// Decompresses the start of the following octets as a member, and returns
// whether it is a WARC record. Reports no error, because the octets need not be
// a member.
bool MemberStream::starts_record() {
    constexpr std::string_view kRecord = "WARC/";
    constexpr std::size_t kTried = 1024;
    const std::string_view in = source_.look(kTried);
    start_member();
    std::array<char, kRecord.size()> start{};
    z_stream& stream = *stream_;
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream.avail_in = static_cast<uInt>(std::min(in.size(), kTried));
    stream.next_out = reinterpret_cast<Bytef*>(start.data());
    stream.avail_out = static_cast<uInt>(start.size());
    const int result = ::inflate(&stream, Z_NO_FLUSH);
    const bool is_record =
        (result == Z_OK || result == Z_STREAM_END) && stream.avail_out == 0 &&
        std::string_view(start.data(), start.size()) == kRecord;
    ::inflateReset(&stream);
    return is_record;
}

}  // namespace robotsctl
