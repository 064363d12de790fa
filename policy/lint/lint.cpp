#include "policy/lint/lint.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots::lint {

namespace {

// Returns the path as an item of a YAML list: a quoted string.
std::string yaml_item(const std::string& path) {
    std::string out = "\"";
    for (const char c : path) {
        out +=
            c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return out + '"';
}

// Drops findings about the path of a rule if another finding removes the rule.
void keep_removals_alone(Remarks& findings) {
    const auto is_removal = [](const Remark& finding) {
        return finding.code == Code::dead_rule;
    };
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> removed;
    for (const Remark& finding : findings) {
        if (is_removal(finding)) {
            const Place& at = finding.place;
            removed.emplace(at.file, at.line, at.column);
        }
    }
    const auto about_path = [](Code code) {
        return code == Code::useless_trailing_wildcard ||
               code == Code::open_ended_path ||
               code == Code::unencoded_octets ||
               code == Code::not_in_normal_form ||
               code == Code::lone_wildcard ||
               code == Code::only_first_parameter;
    };
    const auto end = std::remove_if(
        findings.begin(), findings.end(), [&](const Remark& finding) {
            const Place& at = finding.place;
            return about_path(finding.code) &&
                   removed.count({at.file, at.line, at.column}) > 0;
        });
    findings.erase(end, findings.end());
}

// Returns the values of the lines of `text` with this key, case-insensitively.
std::vector<Written> lines_with_key(std::string_view text, std::string_view key,
                                    std::uint32_t file) {
    std::vector<ReadLine> lines;
    read_lines(text, Reading::strict, lines);
    std::vector<Written> out;
    for (const ReadLine& line : lines) {
        if (equal_folded(line.said.key, key)) {
            out.push_back(
                {std::string(line.said.value), {file, line.number, 1}});
        }
    }
    return out;
}

GroupNotes notes_of(const RobotsGroup& group) {
    GroupNotes notes;
    for (const std::string& token : group.user_agents) {
        notes.named.push_back({token, group.place});
    }
    notes.own_delay = group.crawl_delay.has_value();
    notes.layers.assign(group.rules.size(), kInherited + 1);
    return notes;
}

// Sets each place in `document` and `subject`, which were read from an inline
// text, to `place`, the place of this text.
void move_to(const Place& place, RobotsTxt& document, Subject& subject) {
    robots::move_to(place, document);
    for (auto* list : {&subject.sitemaps, &subject.agent_lines}) {
        for (Written& written : *list) {
            written.place = place;
        }
    }
    for (OddPaceLine& line : subject.odd_pace) {
        line.place = place;
    }
}

using Family = void (*)(const Subject&, Reporter&);

Remarks run(std::initializer_list<Family> families, const Subject& subject) {
    Remarks findings;
    Reporter report(findings);
    for (const Family family : families) {
        family(subject, report);
        report.leave();
    }
    keep_removals_alone(findings);
    return findings;
}

}  // namespace

Fix fix_of(const Subject& subject, const RuleLine& rule,
           const std::vector<std::string>& paths, Fix::Effect effect) {
    Fix fix;
    fix.effect = effect;
    for (const std::string& path : paths) {
        fix.by.push_back(subject.verbatim
                             ? RuleLine{rule.allow, path, {}}.text()
                             : yaml_item(path));
    }
    return fix;
}

Fix::Effect widens(const RuleLine& rule) {
    return rule.allow ? Fix::Effect::opens : Fix::Effect::closes;
}

Remarks lint_document(const Subject& subject) {
    return run(
        {lint_lines, lint_shared_rules, lint_agents, lint_paths, lint_open_ends,
         lint_secrets, lint_conflicts, lint_resolving, lint_groups, lint_tokens,
         lint_order, lint_rendering, lint_crawlers, lint_pace, lint_proof,
         lint_cost, lint_use_of_content},
        subject);
}

Remarks lint_private(const Subject& subject) {
    return run(
        {lint_agents, lint_paths, lint_open_ends, lint_conflicts,
         lint_resolving, lint_tokens, lint_crawlers, lint_proof, lint_cost},
        subject);
}

Remarks lint_terms(const Subject& subject) {
    return run({lint_crawlers, lint_pace}, subject);
}

Remarks lint_site(const Subject& subject) {
    return run({lint_sitemaps, lint_sites}, subject);
}

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

Remarks lint_robots_txt(std::string_view text, const Crawlers& crawlers) {
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
    Remarks out = lint_document(subject);
    Remarks site = lint_site(subject);
    std::move(site.begin(), site.end(), std::back_inserter(out));
    return out;
}

}  // namespace robots::lint
