// Parses a line of an access log in the combined format of nginx and Apache.

#ifndef ROBOTS_CLI_LOG_COMBINED_LINE_HPP
#define ROBOTS_CLI_LOG_COMBINED_LINE_HPP

#include <string>
#include <string_view>

#include "cli/log/log_record.hpp"

namespace robotsctl {

// The line may go on after the user agent.
class CombinedLineParser {
  public:
    // `record`, which is empty, gets views into `line` and into the parser,
    // valid until either changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    // Fields without their escapes.
    std::string request_;
    std::string user_agent_;
};

}  // namespace robotsctl

#endif
