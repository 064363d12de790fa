#include "cli/survey/lint_codes.hpp"

#include <algorithm>
#include <utility>

#include "policy/lint/lint.hpp"
#include "policy/lint/subject.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"

namespace robotsctl {

namespace {

// One rule a line: reading leniently, what a crawler makes of a second one.
void keep_written(robots::RobotsTxt& document) {
    for (robots::RobotsGroup& group : document.groups) {
        const auto end = std::unique(
            group.rules.begin(), group.rules.end(),
            [](const robots::RuleLine& a, const robots::RuleLine& b) {
                return a.place.line == b.place.line;
            });
        group.rules.erase(end, group.rules.end());
    }
}

robots::lint::GroupNotes notes_of(const robots::RobotsGroup& group) {
    robots::lint::GroupNotes notes;
    for (const std::string& token : group.user_agents) {
        notes.named.push_back({token, group.place});
    }
    notes.own_delay = group.crawl_delay.has_value();
    notes.layers.assign(group.rules.size(), robots::lint::kInherited + 1);
    return notes;
}

}  // namespace

Findings lint_findings(std::string_view text,
                       const robots::Crawlers& crawlers) {
    robots::RobotsTxt document = robots::parse_robots_txt(text);
    const robots::Groups groups(
        document, std::vector<robots::Shared<robots::Enforcement>>(
                      document.groups.size()));
    if (groups.too_large()) {
        return {};
    }
    keep_written(document);
    std::vector<robots::lint::GroupNotes> notes;
    for (const robots::RobotsGroup& group : document.groups) {
        notes.push_back(notes_of(group));
    }
    robots::lint::Subject subject{document, std::move(notes), groups, crawlers};
    subject.verbatim = true;
    subject.text.text = text;
    subject.agent_lines = robots::lint::lines_with_key(text, "user-agent", 0);
    subject.odd_pace = robots::odd_pace_lines(text);
    subject.sitemaps = robots::lint::lines_with_key(text, "sitemap", 0);
    subject.lines =
        static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return robots::lint::lint_document(subject);
}

}  // namespace robotsctl
