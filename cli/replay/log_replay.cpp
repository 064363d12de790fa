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
    return counts.problems.empty() &&
           (counts.unreadable == 0 || counts.requests > 0);
}

}  // namespace robotsctl
