// What an archive holds of one host: the answer to its robots.txt.

#ifndef ROBOTS_CLI_ARCHIVE_HOST_RECORD_HPP
#define ROBOTS_CLI_ARCHIVE_HOST_RECORD_HPP

#include <cstdint>
#include <string>
#include <string_view>

namespace robotsctl {

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

}  // namespace robotsctl

#endif
