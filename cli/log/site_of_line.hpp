// Finds the site of a policy to which a log line belongs.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "cli/log/log_merge.hpp"
#include "cli/log/log_record.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

class SiteOfLine {
  public:
    // A line without a host and a site name belongs to the site of `url`, or,
    // without `url`, to the policy's only or default site. `policy` must
    // outlive this object.
    SiteOfLine(const robots::Policy& policy,
               const std::optional<robots::Url>& url);

    // If `other` finds the site `from` for a line, this object finds `site`,
    // which is a site of another policy. For all other lines, it finds no site.
    // `other` must outlive this object.
    SiteOfLine(SiteOfLine& other, const robots::Site& from,
               const robots::Site& site);

    // Throws Unusable if nothing shows to which site the line belongs. `record`
    // must be the record that `log` returned last.
    void check_host(const LogRecord& record, const LogMerge& log) const;

    // Returns the site of a line; nullptr if the policy has no site for it.
    const robots::Site* find(const LogRecord& record);

  private:
    // Whether the line has a host, or the name of a site.
    static bool is_named(const LogRecord& record) {
        return !record.host.empty() || !record.site.empty();
    }
    // Finds the site by the host of the line. If the line has no scheme, https
    // is assumed; if no site claims the host for https, http is assumed.
    const robots::Site* by_host(const LogRecord& record) const;
    // `port` may be empty.
    const robots::Site* by_origin(std::string_view scheme,
                                  std::string_view host,
                                  std::string_view port) const;
    // Whether the site serves the host of the line, with the scheme and port of
    // one of the site's claims. The scheme and port of the line are ignored:
    // nginx logs the scheme and port of the connection, but the directive
    // robots_origin can state others.
    bool claims(const robots::Site& site, const LogRecord& record) const;

    const robots::Policy& policy_;
    const robots::Site* fallback_ = nullptr;
    bool fixed_ = false;  // `url` was given
    SiteOfLine* other_ = nullptr;
    const robots::Site* from_ = nullptr;
    std::unordered_map<std::string, const robots::Site*> by_name_;

    static constexpr std::size_t kMaxAnswers = 4096;
    std::unordered_map<std::string, const robots::Site*> answers_;
    std::string asked_;
};

}  // namespace robotsctl
