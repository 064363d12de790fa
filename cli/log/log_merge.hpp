// Reads several access logs as one log that is ordered by time. The files of a
// rotated log can be given in any order, and logs of several servers can be
// read together.

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

// Reads the lines of one access log: a file, a file compressed with gzip, or
// standard input.
class LogSource {
  public:
    // `path` is the name of a file, or "-" for standard input. The first
    // octets, not the name, show whether the file is compressed. If the file
    // cannot be opened, problem() is set.
    explicit LogSource(const std::string& path);

    // Sets `line` to the next line without its line end. The view is valid
    // until the next call. Returns false at the end and after a problem. A line
    // longer than kMaxLine is cut to this size; callers must refuse this line.
    bool next(std::string_view& line);

    const std::string& name() const { return name_; }
    // The number, from 1, of the last line that next() returned.
    std::uint64_t line() const { return line_; }

    // The size of the file in octets, as stored (compressed or not), and how
    // many of these octets have been read. The size is 0 if unknown.
    std::uint64_t size() const { return size_; }
    std::uint64_t position() const;

    // The reason why the file could not be opened or read; otherwise empty.
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
    std::size_t start_ = 0;  // where the next line starts in `buffer_`
    std::size_t end_ = 0;
    std::uint64_t line_ = 0;
    std::uint64_t size_ = 0;
    bool at_end_ = false;
    bool is_cut_ = false;  // the octets read so far end inside a gzip member
};

// How many lines were read. lines = requests + no_requests + unreadable; empty
// lines do not count.
struct LogCounts {
    std::uint64_t lines = 0;
    std::uint64_t requests = 0;
    std::uint64_t no_requests = 0;
    std::uint64_t unreadable = 0;
    // Lines that are more than a minute older than an earlier line of the same
    // file. If this is not 0, figures that depend on time are unreliable.
    std::uint64_t backwards = 0;
    // The first unreadable lines, as "access.log:17: ...".
    std::vector<std::string> samples;
    // A message for each file that could not be read to its end.
    std::vector<std::string> problems;
};

class LogMerge {
  public:
    // Opens all of `paths`; "-" is standard input.
    explicit LogMerge(const std::vector<std::string>& paths,
                      const LogReading& reading = {});

    // Returns the next request, which is valid until the next call. Returns
    // nullptr at the end of all logs.
    const LogRecord* next();

    // The place of the request that next() returned last: "access.log:17".
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
    robots::Milliseconds others_{0};  // earliest time of the other inputs
    LogCounts counts_;
    Progress progress_;
};

}  // namespace robotsctl
