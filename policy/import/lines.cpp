#include "policy/import/lines.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/import/advice.hpp"
#include "policy/import/use_lines.hpp"
#include "policy/import/writer.hpp"
#include "policy/loader/entries/body_values.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/field_name.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots {

namespace {

template <typename Value>
bool has(const std::vector<Value>& all, const Value& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
}

// Describes the delay of `group`, for a note about a line with another delay.
std::string counted_delay(const RobotsGroup& group) {
    return group.crawl_delay
               ? "the Crawl-delay of " + seconds_text(*group.crawl_delay) +
                     " s on line " +
                     std::to_string(group.pace_places.crawl_delay.line)
               : "a later `Crawl-delay: 0`";
}

// The groups of the policy to which a line applies, without duplicates.
using Audience = std::vector<const RobotsGroup*>;

class LineNotes {
  public:
    LineNotes(const RobotsTxt& document, Runs runs,
              std::vector<ImportNotes>& notes)
        : runs_(runs), notes_(notes) {
        for (const RobotsGroup& group : document.groups) {
            for (const std::string& token : group.user_agents) {
                groups_.emplace(fold(token), &group);
            }
        }
    }

    std::vector<OtherLine> read(std::string_view text) {
        skip_byte_order_mark(text);
        while (!text.empty()) {
            ++number_;
            const std::size_t before = text.size();
            const std::string_view line = take_line(text);
            // True if take_line() has cut off more than a part of a comment.
            if (before - text.size() > line.size() + 2 &&
                line.find('#') == std::string_view::npos) {
                text_ = line.substr(0, 40);
                lose("long-line",
                     "it is longer than 16,663 octets, and crawlers read no "
                     "more of it; shorten it");
            }
            take(line);
        }
        return std::move(others_);
    }

  private:
    // The text of a note starts with the line itself.
    void lose(const char* kind, const std::string& said) {
        add_note(notes_, kind, Fate::lost, number_, cited(text_) + ": " + said);
    }
    void note(const char* kind, const std::string& said) {
        add_note(notes_, kind, Fate::kept, number_, cited(text_) + ": " + said);
    }

    void take(std::string_view raw) {
        const RobotsLine line = split_line(raw, Reading::lenient);
        text_ = trim(raw.substr(0, raw.find('#')), " \t\v\f");
        if (line.key.empty()) {
            take_unread();
            return;
        }
        const LineKey key = key_from(line.key, Reading::lenient);
        note_spelling(line, key);
        switch (key) {
            case LineKey::user_agent:
                take_user_agent(line.value);
                break;
            case LineKey::allow:
            case LineKey::disallow:
                take_rule(key == LineKey::allow, line.value);
                break;
            case LineKey::crawl_delay:
            case LineKey::request_rate:
            case LineKey::visit_time:
                take_pace(key, line.value);
                break;
            case LineKey::other:
                take_other(line);
                break;
        }
    }

    // Adds a note if only some crawlers read a line that the policy keeps.
    void note_spelling(const RobotsLine& line, LineKey key) {
        const bool is_read_by_all =
            line.has_colon && key_from(line.key, Reading::strict) == key;
        if (key != LineKey::other && !is_read_by_all) {
            lose("misspelt-key",
                 "only some crawlers read it as it is written, but the policy "
                 "has it for all; correct the line, or remove it");
        }
    }

    void take_unread() {
        blank_ = blank_ || text_.empty();
        if (!text_.empty()) {
            lose("no-line", "it has no key and `:`, so crawlers ignore it");
        }
    }

    void take_user_agent(std::string_view value) {
        const bool starts = !in_agents_ || (run_ended_ && runs_ == Runs::apart);
        if (starts) {
            all_.clear();
            earlier_.clear();
            in_agents_ = true;
            ++list_;
        } else if (run_ended_ || blank_) {
            // Until now, the agents before this line have no rules.
            earlier_.push_back(here_);
            earlier_.back().has_lines = run_ended_;
        }
        if (starts || run_ended_) {
            run_.clear();
        }
        if (starts || run_ended_ || blank_) {
            here_ = {number_, std::string(value), false};
        }
        run_ended_ = blank_ = false;
        const std::string_view token = leading_product_token(value);
        join(all_, token);
        join(run_, token);
        note_token(token, value);
    }

    void join(Audience& audience, std::string_view token) {
        const auto group = groups_.find(fold(token));
        if (group != groups_.end() && !has(audience, group->second)) {
            audience.push_back(group->second);
            kept_.clear();
        }
    }

    void note_token(std::string_view token, std::string_view value) {
        if (token.empty()) {
            lose("no-token",
                 "it names no crawler; write a product token, or `*`");
            return;
        }
        if (has_more_than_token(token, value)) {
            lose("more-than-a-token", "crawlers read only " + cited(token) +
                                          "; " + token_advice(token, value));
        }
        const auto mention =
            named_.try_emplace(fold(token), Mention{number_, list_});
        const Mention& first = mention.first->second;
        if (!mention.second && first.list != list_) {
            note("merged-groups",
                 "a group on line " + std::to_string(first.line) +
                     " names it too; crawlers follow both, so the policy has "
                     "one");
        }
    }

    // Whether the line applies to a crawler. If not, adds a note.
    bool is_for_somebody(const Audience& audience) {
        if (list_ == 0) {
            lose("no-agent",
                 "no `User-agent` line is above it, so it is for nobody; "
                 "write one");
            return false;
        }
        if (audience.empty()) {
            lose("nobody",
                 "the `User-agent` lines above it name no crawler, so it "
                 "is for nobody");
            return false;
        }
        return true;
    }

    void take_rule(bool allow, std::string_view path) {
        if (in_agents_ && !path.empty()) {
            note_shared_rules();
        }
        in_agents_ = false;
        if (!is_for_somebody(all_) || path.empty()) {
            return;
        }
        const auto imported = imported_path(path);
        if (!imported) {
            const bool nothing = Pattern(path).runs().empty();
            lose(nothing ? "matches-nothing" : "long-line", path_advice(path));
        } else if (const auto advice = kept_rule_advice(allow, path)) {
            note(advice->kind, advice->text);
        }
    }

    // Adds notes about earlier agents, which get the rules of later agents.
    void note_shared_rules() {
        for (const AgentRun& each : earlier_) {
            add_note(notes_, "shared-rules", Fate::kept, each.line,
                     shared_rules_advice(each.name, each.has_lines, number_));
        }
        earlier_.clear();
    }

    void take_pace(LineKey key, std::string_view value) {
        run_ended_ = true;
        if (value.empty() || !is_for_somebody(run_)) {
            return;
        }
        switch (pace_state(key, value)) {
            case PaceState::none:
                lose("no-delay",
                     "it asks for no delay, as a group without this line "
                     "does");
                return;
            case PaceState::unreadable:
                lose("unreadable-pace", pace_advice(key));
                return;
            case PaceState::too_long:
                note("too-long",
                     "it becomes 7 days, the longest time in a policy");
                break;
            case PaceState::fine:
                break;
        }
        if (key == LineKey::crawl_delay) {
            take_delay(value);
        } else if (key == LineKey::request_rate &&
                   !is_kept([rate = *parse_request_rate(value)](
                                const RobotsGroup& group) {
                       return has(group.request_rates, rate);
                   })) {
            lose("too-many-rates",
                 "a crawler can have at most seven rates; remove one");
        }
    }

    void take_delay(std::string_view value) {
        const std::size_t end = value.find_first_not_of("0123456789.eE+-");
        if (end != std::string_view::npos &&
            (value[end] == ',' || value[end] == ':')) {
            lose("odd-delay",
                 "only the number in front is read; write seconds, as in "
                 "`5` or `0.5`");
        }
        const auto delay = parse_crawl_delay(value);
        for (const RobotsGroup* each : run_) {
            if (each->crawl_delay != delay) {
                lose("other-delay", counted_delay(*each) + " counts for " +
                                        cited(each->user_agents.front()));
                return;
            }
        }
    }

    // Whether all groups in run_ have what this line says. The result is
    // cached, because the same line may come thousands of times.
    template <typename Has>
    bool is_kept(Has has) {
        const std::string text(text_);
        if (kept_.count(text) == 0 &&
            std::all_of(run_.begin(), run_.end(),
                        [&](const RobotsGroup* each) { return has(*each); })) {
            kept_.insert(text);
        }
        return kept_.count(text) != 0;
    }

    void take_other(const RobotsLine& line) {
        if (is_of_group(line.key) &&
            (list_ != 0 || !equal_folded(line.key, "license"))) {
            take_of_group(line);
            return;
        }
        const bool known =
            std::any_of(std::begin(kKnownLines), std::end(kKnownLines),
                        [&line](const KnownLine& each) {
                            return equal_folded(each.name, line.key);
                        });
        if (!known) {
            take_unknown(line);
        } else if (!is_importable(line.value)) {
            lose("bad-value", "its value is not a URL or text");
        }
    }

    // Keeps lines of other standards, unless a crawler could misread them.
    void take_unknown(const RobotsLine& line) {
        const bool stays =
            text_.find(':') != std::string_view::npos &&
            is_field_name(line.key) && field_read_as(line.key).empty() &&
            is_line_of_text(line.value) &&
            line.key.size() + line.value.size() <= kMostFieldLine &&
            others_.size() < loader::kMostLines;
        if (stays) {
            others_.emplace_back(line.key, line.value);
            return;
        }
        lose(is_robots_tag(line.key) ? "noindex" : "unknown-line",
             unknown_line_advice(line.key, line.value));
    }

    void take_of_group(const RobotsLine& line) {
        run_ended_ = true;
        if (!is_for_somebody(run_)) {
            return;
        }
        const UseLine said(line.key, line.value);
        const auto& [unreadable, overruled] = said.field;
        if (!said.is_readable) {
            lose(unreadable.kind, unreadable.text);
            return;
        }
        if (!is_kept([&](const RobotsGroup& group) {
                return uses_.try_emplace(&group, group).first->second.has(said);
            })) {
            lose(overruled.kind, overruled.text);
            return;
        }
        for (const auto& odd : said.oddities()) {
            note(odd.kind, odd.text);
        }
        if (!said.license.empty() && blank_) {
            const std::string& name = run_.front()->user_agents.front();
            note("group-license",
                 "it is below `User-agent: " + cited(name).substr(1) +
                     ", so it is for that group alone; write "
                     "it in front of the first `User-agent` "
                     "if it is for everybody");
        }
    }

    struct Mention {
        std::uint32_t line;
        std::size_t list;
    };
    // Successive User-agent lines without other or blank lines between them.
    struct AgentRun {
        std::uint32_t line;
        std::string name;
        bool has_lines;
    };

    const Runs runs_;
    std::vector<ImportNotes>& notes_;
    // The groups of the policy, by folded token.
    std::unordered_map<std::string, const RobotsGroup*> groups_;
    std::unordered_map<std::string, Mention> named_;  // by folded token
    std::vector<AgentRun> earlier_;                   // earlier runs of a list
    AgentRun here_{};                                 // the run directly above
    std::vector<OtherLine> others_;                   // of other standards
    std::string_view text_;                           // the current line
    std::uint32_t number_ = 0;
    std::size_t list_ = 0;                  // the number of the list of agents
    Audience all_;                          // groups of all agents of this list
    Audience run_;                          // groups of the agents of here_
    std::unordered_set<std::string> kept_;  // lines that all of run_ have
    std::unordered_map<const RobotsGroup*, KeptUse> uses_;
    // The same states as in the parser (robots_txt.cpp).
    bool in_agents_ = false;
    bool run_ended_ = false;
    bool blank_ = false;  // a blank line came since the last User-agent line
};

}  // namespace

std::vector<OtherLine> note_lines(std::string_view text,
                                  const RobotsTxt& document, Runs runs,
                                  std::vector<ImportNotes>& notes) {
    return LineNotes(document, runs, notes).read(text);
}

}  // namespace robots
