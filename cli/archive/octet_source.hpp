// The octets of an input, in order, and some way back.

#ifndef ROBOTS_CLI_ARCHIVE_OCTET_SOURCE_HPP
#define ROBOTS_CLI_ARCHIVE_OCTET_SOURCE_HPP

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

class OctetSource {
  public:
    // Like read(2): how many octets were put at `to`; 0 at the end, -1 and
    // errno after an error.
    using Read = std::function<ssize_t(char* to, std::size_t most)>;

    // As much can be looked at together, and as far back go_back() goes.
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

}  // namespace robotsctl

#endif
