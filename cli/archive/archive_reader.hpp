// The interface of all archive readers. A reader returns, host by host, the
// answers to requests for robots.txt that an archive has.

#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace robotsctl {

// One record of an archive: the stored answer to a request for a host's
// robots.txt.
struct HostRecord {
    // The host as canonical_host() spells it, with the port (":8443") unless
    // the port is the default of the scheme.
    std::string host;
    std::string url;      // empty if unknown, as for a file
    int status = 0;       // HTTP status; 0 for a file, which has none
    std::string target;   // Location of a redirect
    std::string fetched;  // time of the answer, RFC 3339; empty: unknown
    // The body as a crawler reads it: the first kMaxRobotsTxt octets, without
    // transfer and content codings.
    std::string body;
    // The size of the whole body in octets. If only the start of the body was
    // stored or decompressed, this is a lower bound.
    std::uint64_t size = 0;
    bool cut = false;  // whether the whole body is longer than `body`
    // The content coding ("br") if the reader cannot decode it; then `body` is
    // as it was stored. Otherwise empty.
    std::string coding;
    std::string where;  // where the record begins: "a.warc.gz, octet 47"
};

// Counts what was read from archives, and what could not be read.
struct ArchiveReport {
    // The maximum size of `samples`. The samples that are first in alphabetical
    // order are kept, so that the result does not depend on the order in which
    // inputs are read.
    static constexpr std::size_t kSamples = 20;

    std::uint64_t inputs = 0;       // files read, those in folders included
    std::uint64_t octets = 0;       // size of the inputs, still compressed
    std::uint64_t records = 0;      // answers to requests for robots.txt
    std::uint64_t passed_over = 0;  // all other records and entries
    std::uint64_t skips = 0;        // broken pieces that were skipped
    std::set<std::string> samples;  // where and why a piece was skipped
    // A message for each input that could not be read to its end, at most 100.
    std::vector<std::string> lost;

    // Counts a broken piece of an archive, at the place `where`, that was
    // skipped.
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

    // Reads the next record of the archive. Returns false if no record is left.
    virtual bool next(HostRecord& record) = 0;
};

// Returns the host to which a robots.txt belongs, according to the path of its
// file. The result is "example.com" for
//
//     crawl/example.com.txt
//     crawl/example.com/robots.txt
//     crawl/example.com.robots.txt, crawl/example.com_robots.txt
//     crawl/example.com
//
// The host is spelled as by canonical_host(). If the name is not a host, it is
// returned unchanged.
std::string host_of_path(std::string_view path);

}  // namespace robotsctl
