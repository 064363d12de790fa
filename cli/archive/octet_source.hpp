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
    // Reads at most `most` octets into `to`. Like read(2), returns their
    // number, 0 at the end of the input, or -1 with errno set.
    using Read = std::function<ssize_t(char* to, std::size_t most)>;

    // The maximum of `least` in look(), and the maximum distance of go_back(),
    // in octets.
    static constexpr std::size_t kWindow = std::size_t{1} << 20;

    OctetSource(std::string name, Read read);

    // Returns the octets in memory from offset() on: at least `least` octets,
    // unless the input ends earlier. `least` must be at most kWindow. The view
    // is valid until the next call of look().
    std::string_view look(std::size_t least);
    void skip(std::size_t octets) { at_ += octets; }

    // The current position: the offset in the input of the next octet.
    std::uint64_t offset() const { return dropped_ + at_; }

    // Goes back to `offset`, or as far as octets are still in memory. The total
    // distance of all calls is limited to the number of octets read so far,
    // because otherwise a malicious archive could be read forever. Beyond this
    // limit, returns false and does not move.
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
    std::uint64_t dropped_ = 0;   // octets of the input before `buffer_`
    std::uint64_t furthest_ = 0;  // the greatest offset() before a go_back()
    std::uint64_t twice_ = 0;     // octets that were read twice
    bool ended_ = false;
    int error_ = 0;
};

// Reads an archive that may be compressed with gzip. A gzip file consists of
// members (RFC 1952 2.2), which are decompressed one after the other. A
// compressed WARC file has one member for each record. So if a record is
// broken, reading continues at the next member.
class MemberStream {
  public:
    // Both arguments must outlive this object. An input that does not start
    // with a gzip header is read as one uncompressed member.
    MemberStream(OctetSource& source, ArchiveReport& report);
    ~MemberStream();
    MemberStream(const MemberStream&) = delete;
    MemberStream& operator=(const MemberStream&) = delete;

    // Returns the next octets of this member: at least `least` octets, unless
    // the member ends earlier. `least` must be at most kLook. At the end of the
    // member, the view is empty. The view is valid until the next call of
    // look().
    std::string_view look(std::size_t least);
    void skip(std::size_t octets);

    // Skips the rest of this member, and goes to the start of the next member.
    // Skips the octets between the members, and reports them unless all are
    // zeros. Returns false if no member is left.
    bool next_member();

    // Whether this member ends with an error, which is already reported. look()
    // still returns the octets before the error.
    bool broken() const { return broken_; }

    bool compressed() const { return compressed_; }

    // The offset at which this member begins; in an uncompressed input, the
    // offset of the next octet.
    std::uint64_t offset() const;

    // Like OctetSource::go_back(). Only for an uncompressed input.
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
    bool ended_ = false;  // the rest of this member is in `out_`
    bool broken_ = false;
};

}  // namespace robotsctl
