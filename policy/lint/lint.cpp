#include "policy/lint/lint.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"

namespace robots::lint {

std::string quoted(const RuleLine& rule) {
    return quoted((rule.allow ? "Allow: " : "Disallow: ") + rule.path);
}

Findings lint_document(const Subject& subject) {
    Findings findings;
    Report report(findings);
    lint_paths(subject, report);
    lint_secrets(subject, report);
    lint_conflicts(subject, report);
    lint_resolving(subject, report);
    lint_groups(subject, report);
    lint_tokens(subject, report);
    lint_rendering(subject, report);
    lint_crawlers(subject, report);
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
