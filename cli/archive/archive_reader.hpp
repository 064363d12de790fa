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

// What an archive has about one host: the answer to a request for its
// robots.txt.
struct HostRecord {
    // In its one spelling (canonical_host), with ":8443" unless the port is the
    // scheme's default.
    std::string host;
    std::string url;      // empty: of a file that nobody knows a URL of
    int status = 0;       // of HTTP; 0: a file, which was stored without one
    std::string target;   // Location of a redirect
    std::string fetched;  // RFC 3339, as the archive has it; empty: unknown
    // As a crawler reads it: without transfer and content codings, and the
    // first kMaxRobotsTxt octets.
    std::string body;
    // Of the whole body; if only its start was stored or decompressed, at least
    // that of the start.
    std::uint64_t size = 0;
    bool cut = false;  // the body is longer than what is here
    // A content coding that is not undone here ("br"); then the body is as it
    // was stored.
    std::string coding;
    std::string where;  // "crawl.warc.gz, octet 4711": where it begins
};

// What reading archives came to.
struct ArchiveReport {
    // How many samples are kept: the first by name, so that the order in which
    // inputs are read does not matter.
    static constexpr std::size_t kSamples = 20;

    std::uint64_t inputs = 0;       // files that were read, in folders too
    std::uint64_t octets = 0;       // of these, as they are stored
    std::uint64_t records = 0;      // about a robots.txt
    std::uint64_t passed_over = 0;  // records and entries about other things
    std::uint64_t skips = 0;        // broken pieces of archives
    std::set<std::string> samples;  // of these: where and why
    // Whole messages about inputs of which nothing more can be read.
    std::vector<std::string> lost;

    // A piece of an archive was skipped.
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

    // The next record, in the order of the archive. False at the end.
    virtual bool next(HostRecord& record) = 0;
};

// The host whose robots.txt a file is, by the file's name: "example.com" of
//
//     crawl/example.com.txt
//     crawl/example.com/robots.txt
//     crawl/example.com.robots.txt, crawl/example.com_robots.txt
//     crawl/example.com
//
// in its one spelling (canonical_host) if it is a host; else as it is.
std::string host_of_path(std::string_view path);

}  // namespace robotsctl
