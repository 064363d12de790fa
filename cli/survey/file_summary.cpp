#include "cli/survey/file_summary.hpp"

#include <algorithm>
#include <array>

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

// Keys, counted. Nearly all lines have one of the first.
class Keys {
  public:
    void count(LineKey kind, std::string_view key) {
        if (kind != LineKey::other && !is_misspelt(kind, key)) {
            ++known_[static_cast<std::size_t>(kind)];
            return;
        }
        key = key.substr(0, kMaxKey);
        const auto it = std::find_if(
            others_.begin(), others_.end(), [key](const Directive& each) {
                return robots::equal_folded(each.name, key);
            });
        if (it != others_.end()) {
            ++it->lines;
        } else if (others_.size() < kMostOthers) {
            others_.push_back({robots::fold(key), 1});
        }
    }

    std::vector<Directive> all() {
        std::vector<Directive> out;
        for (std::size_t i = 0; i < kKnown.size(); ++i) {
            if (known_[i] > 0) {
                out.push_back({std::string(kKnown[i]), known_[i]});
            }
        }
        out.insert(out.end(), others_.begin(), others_.end());
        return out;
    }

  private:
    // In the order of LineKey.
    static constexpr std::array<std::string_view, 6> kKnown{
        "user-agent",  "allow",        "disallow",
        "crawl-delay", "request-rate", "visit-time"};
    // Files other than robots.txt may have thousands.
    static constexpr std::size_t kMostOthers = 50;

    static bool is_misspelt(LineKey kind, std::string_view key) {
        return key.size() != kKnown[static_cast<std::size_t>(kind)].size() ||
               !robots::equal_folded(kKnown[static_cast<std::size_t>(kind)],
                                     key);
    }

    std::array<std::uint64_t, kKnown.size()> known_{};
    std::vector<Directive> others_;
};

bool is_short(std::string_view key) {
    return key.size() <= kMaxKey;
}

void read_keys(const std::vector<ReadLine>& lines, FileSummary& file) {
    Keys keys;
    for (const ReadLine& line : lines) {
        const bool other = line.meaning == LineKey::other;
        if (other && !line.said.has_colon) {
            continue;  // two words of a text
        }
        keys.count(line.meaning, line.said.key);
        if (other && is_short(line.said.key)) {
            file.others.push_back(
                {line.number, line.said.key, line.said.value});
        }
    }
    file.directives = keys.all();
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
            file.everyones_delay = token.crawl_delay;
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
