// Reads several access logs as one, ordered by time. Rotated files may come in
// any order, and logs of several servers together.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/log/access_log.hpp"
#include "cli/output/progress.hpp"

struct gzFile_s;

namespace robotsctl {

// The lines of one access log: a file, one compressed with gzip, or standard
// input.
class LogSource {
  public:
    // `path`: a file, or "-" for standard input. Its first octets, not its
    // name, show whether it is compressed. If it cannot be opened, problem() is
    // set.
    explicit LogSource(const std::string& path);

    // The next line without its end, valid until the next call. False at the
    // end and after a problem. A line longer than kMaxLine is cut to kMaxLine
    // octets; parsers refuse a line of that size.
    bool next(std::string_view& line);

    const std::string& name() const { return name_; }
    // The number, from 1, of the last line that next() returned.
    std::uint64_t line() const { return line_; }

    // Octets in the file (as stored, so compressed ones if it is compressed),
    // and how many of them have been read. The size is 0 if unknown.
    std::uint64_t size() const { return size_; }
    std::uint64_t position() const;

    // Why the file could not be opened or read, or empty.
    const std::string& problem() const { return problem_; }

    static constexpr std::size_t kMaxLine = std::size_t{64} * 1024;

  private:
    struct Close {
        void operator()(gzFile_s* file) const;
    };

    bool fill();
    void skip_to_line_end();

    std::string name_;
    std::string problem_;
    std::unique_ptr<gzFile_s, Close> file_;
    std::vector<char> buffer_;
    std::string overlong_;   // the start of a line that is too long
    std::size_t start_ = 0;  // of what was read and not yet returned
    std::size_t end_ = 0;
    std::uint64_t line_ = 0;
    std::uint64_t size_ = 0;
    bool at_end_ = false;
    bool is_cut_ = false;  // what was read so far ends within compressed data
};

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
