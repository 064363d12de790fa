#include "policy/lint/verbatim.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "policy/site/groups.hpp"

namespace robots::lint {

namespace {

GroupNotes notes_of(const RobotsGroup& group, const Enforcement& enforcement) {
    GroupNotes notes;
    for (const std::string& token : group.user_agents) {
        notes.named.push_back({token, group.place});
    }
    notes.own_delay = group.crawl_delay.has_value();
    notes.enforcement = enforcement;
    notes.layers.assign(group.rules.size(), kInherited + 1);
    return notes;
}

}  // namespace

VerbatimText::VerbatimText(std::string_view text, std::uint32_t file,
                           const std::optional<Place>& inline_at)
    : text_{text, file, inline_at},
      document_(parse_robots_txt(text, Reading::lenient, file)),
      sitemaps_(lines_with_key(text, "sitemap", file)),
      agents_(lines_with_key(text, "user-agent", file)),
      odd_pace_(odd_pace_lines(text, file)) {
    if (inline_at) {
        move_to(*inline_at);
    }
}

// Everything in an inline text gets the place of the text.
void VerbatimText::move_to(const Place& place) {
    for (RobotsGroup& group : document_.groups) {
        group.place = group.pace_places.crawl_delay = place;
        for (RuleLine& rule : group.rules) {
            rule.place = place;
        }
    }
    for (auto* list : {&sitemaps_, &agents_}) {
        for (Written& written : *list) {
            written.place = place;
        }
    }
    for (OddPaceLine& line : odd_pace_) {
        line.place = place;
    }
}

Subject VerbatimText::subject(const Groups& compiled, const Crawlers& crawlers,
                              const Enforcement& enforcement) const {
    std::vector<GroupNotes> notes;
    for (const RobotsGroup& group : document_.groups) {
        notes.push_back(notes_of(group, enforcement));
    }
    Subject subject{document_, std::move(notes), compiled, crawlers};
    subject.verbatim = true;
    subject.text = text_;
    subject.agent_lines = agents_;
    subject.odd_pace = odd_pace_;
    subject.sitemaps = sitemaps_;
    return subject;
}

Findings lint_robots_txt(std::string_view text, const Crawlers& crawlers) {
    const VerbatimText verbatim(text);
    const RobotsTxt document = parse_robots_txt(text, Reading::lenient);
    const std::vector<Shared<Enforcement>> enforcement(document.groups.size(),
                                                       Enforcement{});
    const Groups compiled(document, enforcement);
    if (compiled.too_large()) {
        return {};
    }
    Subject subject = verbatim.subject(compiled, crawlers, Enforcement{});
    subject.lines =
        static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    subject.place = {0, 1, 1};
    Findings out = lint_document(subject);
    Findings site = lint_site(subject);
    std::move(site.begin(), site.end(), std::back_inserter(out));
    return out;
}

}  // namespace robots::lint
