// Finds the site of a log line.

#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "cli/log/access_log.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

class SiteOfLine {
  public:
    // Lines without a host belong to the site of `url`; without `url`, to the
    // only site of the policy, or to its default. `policy` must outlive this
    // object.
    SiteOfLine(const robots::Policy& policy,
               const std::optional<robots::Url>& url);

    // Whether lines without a host can belong to a site.
    bool has_fallback() const { return fallback_ != nullptr || fixed_; }

    // Whether the line has a host, or the name of a site.
    static bool is_named(const LogRecord& record) {
        return !record.host.empty() || !record.site.empty();
    }

    // Returns nullptr if the policy does not have a site for the line's host.
    const robots::Site* find(const LogRecord& record);

  private:
    const robots::Site* by_host(const LogRecord& record) const;

    const robots::Policy& policy_;
    const robots::Site* fallback_ = nullptr;
    bool fixed_ = false;  // `url` was given
    std::unordered_map<std::string, const robots::Site*> by_name_;

    static constexpr std::size_t kMaxAnswers = 4096;
    std::unordered_map<std::string, const robots::Site*> answers_;
    std::string asked_;
};

}  // namespace robotsctl
