// One line of an access log: nginx's (and Apache's) combined format, or a JSON
// object with nginx's names for things.

#ifndef ROBOTS_CLI_LOG_ACCESS_LOG_HPP
#define ROBOTS_CLI_LOG_ACCESS_LOG_HPP

#include <memory>
#include <string_view>

#include "cli/log/combined_line.hpp"
#include "cli/log/log_record.hpp"

namespace robotsctl {

class JsonLineParser;

// Reads lines one after the other, each in the format that it begins like.
class LogLineParser {
  public:
    LogLineParser();
    ~LogLineParser();

    // `record` holds views into `line` and into the parser, good until either
    // changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    CombinedLineParser combined_;
    std::unique_ptr<JsonLineParser> json_;  // its library's header is large
};

}  // namespace robotsctl

#endif
