// Tar archives of robots.txt files, compressed or not, by libarchive.

#ifndef ROBOTS_CLI_ARCHIVE_TAR_READER_HPP
#define ROBOTS_CLI_ARCHIVE_TAR_READER_HPP

#include <cstdint>
#include <memory>
#include <string>

#include "cli/archive/archive_reader.hpp"
#include "cli/archive/octet_source.hpp"
#include "cli/archive/trouble.hpp"

struct archive;

namespace robotsctl {

// Each regular file is a robots.txt, of the host that its name says
// (host_of_path). All other entries are passed over.
class TarReader : public ArchiveReader {
  public:
    // Both outlive it.
    TarReader(OctetSource& source, Trouble& trouble);

    bool next(HostRecord& record) override;
    std::uint64_t passed_over() const override { return passed_over_; }

  private:
    struct Free {
        void operator()(archive* tar) const;
    };

    bool read_body(std::uint64_t size, HostRecord& record);

    OctetSource& source_;
    Trouble& trouble_;
    std::unique_ptr<archive, Free> tar_;
    std::string body_;
    std::string last_ = "its start";  // where we are, for messages
    std::uint64_t passed_over_ = 0;
};

}  // namespace robotsctl

#endif
