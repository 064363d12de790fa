// What a line of an access log, in any format, says about a request.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

// Whether the module judged the request when nginx answered it.
enum class Judged {
    unknown,  // not logged, or there was nothing to judge
    yes,
    no,  // answered before enforcement, or with enforcement off
};

// The fields of a line. A field that the line does not have is empty.
struct LogRecord {
    robots::Milliseconds time{0};  // end of the response, since the epoch
    robots::Milliseconds took{0};  // from the request's first octet to `time`
    bool has_took = false;
    // The sum of the times in $upstream_response_time, at most 31 days.
    std::optional<robots::Milliseconds> upstream;
    Judged judged = Judged::unknown;
    // The values of the module's variables, $robots_identity and so on.
    // `action`, `verdict`, `violations` and `rule` are empty unless the module
    // judged the request.
    std::string_view crawler;
    std::string_view identity;
    std::string_view signature;
    std::string_view revision;
    std::string_view action;
    std::string_view verdict;
    std::string_view violations;
    std::string_view rule;     // the line that `verdict` is about
    std::string_view address;  // as text
    std::string_view method;
    std::string_view target;
    std::string_view user_agent;
    std::string_view host;    // as logged, maybe with a port
    std::string_view scheme;  // "https"
    std::string_view port;
    std::string_view site;  // $robots_site
    std::string_view status;
    std::string_view request_id;
    // The name of the log file, and the number of the line.
    std::string_view file;
    std::uint64_t line = 0;

    // The time at which the request came.
    robots::Milliseconds arrival() const { return time - took; }
};

enum class LineKind {
    request,
    // The client did not send HTTP. nginx answers 400, and no module sees the
    // request.
    no_request,
    unreadable,
};

// Reads $request ("GET /path HTTP/1.1") into the method and target of `record`.
LineKind take_request(std::string_view request, LogRecord& record);

// Returns the value of a logged header. Returns an empty text for "-", which
// nginx logs if a header is missing.
std::string_view header_value(std::string_view text);

// The named fields of a log line. read() turns them into a LogRecord.
class LogFields {
  public:
    enum Name : std::size_t {
        kTime,  // RFC 3339, or the format of kTimeLocal
        kTimeLocal,
        kMsec,
        kRequest,
        kMethod,
        kTarget,
        kArguments,  // the query, if kTarget is only a path
        kUserAgent,
        kAddress,
        kHost,
        kScheme,
        kPort,
        kSite,
        kStatus,
        kRequestTime,
        kUpstreamTime,
        kRequestId,
        kVerdict,
        kAction,
        kCrawler,
        kCategory,
        kGroup,
        kIdentity,
        kSignature,
        kRevision,
        kViolations,
        kRule,
        kCount,
    };

    // The value of a field; nullopt if the line does not have the field.
    std::optional<std::string_view>& operator[](Name name) {
        return values_[name];
    }

    void clear() { values_.fill(std::nullopt); }

    // Reads the fields into `record`. `record` must be empty; its texts become
    // views of the fields' texts. A line is `unreadable` without a time,
    // without a user agent, or without both a request and a target. If the line
    // has several times, kMsec is preferred, then kTime.
    LineKind read(LogRecord& record) const;

  private:
    std::optional<robots::Milliseconds> time() const;
    std::string_view header(Name name) const;
    bool is_empty(Name name) const;
    void read_took(LogRecord& record) const;
    std::optional<robots::Milliseconds> upstream() const;
    Judged judged() const;

    std::array<std::optional<std::string_view>, kCount> values_;
};

}  // namespace robotsctl
