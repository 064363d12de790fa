#include "cli/survey/file_summary.hpp"

#include <algorithm>

#include "cli/survey/cms.hpp"
#include "policy/base/ascii.hpp"
#include "policy/robots_txt/mentions.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robotsctl {

namespace {

using robots::LineKey;
using robots::Reading;
using robots::ReadLine;

constexpr std::size_t kMaxKey = 64;

// Counts a line with this key. Files other than robots.txt may have thousands
// of keys, so only the first kMostKeys keys are counted.
void count(std::string_view key, std::vector<Directive>& keys) {
    constexpr std::size_t kMostKeys = 56;
    key = key.substr(0, kMaxKey);
    const auto it =
        std::find_if(keys.begin(), keys.end(), [key](const Directive& each) {
            return robots::equal_folded(each.name, key);
        });
    if (it != keys.end()) {
        ++it->lines;
    } else if (keys.size() < kMostKeys) {
        keys.push_back({robots::fold(key), 1});
    }
}

void read_keys(const std::vector<ReadLine>& lines, FileSummary& file) {
    // These keys are compared first, because nearly all lines have one of them.
    file.directives = {{"user-agent"},  {"allow"},        {"disallow"},
                       {"crawl-delay"}, {"request-rate"}, {"visit-time"}};
    for (const ReadLine& line : lines) {
        const bool other = line.meaning == LineKey::other;
        if (other && !line.said.has_colon) {
            continue;  // a line of text without a key
        }
        count(line.said.key, file.directives);
        if (other && line.said.key.size() <= kMaxKey) {
            file.others.push_back(
                {line.number, line.said.key, line.said.value});
        }
    }
    file.directives.erase(
        std::remove_if(file.directives.begin(), file.directives.end(),
                       [](const Directive& each) { return each.lines == 0; }),
        file.directives.end());
}

NamedToken merged(const robots::RobotsTxt& document,
                  const std::vector<robots::Reach>& reaches,
                  const robots::Mention& mention) {
    NamedToken out;
    out.token = mention.token;
    robots::Reach reach;
    for (const std::size_t i : mention.groups) {
        reach.add(reaches[i]);
        out.crawl_delay =
            std::max(out.crawl_delay, document.groups[i].crawl_delay);
    }
    out.access = reach.access();
    return out;
}

void read_groups(FileSummary& file) {
    const robots::RobotsTxt& document = file.document;
    std::vector<robots::Reach> reaches(document.groups.size());
    for (std::size_t i = 0; i < reaches.size(); ++i) {
        reaches[i].add(document.groups[i]);
    }
    for (const robots::Mention& mention : robots::mentions(document)) {
        NamedToken token = merged(document, reaches, mention);
        if (token.token == "*") {
            file.everyone = token.access;
        } else {
            file.tokens.push_back(std::move(token));
        }
    }
}

std::optional<std::size_t> cms_of(const FileSummary& file) {
    CmsGuess guess;
    for (const robots::RobotsGroup& group : file.document.groups) {
        for (const robots::RuleLine& rule : group.rules) {
            guess.see_path(rule.path);
        }
    }
    for (const KeyedLine& line : file.others) {
        if (robots::equal_folded(line.key, "sitemap")) {
            guess.see_sitemap(line.value);
        }
    }
    return guess.best();
}

}  // namespace

FileSummary summary_of(std::string_view text, bool readable,
                       std::vector<ReadLine>& lines) {
    FileSummary file;
    if (!readable) {
        file.kind = robots::ContentKind::compressed;
        return file;
    }
    read_lines(text, Reading::lenient, lines);
    file.kind = robots::content_kind(text, lines);
    if (file.kind != robots::ContentKind::robots_txt) {
        return file;
    }
    read_keys(lines, file);
    file.document = robots::parse_lines(lines, Reading::lenient);
    read_groups(file);
    file.cms = cms_of(file);
    return file;
}

}  // namespace robotsctl
