// What a line of an access log says about a request, in any format.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

// Whether the module judged a request when it was answered.
enum class Judged {
    unknown,  // the line does not say, or the policy had nothing to judge then
    yes,
    no,  // answered before enforcement, or exempted from it
};

// A field is empty if the line does not have it.
struct LogRecord {
    robots::Milliseconds time{0};  // end of the response, since the epoch
    robots::Milliseconds took{0};  // from the request's first octet to `time`
    bool has_took = false;
    // $upstream_response_time, all servers added up; not more than a month.
    std::optional<robots::Milliseconds> upstream;
    Judged judged = Judged::unknown;
    // What the module said: $robots_identity and so on. What it did is there
    // only if it judged the request.
    std::string_view identity;
    std::string_view signature;
    std::string_view revision;
    std::string_view action;
    std::string_view verdict;
    std::string_view violations;
    std::string_view address;  // as text
    std::string_view method;
    std::string_view target;
    std::string_view user_agent;
    std::string_view host;    // as logged, possibly with a port
    std::string_view scheme;  // "https"
    std::string_view port;
    std::string_view site;  // $robots_site
    std::string_view status;
    std::string_view request_id;
    // Where the line is.
    std::string_view file;
    std::uint64_t line = 0;

    // When the request came.
    robots::Milliseconds arrival() const { return time - took; }
};

enum class LineKind {
    request,
    // The client did not speak HTTP. nginx answers 400, and no module sees it.
    no_request,
    unreadable,
};

// Reads $request, "GET /path HTTP/1.1", into method and target.
LineKind take_request(std::string_view request, LogRecord& record);

// The value of a header: nginx logs "-" for a header that was not sent.
std::string_view header_value(std::string_view text);

// The fields of a log line that has names for them, and what they say about a
// request.
class LogFields {
  public:
    enum Name : std::size_t {
        kTime,  // RFC 3339, or as in kTimeLocal
        kTimeLocal,
        kMsec,
        kRequest,
        kMethod,
        kTarget,
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
        kCount,
    };

    // nullopt: the line does not have the field.
    std::optional<std::string_view>& operator[](Name name) {
        return values_[name];
    }

    void clear() { values_.fill(std::nullopt); }

    // Reads them into `record`, which is empty and then views what they view.
    // Needed are a time, a request or a target, and a user agent. Of several
    // times kMsec counts, then kTime.
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
