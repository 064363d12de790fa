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

// Whether a key is one that a robots.txt has. Of what starts as HTML or JSON
// does, no line counts but those that name crawlers.
bool is_known(LineKey kind, const robots::RobotsLine& line) {
    return kind != LineKey::other ||
           robots::equal_folded(line.key, "sitemap") ||
           robots::equal_folded(line.key, "host");
}

bool starts_as_markup(std::string_view text) {
    robots::skip_byte_order_mark(text);
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos &&
           std::string_view("<{[").find(text[first]) != std::string_view::npos;
}

bool is_short(std::string_view key) {
    return key.size() <= kMaxKey;
}

// Reads all lines for their keys. Whether one is of a robots.txt.
bool read_keys(std::string_view text, FileSummary& file) {
    Keys keys;
    bool known = false;
    bool names_crawlers = false;
    const bool markup = starts_as_markup(text);
    robots::skip_byte_order_mark(text);
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::string_view written = robots::take_line(text);
        const robots::RobotsLine line =
            robots::split_line(written, Reading::lenient);
        if (line.key.empty()) {
            continue;
        }
        const LineKey kind = robots::key_from(line.key, Reading::lenient);
        const bool has_colon = written.find(':') != std::string_view::npos;
        names_crawlers =
            names_crawlers || (kind == LineKey::user_agent && has_colon);
        known = known || (has_colon && !markup && is_known(kind, line));
        if (!has_colon && kind == LineKey::other) {
            continue;  // two words of a text
        }
        keys.count(kind, line.key);
        if (kind == LineKey::other && is_short(line.key)) {
            file.others.push_back({number, line.key, line.value});
        }
    }
    file.directives = keys.all();
    return known || names_crawlers;
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

FileSummary summary_of(std::string_view text, bool readable) {
    FileSummary file;
    if (!readable) {
        file.kind = robots::ContentKind::compressed;
        return file;
    }
    const bool known = read_keys(text, file);
    file.kind = robots::content_kind(text, known);
    if (file.kind != robots::ContentKind::robots_txt) {
        file.directives.clear();
        file.others.clear();
        return file;
    }
    file.document = robots::parse_robots_txt(text);
    read_groups(file);
    file.cms = cms_of(file);
    return file;
}

}  // namespace robotsctl
