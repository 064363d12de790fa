// Parses lines of access logs: the combined format of nginx and Apache, JSON
// objects with the names of nginx's variables, or a log_format of nginx.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/log/log_format.hpp"
#include "cli/log/log_record.hpp"

namespace robotsctl {

// Where in a line the requested host is.
enum class HostPlace {
    unknown,     // the first line with text behind the user agent decides: if
                 // this text is a host, `behind`; otherwise `not_behind`
    front,       // in front of the address: "vhost_combined"
    behind,      // behind the user agent
    not_behind,  // in front of the address or nowhere
    nowhere,
};

// Parses a line in the combined format of nginx and Apache. Other fields may
// follow the user agent.
class CombinedLineParser {
  public:
    explicit CombinedLineParser(HostPlace host = HostPlace::unknown);

    // `record` must be empty. Its texts become views into `line` and into this
    // parser. The views are valid until `line` or the parser changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    void read_front(std::string_view words, LogRecord& record) const;
    void read_behind(std::string_view rest, LogRecord& record);

    HostPlace host_;
    FormatLineParser lines_;
};

class JsonLineParser;

// What is known about the format of the lines before the first line is read.
struct LogReading {
    // If nullptr, the first octet of each line shows whether the line is a JSON
    // object or in the combined format.
    std::shared_ptr<const LogFormat> format;
    HostPlace host = HostPlace::unknown;  // in the combined format
};

// Parses the lines of one log.
class LogLineParser {
  public:
    explicit LogLineParser(const LogReading& reading = {});
    ~LogLineParser();

    // The texts of `record` become views into `line` and into this parser. The
    // views are valid until `line` or the parser changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    LogReading reading_;
    CombinedLineParser combined_;
    // A pointer, so that this header need not include simdjson's large header.
    std::unique_ptr<JsonLineParser> json_;
    std::unique_ptr<FormatLineParser> formatted_;
};

}  // namespace robotsctl
