#include "cli/log/log_fields.hpp"

#include "cli/log/timestamp.hpp"

namespace robotsctl {

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

// Whether the line has the field, and nothing in it.
bool LogFields::is_empty(Name name) const {
    return values_[name] && header_value(*values_[name]).empty();
}

// Ignores a value that is not a number, or longer than the time since 1970.
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

// "-" means not judged. nginx also writes it if its policy had nothing to
// judge: no known crawler, site, or group for a library or a client. Another
// policy may have them.
Judged LogFields::judged() const {
    const auto& said = values_[kAction] ? values_[kAction] : values_[kVerdict];
    if (!said || said->empty()) {
        return Judged::unknown;
    }
    if (*said != "-") {
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
    record.judged = judged();
    record.identity = header(kIdentity);
    record.user_agent = header(kUserAgent);
    record.address = header(kAddress);
    record.host = header(kHost);
    record.scheme = header(kScheme);
    record.port = header(kPort);
    record.site = header(kSite);
    record.status = header(kStatus);
    if (values_[kRequest]) {
        return take_request(*values_[kRequest], record);
    }
    record.method = header(kMethod);
    record.target = header(kTarget);
    return record.target.empty() ? LineKind::no_request : LineKind::request;
}

}  // namespace robotsctl
