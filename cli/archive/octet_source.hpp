// Reads the octets of an input in order, and can go back by a limited distance.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/archive/archive_reader.hpp"

struct z_stream_s;

namespace robotsctl {

class OctetSource {
  public:
    // Reads at most `most` octets into `to`. Returns, like read(2), their
    // number; 0 at the end, -1 and errno after an error.
    using Read = std::function<ssize_t(char* to, std::size_t most)>;

    // The maximum number of octets that look() can be asked for, and that
    // go_back() can go back.
    static constexpr std::size_t kWindow = std::size_t{1} << 20;

    OctetSource(std::string name, Read read);

    // Returns the octets in memory from offset() on: at least `least` (which is
    // at most kWindow) unless the input ends before. They are valid until the
    // next call.
    std::string_view look(std::size_t least);
    void skip(std::size_t octets) { at_ += octets; }

    // The current position: how many octets of the input come before it.
    std::uint64_t offset() const { return dropped_ + at_; }

    // Goes back to `offset`, or as far as octets are still in memory. Returns
    // false, and does not move, if more octets would then be read twice than
    // were read once: without this limit, reading a malicious archive might
    // never end.
    bool go_back(std::uint64_t offset);

    const std::string& name() const { return name_; }
    // "crawl.warc.gz, octet 4711", for messages.
    std::string place_of(std::uint64_t offset) const {
        return name_ + ", octet " + std::to_string(offset);
    }
    // The errno of the read that failed, or 0 if none failed.
    int error() const { return error_; }

  private:
    void fill();

    std::string name_;
    Read read_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;  // the position in `buffer_`
    std::size_t end_ = 0;
    std::uint64_t dropped_ = 0;   // octets before those in memory
    std::uint64_t furthest_ = 0;  // the greatest offset() before a go_back()
    std::uint64_t twice_ = 0;     // octets that were read twice
    bool ended_ = false;
    int error_ = 0;
};

// Reads an archive, decompressed if necessary, gzip member by gzip member (RFC
// 1952 2.2). A compressed WARC file has a member for each record, so a broken
// record can be skipped.
class MemberStream {
  public:
    // Both arguments must outlive this object. An input that does not start
    // like gzip is read as one uncompressed member.
    MemberStream(OctetSource& source, ArchiveReport& report);
    ~MemberStream();
    MemberStream(const MemberStream&) = delete;
    MemberStream& operator=(const MemberStream&) = delete;

    // Returns the next octets of this member: at least `least` (which is at
    // most kLook) unless the member ends before; none at the member's end. They
    // are valid until the next call.
    std::string_view look(std::size_t least);
    void skip(std::size_t octets);

    // Skips the rest of this member, and goes to the start of the next. Octets
    // between members are skipped and, unless they are zeros, reported. Returns
    // false if no member is left.
    bool next_member();

    // Whether this member ends with an error, which was reported. look() still
    // returns the octets before the error.
    bool broken() const { return broken_; }

    bool compressed() const { return compressed_; }

    // The offset at which this member begins; in an uncompressed input, the
    // offset of the next octet.
    std::uint64_t offset() const;

    // Like OctetSource::go_back; only for an input that is not compressed.
    bool go_back(std::uint64_t offset) { return source_.go_back(offset); }

    static constexpr std::size_t kLook = std::size_t{64} * 1024;

  private:
    struct End {
        void operator()(z_stream_s* stream) const;
    };

    void inflate_more();
    void break_off(const char* why);
    void start_member();
    bool find_member();
    bool starts_record();

    OctetSource& source_;
    ArchiveReport& report_;
    std::unique_ptr<z_stream_s, End> stream_;
    std::vector<char> out_;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
    std::uint64_t member_ = 0;  // the offset at which the member begins
    bool compressed_ = false;
    bool ended_ = false;  // only `out_` is left of this member
    bool broken_ = false;
};

}  // namespace robotsctl
