// --log-format and --log-format-from: how the lines of access logs are written.

#pragma once

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
