// Which site a line of a log is about.

#ifndef ROBOTS_CLI_LOG_SITE_OF_LINE_HPP
#define ROBOTS_CLI_LOG_SITE_OF_LINE_HPP

#include <optional>
#include <string>
#include <unordered_map>

#include "cli/log/access_log.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

class SiteOfLine {
  public:
    // Lines that name no host are about `url`; where that is empty, about the
    // policy's only site or its default. `policy` outlives this.
    SiteOfLine(const robots::Policy& policy,
               const std::optional<robots::Url>& url);

    // Whether such lines have a site at all.
    bool has_fallback() const { return fallback_ != nullptr || fixed_; }

    // Whether the line says whose it is: by a host, or by a site's name.
    static bool is_named(const LogRecord& record) {
        return !record.host.empty() || !record.site.empty();
    }

    // nullptr where no site answers for the line's host.
    const robots::Site* find(const LogRecord& record);

  private:
    const robots::Site* by_host(const LogRecord& record) const;

    const robots::Policy& policy_;
    const robots::Site* fallback_ = nullptr;
    bool fixed_ = false;  // somebody said where lines without a host belong
    std::unordered_map<std::string, const robots::Site*> by_name_;

    static constexpr std::size_t kMaxAnswers = 4096;
    std::unordered_map<std::string, const robots::Site*> answers_;
    std::string asked_;
};

}  // namespace robotsctl

#endif
