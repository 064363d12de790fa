// A file that is one robots.txt.

#ifndef ROBOTS_CLI_ARCHIVE_PLAIN_FILE_HPP
#define ROBOTS_CLI_ARCHIVE_PLAIN_FILE_HPP

#include "cli/archive/archive_reader.hpp"
#include "cli/archive/octet_source.hpp"

namespace robotsctl {

// Of the host that the file's name says (host_of_path).
class PlainFile : public ArchiveReader {
  public:
    // Outlives it.
    explicit PlainFile(OctetSource& source) : source_(source) {}

    bool next(HostRecord& record) override;
    std::uint64_t passed_over() const override { return 0; }

  private:
    OctetSource& source_;
    bool read_ = false;
};

}  // namespace robotsctl

#endif
