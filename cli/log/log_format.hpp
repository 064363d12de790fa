// nginx's log_format, read backwards: from a line of a log to the values of the
// variables that it was written from.
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

// A format, as the steps that read a line:
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
    // Octets of a format; a format of nginx.conf is a few hundred.
    static constexpr std::size_t kMost = 8192;

    struct Problem {
        std::size_t at = 0;  // in the text, from 0
        std::string text;
    };

    // Reads a format as it is written between the quotes of nginx.conf, with
    // `escape=...` in front or without. Any variable may be in it. nullopt, and
    // a `problem`, if lines in this format do not show when who asked for what,
    // or if nothing shows where a value that matters ends.
    static std::optional<LogFormat> from(std::string_view text,
                                         Problem& problem);

  private:
    friend class FormatLineParser;
    friend class FormatCompiler;

    // What a value is read as.
    enum class Role : std::uint8_t {
        nothing,
        field,
        forwarded,      // the last address of X-Forwarded-For
        path,           // $uri: decoded
        arguments,      // $args
        path_and_more,  // $uri$is_args$args
    };
    // What the value of some variables is known to look like. A client that
    // writes `" 200` into its URL must not move the fields behind it.
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
        std::string up_to;  // what follows the value; empty: it ends the line
        // The octets of up_to belong to the next value: a "/" behind $host.
        bool stays = false;
    };

    static bool has_shape(Shape shape, std::string_view value);

    std::string start_;  // in front of the first value
    std::vector<Step> steps_;
    Escape escape_ = Escape::octets;
};

class FormatLineParser {
  public:
    // `format` outlives this.
    explicit FormatLineParser(const LogFormat& format);

    // The same as CombinedLineParser. The line may go on behind the end of a
    // format that ends with a text.
    LineKind parse(std::string_view line, LogRecord& record);

    // Of `line`, which parse() has just read: the value of a step as it is
    // there, and what is behind the end of the format.
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
    std::vector<Span> spans_;           // of the steps' values
    std::vector<std::string> storage_;  // of those without their escapes
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
    std::string text;  // as written, with escape=... in front if it is there
    std::vector<robots::ConfPlace> places;  // of each octet, and of the end
};

// All of them, in order. Included files are not read. Of a text that is no
// nginx.conf, what looks like one.
std::vector<NginxFormat> nginx_formats(std::string_view conf);

}  // namespace robotsctl
