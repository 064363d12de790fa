// The fields of a log line that has names for them, and what they say about a
// request.

#ifndef ROBOTS_CLI_LOG_LOG_FIELDS_HPP
#define ROBOTS_CLI_LOG_LOG_FIELDS_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "cli/log/log_record.hpp"

namespace robotsctl {

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
        kVerdict,
        kAction,
        kCrawler,
        kCategory,
        kGroup,
        kIdentity,
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
    Judged judged() const;

    std::array<std::optional<std::string_view>, kCount> values_;
};

}  // namespace robotsctl

#endif
