// The octets of an input, in order, and some way back.

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
    // Like read(2): how many octets were put at `to`; 0 at the end, -1 and
    // errno after an error.
    using Read = std::function<ssize_t(char* to, std::size_t most)>;

    // How much can be looked at together, and how far back go_back() can go.
    static constexpr std::size_t kWindow = std::size_t{1} << 20;

    OctetSource(std::string name, Read read);

    // The octets from offset() on that are in memory: at least `least` (kWindow
    // at most) unless the input ends before. Valid until the next call.
    std::string_view look(std::size_t least);
    void skip(std::size_t octets) { at_ += octets; }

    // How many octets were skipped, or where the reader went back to.
    std::uint64_t offset() const { return dropped_ + at_; }

    // Goes back to `offset`, or as far as octets are still in memory. In all,
    // no more octets are read twice than once: without that, an archive made
    // for it could be read for ever. False: that is used up.
    bool go_back(std::uint64_t offset);

    const std::string& name() const { return name_; }
    // "crawl.warc.gz, octet 4711", for messages.
    std::string place_of(std::uint64_t offset) const {
        return name_ + ", octet " + std::to_string(offset);
    }
    // errno of the read that failed, or 0.
    int error() const { return error_; }

  private:
    void fill();

    std::string name_;
    Read read_;
    std::vector<char> buffer_;
    std::size_t at_ = 0;  // of the octets in memory
    std::size_t end_ = 0;
    std::uint64_t dropped_ = 0;   // octets in front of those in memory
    std::uint64_t furthest_ = 0;  // offset() before the reader went back
    std::uint64_t twice_ = 0;     // octets that were gone back
    bool ended_ = false;
    int error_ = 0;
};

// The octets of an archive that may be compressed, member by member (RFC 1952
// 2.2). WARC files have a member for each record, so what is broken can be
// skipped.
class MemberStream {
  public:
    // Both outlive it. What does not start as gzip does is one member, as it
    // is.
    MemberStream(OctetSource& source, ArchiveReport& report);
    ~MemberStream();
    MemberStream(const MemberStream&) = delete;
    MemberStream& operator=(const MemberStream&) = delete;

    // The next octets of this member: at least `least` (kLook at most) unless
    // it ends before; none at its end. Valid until the next call.
    std::string_view look(std::size_t least);
    void skip(std::size_t octets);

    // Goes to the start of the next member; what was not read of this one is
    // skipped. Skips anything but a member, and reports it. False: none is
    // left.
    bool next_member();

    // Whether this member ends by an error, which is noted: behind what look()
    // still has of it.
    bool broken() const { return broken_; }

    bool compressed() const { return compressed_; }

    // Where this member begins; where the next octet is if nothing is
    // compressed.
    std::uint64_t offset() const;

    // In what is not compressed: as OctetSource::go_back.
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
    std::uint64_t member_ = 0;  // where it begins
    bool compressed_ = false;
    bool ended_ = false;  // nothing is left of this member but out_
    bool broken_ = false;
};

}  // namespace robotsctl
