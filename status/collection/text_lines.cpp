#include "status/collection/rows.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/verdict/deciding_line.hpp"

namespace robots::status {

namespace {

// Splits a text into lines. CR, LF and CRLF end a line, because they do so for
// crawlers.
std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end =
            std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        const std::size_t next =
            end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
        text.remove_prefix(std::min(next, text.size()));
    }
    return lines;
}

std::string_view name_of(std::string_view line) {
    return trim(line.substr(0, line.find_first_of(":#")));
}

// Returns the kind of a line that is not a rule.
std::string_view kind_of(std::string_view line) {
    if (trim(line).empty()) {
        return "blank";
    }
    if (trim(line).front() == '#') {
        return "comment";
    }
    return equal_folded(name_of(line), "user-agent") ? "user_agent" : "other";
}

// One line of a robots.txt as it is served.
struct TextLine {
    std::size_t number = 0;  // from 1
    std::string_view kind;   // "allow", ...
    std::string_view text;   // without the line break
    std::string place;       // "policy.yaml:12:7", or empty
    // Requests that the line decided about; nullopt for lines that decide
    // nothing.
    std::optional<model::Count> hits;
};

class Annotator {
  public:
    Annotator(const Policy& policy, const Site& site, std::string_view text,
              const LineHits& hits)
        : policy_(policy),
          groups_(site.robots->groups),
          hits_(hits),
          document_(parse_robots_txt(text)) {
        for (const RobotsGroup& group : document_.groups) {
            for (const RuleLine& rule : group.rules) {
                rules_.emplace(rule.place.line, std::pair(&group, &rule));
            }
        }
    }

    TextLine annotate(std::size_t number, std::string_view text) {
        TextLine line;
        line.number = number;
        line.text = text;
        const auto rule = rules_.find(static_cast<std::uint32_t>(number));
        if (rule == rules_.end()) {
            line.kind = kind_of(text);
            annotate_pace(line);
            return line;
        }
        line.hits = 0;
        annotate_rule(line, *rule->second.first, *rule->second.second);
        return line;
    }

  private:
    // Returns the compiled groups that `written`, a group of the text, became
    // part of. Private groups are left out, because their lines are not in the
    // text.
    std::vector<const Group*> compiled(const RobotsGroup& written) const {
        std::vector<const Group*> groups;
        for (const std::string& token : written.user_agents) {
            const Group* group = groups_.named(token);
            if (group != nullptr && !group->is_private &&
                std::find(groups.begin(), groups.end(), group) ==
                    groups.end()) {
                groups.push_back(group);
            }
        }
        return groups;
    }

    void annotate_rule(TextLine& line, const RobotsGroup& written,
                       const RuleLine& rule) {
        const Pattern pattern(rule.path);
        const std::uint64_t key = rule_key(rule.allow, pattern);
        const auto folder = rule.allow ? implied_by_index(pattern.text())
                                       : std::optional<std::string>();
        line.kind = rule.allow ? "allow" : "disallow";
        for (const Group* group : compiled(written)) {
            *line.hits += hits_of(*group, key);
            if (folder) {
                *line.hits += hits_of(*group, rule_key(true, Pattern(*folder)));
            }
            if (line.place.empty()) {
                line.place = policy_.where(place_of(*group, key));
            }
        }
    }

    void annotate_pace(TextLine& line) {
        static constexpr std::array<std::string_view, 3> kPace{
            "crawl-delay", "request-rate", "visit-time"};
        const std::string_view name = name_of(line.text);
        const RobotsGroup* written = group_at(line.number);
        if (written == nullptr || std::none_of(kPace.begin(), kPace.end(),
                                               [name](std::string_view each) {
                                                   return equal_folded(name,
                                                                       each);
                                               })) {
            return;
        }
        line.hits = 0;
        for (const Group* group : compiled(*written)) {
            for (const DecidingLine& each :
                 deciding_lines(*group, kPace.size())) {
                if (!equal_folded(name_of(each.text), name)) {
                    continue;
                }
                *line.hits += hits_of(*group, each.key);
                if (line.place.empty()) {
                    line.place = policy_.where(each.place);
                }
            }
        }
    }

    // Returns the last group that starts at line `number` or before it.
    const RobotsGroup* group_at(std::size_t number) const {
        const auto after =
            std::find_if(document_.groups.rbegin(), document_.groups.rend(),
                         [number](const RobotsGroup& group) {
                             return group.place.line <= number;
                         });
        return after != document_.groups.rend() ? &*after : nullptr;
    }

    model::Count hits_of(const Group& group, std::uint64_t key) const {
        const auto found = hits_.find({&group, key});
        return found != hits_.end() ? found->second : 0;
    }

    Place place_of(const Group& group, std::uint64_t key) {
        auto [known, made] = places_.try_emplace(&group);
        if (made) {
            for (const Rule& rule : group.rules.rules()) {
                known->second.emplace(rule.key, rule.place);
            }
        }
        const auto found = known->second.find(key);
        return found != known->second.end() ? found->second : Place{};
    }

    using Places = std::unordered_map<std::uint64_t, Place>;  // by Rule::key

    const Policy& policy_;
    const Groups& groups_;
    const LineHits& hits_;
    RobotsTxt document_;
    // The rules, by line number.
    std::map<std::uint32_t, std::pair<const RobotsGroup*, const RuleLine*>>
        rules_;
    std::unordered_map<const Group*, Places> places_;
};

}  // namespace

void put_text_lines(JsonWriter& json, const Policy& policy, const Site& site,
                    std::string_view text, const LineHits& hits,
                    std::size_t number) {
    const std::vector<std::string_view> all = split(text);
    Annotator annotator(policy, site, text, hits);
    std::vector<TextLine> lines;
    const ListPage page = page_of(number, kLinesOnPage, all.size());
    for (std::size_t i = page.first; i < page.first + page.shown; ++i) {
        lines.push_back(annotator.annotate(i + 1, all[i]));
    }
    put_page(json, page, lines, [&json](const TextLine& line) {
        json.open_object();
        json.name("number").number(line.number);
        json.name("kind").text(line.kind);
        json.name("text").text(line.text);
        json.name("place").text_if_any(line.place);
        json.name("requests").number(line.hits);
        json.close_object();
    });
}

}  // namespace robots::status
