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
    // `path`: a file, or "-" for standard input. Whether it is compressed shows
    // in its first octets, not in its name. problem() says what went wrong.
    explicit LogSource(const std::string& path);

    // The next line without its end, good until the next call. False at the end
    // and after a problem. Of a line longer than kMaxLine only that much is
    // given, which no parser takes for a whole one.
    bool next(std::string_view& line);

    const std::string& name() const { return name_; }
    // The number of the line that next gave last, from 1.
    std::uint64_t line() const { return line_; }

    // Octets of the file, compressed or not, and how many of them were read;
    // 0 where they can't be known.
    std::uint64_t size() const { return size_; }
    std::uint64_t position() const;

    // What is wrong with the file, or empty.
    const std::string& problem() const { return problem_; }

    static constexpr std::size_t kMaxLine = std::size_t{64} * 1024;

  private:
    struct Close {
        void operator()(gzFile_s* file) const;
    };

    void open_file(const std::string& path);
    void open_standard_input();
    bool fill();
    void skip_to_line_end();

    std::string name_;
    std::string problem_;
    std::unique_ptr<gzFile_s, Close> file_;
    std::vector<char> buffer_;
    std::string overlong_;   // the beginning of a line that is too long
    std::size_t start_ = 0;  // of what was read and not yet given
    std::size_t end_ = 0;
    std::uint64_t line_ = 0;
    std::uint64_t size_ = 0;
    bool at_end_ = false;
};

}  // namespace robotsctl

#endif
