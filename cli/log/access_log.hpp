// Parses lines of access logs: the combined format of nginx and Apache, JSON
// objects with the names of nginx's variables, or a log_format of nginx.

#ifndef ROBOTS_CLI_LOG_ACCESS_LOG_HPP
#define ROBOTS_CLI_LOG_ACCESS_LOG_HPP

#include <memory>
#include <string_view>

#include "cli/log/combined_line.hpp"
#include "cli/log/log_record.hpp"

namespace robotsctl {

class FormatLineParser;
class JsonLineParser;
class LogFormat;

// What is known of the lines before one is read.
struct LogReading {
    // nullptr: the first octet of each line shows whether it is a JSON object
    // or in the combined format.
    std::shared_ptr<const LogFormat> format;
    HostPlace host = HostPlace::unknown;  // in the combined format
};

// Parses the lines of one log.
class LogLineParser {
  public:
    explicit LogLineParser(const LogReading& reading = {});
    ~LogLineParser();

    // `record` gets views into `line` and into the parser, valid until either
    // changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    LogReading reading_;
    CombinedLineParser combined_;
    std::unique_ptr<JsonLineParser> json_;  // its library's header is large
    std::unique_ptr<FormatLineParser> formatted_;
};

}  // namespace robotsctl

#endif
