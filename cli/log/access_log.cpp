#include "cli/log/access_log.hpp"

#include "cli/log/json_line.hpp"
#include "cli/log/log_format.hpp"

namespace robotsctl {

LogLineParser::LogLineParser(const LogReading& reading)
    : reading_(reading),
      combined_(reading.host),
      json_(std::make_unique<JsonLineParser>()),
      formatted_(reading.format == nullptr
                     ? nullptr
                     : std::make_unique<FormatLineParser>(*reading.format)) {}

LogLineParser::~LogLineParser() = default;

LineKind LogLineParser::parse(std::string_view line, LogRecord& record) {
    record = {};
    if (formatted_ != nullptr) {
        return formatted_->parse(line, record);
    }
    return !line.empty() && line[0] == '{' ? json_->parse(line, record)
                                           : combined_.parse(line, record);
}

}  // namespace robotsctl
