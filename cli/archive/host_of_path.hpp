// The host whose robots.txt a file is, by the file's name.

#ifndef ROBOTS_CLI_ARCHIVE_HOST_OF_PATH_HPP
#define ROBOTS_CLI_ARCHIVE_HOST_OF_PATH_HPP

#include <string>
#include <string_view>

namespace robotsctl {

// "example.com" of
//
//     crawl/example.com.txt
//     crawl/example.com/robots.txt
//     crawl/example.com.robots.txt, crawl/example.com_robots.txt
//     crawl/example.com
//
// in its one spelling (canonical_host) if it is a host; else as it is.
std::string host_of_path(std::string_view path);

}  // namespace robotsctl

#endif
