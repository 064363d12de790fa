// --format and --format-from: how the lines of access logs are written.

#ifndef ROBOTS_CLI_LOG_LOG_FORMAT_OPTION_HPP
#define ROBOTS_CLI_LOG_LOG_FORMAT_OPTION_HPP

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "cli/log/access_log.hpp"

namespace robotsctl {

class LogFormatOption {
  public:
    void add_to(CLI::App& verb);

    // nullopt after a complaint on standard error.
    std::optional<LogReading> read() const;

  private:
    std::optional<LogReading> from_file() const;

    std::string format_;
    std::string file_;
};

}  // namespace robotsctl

#endif
