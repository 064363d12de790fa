// What all kinds of archives have in common.

#ifndef ROBOTS_CLI_ARCHIVE_ARCHIVE_READER_HPP
#define ROBOTS_CLI_ARCHIVE_ARCHIVE_READER_HPP

#include <cstdint>

#include "cli/archive/host_record.hpp"

namespace robotsctl {

class ArchiveReader {
  public:
    ArchiveReader() = default;
    virtual ~ArchiveReader() = default;
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    // The next record, in the order of the archive. False at the end.
    virtual bool next(HostRecord& record) = 0;

    // How much of the archive is not about a robots.txt, so far: records, or
    // entries.
    virtual std::uint64_t passed_over() const = 0;
};

}  // namespace robotsctl

#endif
