// Parses a line of an access log in the combined format of nginx and Apache.

#ifndef ROBOTS_CLI_LOG_COMBINED_LINE_HPP
#define ROBOTS_CLI_LOG_COMBINED_LINE_HPP

#include <string>
#include <string_view>

#include "cli/log/log_record.hpp"

namespace robotsctl {

// Where a line has the host that was asked for.
enum class HostPlace {
    unknown,     // in front of the address or nowhere, unless a line shows it
                 // behind the user agent
    front,       // in front of the address: "vhost_combined"
    behind,      // behind the user agent
    not_behind,  // in front of the address or nowhere
    nowhere,
};

// The line may go on after the user agent.
class CombinedLineParser {
  public:
    explicit CombinedLineParser(HostPlace host = HostPlace::unknown)
        : host_(host) {}

    // `record`, which is empty, gets views into `line` and into the parser,
    // valid until either changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    void read_front(std::string_view words, LogRecord& record) const;
    void read_behind(std::string_view rest, LogRecord& record);

    HostPlace host_;
    // Fields without their escapes.
    std::string request_;
    std::string user_agent_;
};

}  // namespace robotsctl

#endif
