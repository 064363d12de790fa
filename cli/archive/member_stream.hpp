// The octets of an archive that may be compressed, member by member (RFC 1952
// 2.2). WARC files have a member for each record, so what is broken can be
// skipped.

#ifndef ROBOTS_CLI_ARCHIVE_MEMBER_STREAM_HPP
#define ROBOTS_CLI_ARCHIVE_MEMBER_STREAM_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "cli/archive/octet_source.hpp"
#include "cli/archive/trouble.hpp"

struct z_stream_s;

namespace robotsctl {

class MemberStream {
  public:
    // Both outlive it. What does not start as gzip does is one member, as it
    // is.
    MemberStream(OctetSource& source, Trouble& trouble);
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

    // Whether this member ends by an error, which trouble has been told: behind
    // what look() still has of it.
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
    Trouble& trouble_;
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

#endif
