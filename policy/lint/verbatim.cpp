#include "policy/lint/verbatim.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "policy/site/groups.hpp"

namespace robots::lint {

namespace {

GroupNotes notes_of(const RobotsGroup& group) {
    GroupNotes notes;
    for (const std::string& token : group.user_agents) {
        notes.named.push_back({token, group.place});
    }
    notes.own_delay = group.crawl_delay.has_value();
    notes.layers.assign(group.rules.size(), kInherited + 1);
    return notes;
}

// Everything in an inline text gets the place of the text.
void move_to(const Place& place, RobotsTxt& document, Subject& subject) {
    for (RobotsGroup& group : document.groups) {
        group.place = group.pace_places.crawl_delay = place;
        for (RuleLine& rule : group.rules) {
            rule.place = place;
        }
    }
    for (auto* list : {&subject.sitemaps, &subject.agent_lines}) {
        for (Written& written : *list) {
            written.place = place;
        }
    }
    for (OddPaceLine& line : subject.odd_pace) {
        line.place = place;
    }
}

}  // namespace

Subject verbatim_subject(std::string_view text, const Groups& compiled,
                         const Crawlers& crawlers, std::uint32_t file,
                         const std::optional<Place>& inline_at) {
    auto document = std::make_shared<Document>();
    document->text = parse_robots_txt(text, Reading::lenient, file);
    Subject subject(document, compiled, crawlers);
    subject.verbatim = true;
    subject.text = {text, file, inline_at};
    subject.sitemaps = lines_with_key(text, "sitemap", file);
    subject.agent_lines = lines_with_key(text, "user-agent", file);
    subject.odd_pace = odd_pace_lines(text, file);
    if (inline_at) {
        move_to(*inline_at, document->text, subject);
    }
    for (const RobotsGroup& group : document->text.groups) {
        document->notes.push_back(notes_of(group));
    }
    return subject;
}

Findings lint_robots_txt(std::string_view text, const Crawlers& crawlers) {
    const RobotsTxt document = parse_robots_txt(text, Reading::lenient);
    const std::vector<Shared<Enforcement>> enforcement(document.groups.size(),
                                                       Enforcement{});
    const Groups compiled(document, enforcement);
    if (compiled.too_large()) {
        return {};
    }
    Subject subject = verbatim_subject(text, compiled, crawlers);
    subject.lines =
        static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    subject.place = {0, 1, 1};
    Findings out = lint_document(subject);
    Findings site = lint_site(subject);
    std::move(site.begin(), site.end(), std::back_inserter(out));
    return out;
}

}  // namespace robots::lint
