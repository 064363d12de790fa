// Reads the answers to requests for robots.txt from WARC files (ISO
// 28500:2017), as Common Crawl publishes them.
//
// This project does not use libarchive for WARC, because libarchive stops at
// the first error, and does not report where records begin.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/archive/archive_reader.hpp"
#include "cli/archive/octet_source.hpp"

namespace robotsctl {

// The sizes of records are limited. A record with a header of more than
// kMaxHeader octets is refused. Of the content of a record, only the first
// kMaxBlock octets are kept: an HTTP header and the part of a robots.txt that
// crawlers read fit into this size. A broken record is reported and skipped.
class WarcReader : public ArchiveReader {
  public:
    static constexpr std::size_t kMaxHeader = std::size_t{64} * 1024;
    static constexpr std::size_t kMaxBlock = std::size_t{1} << 20;

    // Both arguments must outlive this object.
    WarcReader(OctetSource& source, ArchiveReport& report);

    // Reads the next answer to a request for /robots.txt, that is, a record of
    // the type `response` or `resource`. Passes over all other records.
    bool next(HostRecord& record) override;

  private:
    enum class Step { record, other, broken, end };

    Step read_record(HostRecord& record);
    bool find_start();
    bool goes_on();
    const char* read_header();
    const char* read_block(std::uint64_t size, bool wanted);
    const char* read_end();
    const char* interpret(HostRecord& record);
    void skip_broken(const char* why);
    void find_next_start();

    OctetSource& source_;
    ArchiveReport& report_;
    MemberStream stream_;
    std::string header_;
    std::string block_;
    std::uint64_t block_size_ = 0;
    std::uint64_t start_ = 0;  // the offset of the current record
};

}  // namespace robotsctl
