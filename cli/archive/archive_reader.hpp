// What all kinds of archives have in common: readers that yield, host by host,
// the answers to requests for robots.txt.

#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

// What an archive has about one host: the answer to a request for the host's
// robots.txt.
struct HostRecord {
    // The host as canonical_host() spells it, with ":8443" unless the port is
    // the scheme's default.
    std::string host;
    std::string url;      // empty if the URL of a file is not known
    int status = 0;       // of HTTP; 0 for a file, which has no status
    std::string target;   // Location of a redirect
    std::string fetched;  // RFC 3339, as in the archive; empty: unknown
    // The body as a crawler reads it: the first kMaxRobotsTxt octets, without
    // transfer and content codings.
    std::string body;
    // Octets of the whole body. If only its start was stored or decompressed,
    // the whole body has at least this many.
    std::uint64_t size = 0;
    bool cut = false;  // whether the whole body is longer than `body`
    // A content coding that the reader cannot decode ("br"); then the body is
    // as it was stored.
    std::string coding;
    std::string where;  // where the record begins: "a.warc.gz, octet 47"
};

// What was read from archives, and what could not be read.
struct ArchiveReport {
    // How many samples are kept. The samples that sort first are kept, so that
    // the order in which inputs are read does not matter.
    static constexpr std::size_t kSamples = 20;

    std::uint64_t inputs = 0;       // files read, those in folders included
    std::uint64_t octets = 0;       // of the inputs, as they are stored
    std::uint64_t records = 0;      // records of a robots.txt
    std::uint64_t passed_over = 0;  // other records and entries
    std::uint64_t skips = 0;        // broken pieces that were skipped
    std::set<std::string> samples;  // where and why a piece was skipped
    // A message for each input that could not be read to its end.
    std::vector<std::string> lost;

    // Counts a piece of an archive that was skipped.
    void skip(const std::string& where, std::string_view why);
    void keep_sample(const std::string& sample);

    void lose(const std::string& problem);
};

class ArchiveReader {
  public:
    ArchiveReader() = default;
    virtual ~ArchiveReader() = default;
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    // Reads the next record, in the order of the archive. Returns false at the
    // end.
    virtual bool next(HostRecord& record) = 0;
};

// Returns the host to which a robots.txt belongs, as the file's name says:
// "example.com" for
//
//     crawl/example.com.txt
//     crawl/example.com/robots.txt
//     crawl/example.com.robots.txt, crawl/example.com_robots.txt
//     crawl/example.com
//
// as canonical_host() spells it, or unchanged if it is not a host.
std::string host_of_path(std::string_view path);

}  // namespace robotsctl
