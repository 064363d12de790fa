#include "cli/log/access_log.hpp"

#include "cli/log/json_line.hpp"

namespace robotsctl {

LogLineParser::LogLineParser() : json_(std::make_unique<JsonLineParser>()) {}

LogLineParser::~LogLineParser() = default;

LineKind LogLineParser::parse(std::string_view line, LogRecord& record) {
    record = {};
    return !line.empty() && line[0] == '{' ? json_->parse(line, record)
                                           : combined_.parse(line, record);
}

}  // namespace robotsctl
