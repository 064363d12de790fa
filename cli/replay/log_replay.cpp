#include "cli/replay/log_replay.hpp"

#include "cli/output/text.hpp"

namespace robotsctl {

bool replay_log(LogMerge& log, const SiteOfLine& sites, Replay& replay) {
    while (const LogRecord* record = log.next()) {
        if (!SiteOfLine::is_named(*record) && !sites.has_fallback()) {
            complain(log.where() +
                     ": no host in this line, and the policy has several "
                     "sites and no default; name the site, such as --url "
                     "https://example.com/");
            return false;
        }
        replay.take(*record);
    }
    replay.finish();
    for (const std::string& problem : log.counts().problems) {
        complain(problem);
    }
    return true;
}

bool is_readable(const LogCounts& counts) {
    const bool any_line = counts.unreadable == 0 || counts.requests > 0;
    if (!any_line) {
        complain(
            "no line is in the combined format or JSON; name the log_format "
            "of nginx's configuration with --format or --format-from");
    }
    return counts.problems.empty() && any_line;
}

}  // namespace robotsctl
