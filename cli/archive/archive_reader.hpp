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
    // first kMaxRobotsTxt octets. Valid until the next record is read.
    std::string_view body;
    std::uint64_t size = 0;  // of the whole body
    bool cut = false;        // the body is longer than what is here
    // A content coding that is not undone here ("br"); then the body is as it
    // was stored.
    std::string coding;
    std::string where;  // "crawl.warc.gz, octet 4711": where it begins
};

class ArchiveReader {
  public:
    ArchiveReader() = default;
    virtual ~ArchiveReader() = default;
    ArchiveReader(const ArchiveReader&) = delete;
    ArchiveReader& operator=(const ArchiveReader&) = delete;

    // The next record, in the order of the archive. False at the end.
    virtual bool next(HostRecord& record) = 0;

    // How many records or entries of the archive were not about a robots.txt,
    // so far.
    virtual std::uint64_t passed_over() const = 0;
};

// What could not be read in archives, and where.
class Trouble {
  public:
    // Keeps only the first places by name, so that the order in which inputs
    // are read does not matter.
    static constexpr std::size_t kSamples = 20;

    // A piece of an archive was skipped.
    void skipped(const std::string& where, std::string_view why);

    // Nothing more can be read of an input. `problem` is a whole message.
    void lost(const std::string& problem);

    // Adds the troubles of `other`.
    void add(std::uint64_t skipped, const std::vector<std::string>& samples);

    std::uint64_t skips() const { return skips_; }
    const std::set<std::string>& samples() const { return samples_; }
    const std::vector<std::string>& lost() const { return lost_; }

  private:
    void keep(const std::string& sample);

    std::uint64_t skips_ = 0;
    std::set<std::string> samples_;
    std::vector<std::string> lost_;
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
