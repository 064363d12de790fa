// Parses lines of access logs: the combined format of nginx and Apache, or JSON
// objects with the names of nginx's variables.

#ifndef ROBOTS_CLI_LOG_ACCESS_LOG_HPP
#define ROBOTS_CLI_LOG_ACCESS_LOG_HPP

#include <memory>
#include <string_view>

#include "cli/log/combined_line.hpp"
#include "cli/log/log_record.hpp"

namespace robotsctl {

class JsonLineParser;

// The first octet of each line decides its format.
class LogLineParser {
  public:
    LogLineParser();
    ~LogLineParser();

    // `record` gets views into `line` and into the parser, valid until either
    // changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    CombinedLineParser combined_;
    std::unique_ptr<JsonLineParser> json_;  // its library's header is large
};

}  // namespace robotsctl

#endif
