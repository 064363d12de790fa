#include "policy/lint/lint.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"

namespace robots::lint {

std::string quoted(const RuleLine& rule) {
    return quoted((rule.allow ? "Allow: " : "Disallow: ") + rule.path);
}

namespace {

// A path as an item of a list of rules.
std::string yaml_item(const std::string& path) {
    std::string out = "\"";
    for (const char c : path) {
        out +=
            c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
    return out + '"';
}

// What is said of a rule that is removed helps nobody.
void keep_removals_alone(Findings& findings) {
    const auto is_removal = [](const Finding& finding) {
        return finding.code == Code::dead_rule;
    };
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> removed;
    for (const Finding& finding : findings) {
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
        findings.begin(), findings.end(), [&](const Finding& finding) {
            const Place& at = finding.place;
            return about_path(finding.code) &&
                   removed.count({at.file, at.line, at.column}) > 0;
        });
    findings.erase(end, findings.end());
}

}  // namespace

Fix fix_of(const Subject& subject, const RuleLine& rule,
           const std::vector<std::string>& paths, Fix::Effect effect) {
    Fix fix;
    fix.effect = effect;
    for (const std::string& path : paths) {
        fix.by.push_back(subject.verbatim
                             ? (rule.allow ? "Allow: " : "Disallow: ") + path
                             : yaml_item(path));
    }
    return fix;
}

Fix::Effect widens(const RuleLine& rule) {
    return rule.allow ? Fix::Effect::opens : Fix::Effect::closes;
}

Fix::Effect narrows(const RuleLine& rule) {
    return rule.allow ? Fix::Effect::closes : Fix::Effect::opens;
}

Findings lint_document(const Subject& subject) {
    Findings findings;
    Report report(findings);
    using Family = void (*)(const Subject&, Report&);
    for (const Family family :
         {lint_lines, lint_shared_rules, lint_agents, lint_paths,
          lint_open_ends, lint_expressions, lint_secrets, lint_conflicts,
          lint_resolving, lint_groups, lint_tokens, lint_order, lint_rendering,
          lint_crawlers, lint_pace, lint_proof, lint_cost}) {
        family(subject, report);
        report.leave();
    }
    keep_removals_alone(findings);
    return findings;
}

Findings lint_terms(const Subject& subject) {
    Findings findings;
    Report report(findings);
    lint_crawlers(subject, report);
    report.leave();
    lint_pace(subject, report);
    return findings;
}

Findings lint_site(const Subject& subject) {
    Findings findings;
    Report report(findings);
    lint_sitemaps(subject, report);
    lint_sites(subject, report);
    return findings;
}

std::vector<Written> lines_with_key(std::string_view text, std::string_view key,
                                    std::uint32_t file) {
    std::vector<Written> out;
    std::uint32_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end =
            std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end);
        text.remove_prefix(text.substr(0, 2) == "\r\n" ? 2
                           : text.empty()              ? 0
                                                       : 1);
        const std::string_view said = line.substr(0, line.find('#'));
        const std::size_t colon = said.find(':');
        if (colon != std::string_view::npos &&
            equal_folded(trim(said.substr(0, colon)), key)) {
            out.push_back(
                {std::string(trim(said.substr(colon + 1))), {file, number, 1}});
        }
    }
    return out;
}

}  // namespace robots::lint
