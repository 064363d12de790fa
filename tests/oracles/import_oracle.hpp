// Whether an import of a robots.txt is right, found out in the plainest way: by
// going through its lines one by one, and by asking what crawlers may fetch.

#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/import/import.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"

namespace robots::tests {

class ImportOracle {
  public:
    // `rendered` is the robots.txt of the policy that `text` was imported to.
    ImportOracle(std::string_view text, const Imported& imported,
                 std::string_view rendered, Runs runs)
        : text_(text),
          runs_(runs),
          document_(parse_robots_txt(rendered, Reading::strict)),
          groups_(compiled(document_)),
          before_(parse_runs(text, runs)) {
        for (const ImportNotes& notes : imported.notes) {
            std::set<std::uint32_t>& lines =
                notes.fate == Fate::lost ? lost_ : listed_;
            lines.insert(notes.lines.begin(), notes.lines.end());
            cut_ = cut_ || notes.kind == "long-line";
        }
        for (std::string_view rest = rendered; !rest.empty();) {
            const std::string_view line = take_line(rest);
            if (!line.empty() && line[0] == '#') {
                comments_.emplace(trim(line.substr(1)));
            }
        }
    }

    // "", or the first line that is neither in the policy nor in the notes, or
    // the first request about which the two files say something else.
    std::string mistake() {
        std::string_view rest = text_;
        skip_byte_order_mark(rest);
        for (std::uint32_t number = 1; !rest.empty(); ++number) {
            const std::string_view line = take_line(rest);
            if (!survives(number, line) && lost_.count(number) == 0) {
                return "line " + std::to_string(number) +
                       " is lost in silence: " + std::string(line);
            }
        }
        return different_verdict();
    }

  private:
    static Groups compiled(const RobotsTxt& document) {
        return Groups(document,
                      std::vector<Shared<Enforcement>>(document.groups.size()));
    }

    bool survives(std::uint32_t number, std::string_view line) {
        const std::string_view written = trim(line, " \t\v\f");
        if (!written.empty() && written[0] == '#') {
            std::string comment(
                trim(written.substr(std::min(written.find_first_not_of('#'),
                                             written.size())),
                     " \t\v\f"));
            std::replace(comment.begin(), comment.end(), '\t', ' ');
            return listed_.count(number) != 0 || comments_.count(comment) != 0;
        }
        const std::size_t hash = std::min(line.find('#'), line.size());
        const bool has_comment =
            !trim(line.substr(std::min(hash + 1, line.size())), " \t\v\f")
                 .empty();
        return says_the_same(split_line(line, Reading::lenient),
                             trim(line.substr(0, hash), " \t\v\f")) &&
               (!has_comment || listed_.count(number) != 0);
    }

    bool says_the_same(const RobotsLine& line, std::string_view written) {
        if (line.key.empty()) {
            return written.empty();
        }
        switch (key_from(line.key, Reading::lenient)) {
            case LineKey::user_agent:
                return agent_survives(line.value);
            case LineKey::allow:
                return rule_survives("Allow: ", line.value);
            case LineKey::disallow:
                return rule_survives("Disallow: ", line.value);
            case LineKey::crawl_delay:
                own_line_ = true;
                return line.value.empty() || run_has([&](const Group& group) {
                           const auto delay = parse_crawl_delay(line.value);
                           return delay && group.pace->crawl_delay == delay;
                       });
            case LineKey::request_rate:
                own_line_ = true;
                return line.value.empty() || run_has([&](const Group& group) {
                           return has(group.pace->request_rates,
                                      parse_request_rate(line.value));
                       });
            case LineKey::visit_time:
                own_line_ = true;
                return line.value.empty() || run_has([&](const Group& group) {
                           return has(group.pace->visit_times,
                                      day_window_from(line.value));
                       });
            case LineKey::other:
                break;
        }
        return other_survives(line);
    }

    template <typename Value>
    static bool has(const std::vector<Value>& all,
                    const std::optional<Value>& value) {
        return value && std::find(all.begin(), all.end(), *value) != all.end();
    }

    bool agent_survives(std::string_view value) {
        if (!in_agents_ || (own_line_ && runs_ == Runs::apart)) {
            list_.clear();
            run_.clear();
            in_agents_ = true;
        } else if (own_line_) {
            run_.clear();
        }
        own_line_ = false;
        const std::string token(leading_product_token(value));
        if (token.empty()) {
            return false;
        }
        list_.push_back(token);
        run_.push_back(token);
        // A version may go.
        std::string_view rest = value.substr(token.size());
        rest.remove_prefix(
            rest.substr(0, 1) == "/"
                ? std::min(rest.find_first_of(" \t,;|"), rest.size())
                : 0);
        return groups_.named(token) != nullptr && trim(rest, " \t*").empty();
    }

    bool rule_survives(const std::string& key, std::string_view path) {
        in_agents_ = false;
        if (list_.empty()) {
            return false;
        }
        if (path.empty()) {
            return true;
        }
        const std::string wanted = key + std::string(Pattern(path).text());
        return std::all_of(
            list_.begin(), list_.end(), [&](const std::string& token) {
                const Group* group = groups_.named(token);
                if (group == nullptr) {
                    return false;
                }
                const auto rules = group->rules.rules();
                return std::any_of(
                    rules.begin(), rules.end(),
                    [&](const Rule& rule) { return rule.text() == wanted; });
            });
    }

    template <typename Test>
    bool run_has(Test test) const {
        return !run_.empty() &&
               std::all_of(run_.begin(), run_.end(),
                           [&](const std::string& token) {
                               const Group* group = groups_.named(token);
                               return group != nullptr && test(*group);
                           });
    }

    bool other_survives(const RobotsLine& line) {
        const std::string key = fold(line.key);
        if (key == "content-signal" || key == "content-usage") {
            own_line_ = true;
            return !run_.empty() && list_has_other(line);
        }
        if (key == "license" && (in_agents_ || !list_.empty())) {
            own_line_ = true;
            return !run_.empty() && list_has_license(line.value);
        }
        return std::any_of(document_.other.begin(), document_.other.end(),
                           [&](const OtherLine& each) {
                               return fold(each.first) == key &&
                                      each.second == line.value;
                           });
    }

    // Whether each "a=b" of the line is in a line of the group of each agent.
    bool list_has_other(const RobotsLine& line) const {
        std::set<std::string> said;
        for (const RobotsGroup& group : document_.groups) {
            const bool names =
                std::any_of(group.user_agents.begin(), group.user_agents.end(),
                            [this](const std::string& agent) {
                                return equal_folded(agent, run_.front());
                            });
            for (const OtherLine& each : group.other) {
                if (names && equal_folded(each.first, line.key)) {
                    add_preferences(each.second, said);
                }
            }
        }
        std::set<std::string> wanted;
        add_preferences(line.value, wanted);
        return std::includes(said.begin(), said.end(), wanted.begin(),
                             wanted.end());
    }

    bool list_has_license(std::string_view license) const {
        return std::any_of(
            document_.groups.begin(), document_.groups.end(),
            [&](const RobotsGroup& group) {
                return names(group, run_.front()) &&
                       std::any_of(group.other.begin(), group.other.end(),
                                   [&](const OtherLine& each) {
                                       return fold(each.first) == "license" &&
                                              each.second == license;
                                   });
            });
    }

    // `search =yes` is read as `search=yes`.
    static std::string without_blanks_at_equals(std::string_view text) {
        const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
        std::string out;
        for (const char c : text) {
            while (c == '=' && !out.empty() && is_blank(out.back())) {
                out.pop_back();
            }
            if (out.empty() || out.back() != '=' || !is_blank(c)) {
                out += c;
            }
        }
        return out;
    }

    static void add_preferences(std::string_view line,
                                std::set<std::string>& out) {
        const std::string joined = without_blanks_at_equals(line);
        std::string_view text = joined;
        while (!text.empty()) {
            const std::size_t end =
                std::min(text.find_first_of(", \t"), text.size());
            const std::string_view part = text.substr(0, end);
            if (part.find('=') != std::string_view::npos && part[0] != '/' &&
                part[0] != '*') {
                out.insert(fold(part));
            }
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    // What the rules name, and what is near it.
    std::vector<std::string> targets() const {
        std::vector<std::string> out{"/", "/x", "/robots.txt", "/a/b?c=d"};
        for (const RobotsGroup& group : before_.groups) {
            for (const RuleLine& rule : group.rules) {
                std::string path = rule.path.substr(0, 200);
                std::replace(path.begin(), path.end(), '*', 'x');
                for (const std::string& each :
                     {path, path + "y", path.substr(0, path.find('$')),
                      path.substr(0, path.size() - 1)}) {
                    out.push_back(normalise_target(each));
                }
                if (out.size() > 400) {
                    return out;
                }
            }
        }
        return out;
    }

    std::string different_verdict() const {
        if (cut_) {
            return "";  // a line that crawlers read in part
        }
        const Groups before = compiled(before_);
        const std::vector<std::string> all = targets();
        if (before.all().size() != groups_.all().size()) {
            return "other crawlers are named";
        }
        for (const auto& group : before.all()) {
            const Group* now = groups_.named(group->name);
            if (now == nullptr ||
                now->pace->crawl_delay != group->pace->crawl_delay) {
                return "another group for " + group->name;
            }
            for (const std::string& target : all) {
                const Rule* was = group->rules.match(target);
                const Rule* is = now->rules.match(target);
                if ((was == nullptr || was->allow) !=
                    (is == nullptr || is->allow)) {
                    return "another verdict for " + group->name + " on " +
                           target;
                }
            }
        }
        return "";
    }

    std::string_view text_;
    Runs runs_;
    RobotsTxt document_;
    Groups groups_;  // of the policy
    RobotsTxt before_;
    std::set<std::uint32_t> lost_;
    std::set<std::uint32_t> listed_;  // but not lost
    std::set<std::string> comments_;
    bool cut_ = false;
    std::vector<std::string> list_;
    std::vector<std::string> run_;
    bool in_agents_ = false;
    bool own_line_ = false;
};

}  // namespace robots::tests
