// Extracts from a log line the values of the variables that nginx wrote into
// the line with its log_format.
//
// https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/log/log_record.hpp"
#include "policy/import/nginx_conf.hpp"

namespace robotsctl {

// How nginx escaped the values: `escape=default`, `json` or `none`.
enum class Escape { octets, json, none };

// A format, compiled into steps. Each step reads one value of a line, up to the
// text that follows the value:
//
//     $remote_addr - $remote_user [$time_local] "$request"
//
//     value        up to   read as
//     remote_addr  " - "   the address
//     remote_user  " ["    nothing
//     time_local   "] ""   the time
//     request      """     method and target
class LogFormat {
  public:
    // The maximum size of a format in octets. Usual formats have a few hundred.
    static constexpr std::size_t kMost = 8192;

    struct Problem {
        std::size_t at = 0;  // the offset in the text
        std::string text;
    };

    // Reads a format as it is written between the quotes of nginx.conf, with or
    // without `escape=...` in front. It may contain any variable. Returns
    // nullopt and sets `problem` if the format is malformed or too long, if it
    // lacks the time, the request or the user agent, or if nothing marks the
    // end of a needed value.
    static std::optional<LogFormat> from(std::string_view text,
                                         Problem& problem);

  private:
    friend class FormatLineParser;
    friend class FormatCompiler;

    // How the parser uses the value of a step.
    enum class Role : std::uint8_t {
        nothing,
        field,
        forwarded,      // the last address of X-Forwarded-For
        path,           // $uri: decoded
        arguments,      // $args
        path_and_more,  // $uri$is_args$args
    };
    // The form that the values of some variables always have. The parser checks
    // this form. Without the check, a client that writes `" 200` into its URL
    // could shift the fields that follow the URL.
    enum class Shape : std::uint8_t {
        any,
        number,
        word,  // without blanks
        local_time,
        iso_time,
    };
    struct Step {
        Role role = Role::nothing;
        Shape shape = Shape::any;
        LogFields::Name field = LogFields::kCount;
        std::string up_to;  // the text after the value; empty: line end
        // Whether the octets of `up_to` belong to the next value, for example a
        // "/" after $host.
        bool stays = false;
    };

    static bool has_shape(Shape shape, std::string_view value);

    std::string start_;  // the text before the first value
    std::vector<Step> steps_;
    Escape escape_ = Escape::octets;
};

class FormatLineParser {
  public:
    // `format` must outlive this object.
    explicit FormatLineParser(const LogFormat& format);

    // Reads `line` into `record` like CombinedLineParser::parse(). If the
    // format ends with a text, the line may continue after this text.
    LineKind parse(std::string_view line, LogRecord& record);

    // `line` must be the line that parse() has read last. value() returns the
    // value of a step, still escaped; behind() returns the part of the line
    // after the end of the format.
    std::string_view value(std::string_view line, std::size_t step) const {
        return line.substr(spans_[step].start,
                           spans_[step].end - spans_[step].start);
    }
    std::string_view behind(std::string_view line) const {
        return line.substr(spans_.back().end +
                           format_.steps_.back().up_to.size());
    }

  private:
    using Step = LogFormat::Step;
    struct Span {
        std::size_t start = 0;
        std::size_t end = 0;
    };

    bool match(std::string_view line);
    std::size_t end_of(const Step& step, std::string_view line,
                       std::size_t from) const;
    void set(const Step& step, std::string_view value);
    void set_target();

    const LogFormat& format_;
    std::vector<Span> spans_;           // the positions of the steps' values
    std::vector<std::string> storage_;  // unescaped values
    LogFields fields_;
    std::optional<std::string_view> path_;
    std::optional<std::string_view> arguments_;
    bool path_has_more_ = false;
    std::string target_;
};

// A directive of an nginx.conf: log_format NAME [escape=...] STRING ...;
struct NginxFormat {
    std::string name;
    robots::ConfPlace place;
    std::string text;  // as written, with `escape=...` in front if given
    // The place in the file of each octet of `text`, and of the end of `text`.
    std::vector<robots::ConfPlace> places;
};

// Returns all log_format directives of `conf`, in order. Included files are not
// read. If `conf` is not an nginx.conf, everything in it that looks like a
// log_format is returned.
std::vector<NginxFormat> nginx_formats(std::string_view conf);

}  // namespace robotsctl
