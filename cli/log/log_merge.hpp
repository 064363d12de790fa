// Reads several access logs as one, ordered by time. Rotated files may come in
// any order, and logs of several servers together.

#ifndef ROBOTS_CLI_LOG_LOG_MERGE_HPP
#define ROBOTS_CLI_LOG_LOG_MERGE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/log/access_log.hpp"
#include "cli/log/log_source.hpp"
#include "cli/output/progress.hpp"

namespace robotsctl {

// What was read. lines = requests + no_requests + unreadable; empty lines do
// not count.
struct LogCounts {
    std::uint64_t lines = 0;
    std::uint64_t requests = 0;
    std::uint64_t no_requests = 0;
    std::uint64_t unreadable = 0;
    // Lines more than a minute older than an earlier line of the same file. If
    // there are any, figures that depend on time are unreliable.
    std::uint64_t backwards = 0;
    // "access.log:17: ..." of the first unreadable lines.
    std::vector<std::string> samples;
    // A message for each file that could not be read to its end.
    std::vector<std::string> problems;
};

class LogMerge {
  public:
    // Opens all of `paths`; "-" is standard input.
    explicit LogMerge(const std::vector<std::string>& paths,
                      const LogReading& reading = {});

    // The next request, valid until the next call; nullptr at the end.
    const LogRecord* next();

    // "access.log:17": where the last request that next() returned is.
    std::string where() const;

    const LogCounts& counts() const { return counts_; }

  private:
    struct Input {
        Input(const std::string& path, const LogReading& reading)
            : source(path), parser(reading) {}
        LogSource source;
        LogLineParser parser;
        LogRecord record;
        robots::Milliseconds latest{0};
        bool ended = false;
    };

    void advance(Input& input);
    void pick();
    void note_unreadable(const Input& input, std::string_view line);
    void draw_progress();

    std::vector<std::unique_ptr<Input>> inputs_;
    Input* current_ = nullptr;        // has the oldest record
    robots::Milliseconds others_{0};  // the oldest record of all others
    LogCounts counts_;
    Progress progress_;
};

}  // namespace robotsctl

#endif
