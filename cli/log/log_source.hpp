// The lines of one access log: a file, one compressed with gzip, or standard
// input.

#ifndef ROBOTS_CLI_LOG_LOG_SOURCE_HPP
#define ROBOTS_CLI_LOG_LOG_SOURCE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s;

namespace robotsctl {

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

    void open_file(const std::string& path);
    void open_standard_input();
    void fail(const char* what, const char* why);
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

}  // namespace robotsctl

#endif
