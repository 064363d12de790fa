#include "cli/log/log_record.hpp"

#include <algorithm>
#include <chrono>

#include "cli/log/timestamp.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

bool is_method(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
}

}  // namespace

LineKind take_request(std::string_view request, LogRecord& record) {
    const std::size_t blank = request.find(' ');
    if (blank == std::string_view::npos) {
        return LineKind::no_request;
    }
    record.method = request.substr(0, blank);
    // The target may contain blanks, so it ends at the last " HTTP/".
    const std::string_view rest = request.substr(blank + 1);
    record.target = rest.substr(0, rest.rfind(" HTTP/"));
    return is_method(record.method) && !record.target.empty()
               ? LineKind::request
               : LineKind::no_request;
}

std::string_view header_value(std::string_view text) {
    return text == "-" ? std::string_view{} : text;
}

std::optional<robots::Milliseconds> LogFields::time() const {
    if (values_[kMsec]) {
        return time_from_msec(*values_[kMsec]);
    }
    if (values_[kTime]) {
        const auto time = time_from_iso(*values_[kTime]);
        return time ? time : time_from_local(*values_[kTime]);
    }
    return values_[kTimeLocal] ? time_from_local(*values_[kTimeLocal])
                               : std::nullopt;
}

std::string_view LogFields::header(Name name) const {
    return header_value(values_[name].value_or(std::string_view{}));
}

// Whether the line has the field, but with an empty value.
bool LogFields::is_empty(Name name) const {
    return values_[name] && header_value(*values_[name]).empty();
}

// Reads the request time. Ignores a value that is not a number, or that is
// longer than the time since 1970.
void LogFields::read_took(LogRecord& record) const {
    if (!values_[kRequestTime]) {
        return;
    }
    const auto took = time_from_msec(*values_[kRequestTime]);
    if (took && *took <= record.time) {
        record.took = *took;
        record.has_took = true;
    }
}

// Returns the sum of "0.012, 0.340 : 0.001": a time for each server that was
// tried, before and after internal redirects. A server that was not asked has
// "-". Returns nullopt for any other text.
std::optional<robots::Milliseconds> LogFields::upstream() const {
    constexpr std::chrono::hours kMost{31 * 24};
    if (!values_[kUpstreamTime]) {
        return std::nullopt;
    }
    robots::Milliseconds sum{0};
    std::string_view times = *values_[kUpstreamTime];
    while (!times.empty()) {
        const std::size_t end = times.find_first_of(",:");
        const std::string_view time = robots::trim(times.substr(0, end));
        times.remove_prefix(end < times.size() ? end + 1 : times.size());
        const std::optional<robots::Milliseconds> each =
            time == "-" ? robots::Milliseconds{0} : time_from_msec(time);
        if (!each || sum + *each > kMost) {
            return std::nullopt;
        }
        sum += *each;
    }
    return sum;
}

// If the value is empty or "-", the request was not judged, or nginx's policy
// had nothing to judge: no known crawler, no site, or (for a library or a
// client) no group. If there was nothing to judge, returns `unknown`, because
// another policy may have something to judge.
Judged LogFields::judged() const {
    const Name said = values_[kAction] ? kAction : kVerdict;
    if (!values_[said]) {
        return Judged::unknown;
    }
    if (!is_empty(said)) {
        return Judged::yes;
    }
    const bool needs_group =
        values_[kCategory] == "library" || values_[kCategory] == "client";
    return is_empty(kCrawler) || is_empty(kSite) ||
                   (needs_group && is_empty(kGroup))
               ? Judged::unknown
               : Judged::no;
}

LineKind LogFields::read(LogRecord& record) const {
    const auto when = time();
    if (!when || !values_[kUserAgent] ||
        (!values_[kRequest] && !values_[kTarget])) {
        return LineKind::unreadable;
    }
    record.time = *when;
    read_took(record);
    record.upstream = upstream();
    record.judged = judged();
    record.crawler = header(kCrawler);
    record.identity = header(kIdentity);
    record.signature = header(kSignature);
    record.revision = header(kRevision);
    if (record.judged == Judged::yes) {
        record.action = header(kAction);
        record.verdict = header(kVerdict);
        record.violations = header(kViolations);
        record.rule = header(kRule);
    }
    record.user_agent = header(kUserAgent);
    record.address = header(kAddress);
    record.host = header(kHost);
    record.scheme = header(kScheme);
    record.port = header(kPort);
    record.site = header(kSite);
    record.status = header(kStatus);
    record.request_id = header(kRequestId);
    if (values_[kRequest]) {
        return take_request(*values_[kRequest], record);
    }
    record.method = values_[kMethod] ? header(kMethod) : "GET";
    record.target = header(kTarget);
    return record.target.empty() ? LineKind::no_request : LineKind::request;
}

}  // namespace robotsctl
