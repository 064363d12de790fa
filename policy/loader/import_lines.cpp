#include "policy/loader/import_lines.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/loader/entries/lines_entry.hpp"
#include "policy/loader/import_advice.hpp"
#include "policy/loader/import_audience.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/field_name.hpp"
#include "policy/robots_txt/pace_lines.hpp"
#include "policy/robots_txt/product_token.hpp"

namespace robots {

namespace {

class LineReport {
  public:
    LineReport(const ImportResult& result, Runs runs, ImportReport& report)
        : result_(result), runs_(runs), report_(report) {}

    std::vector<OtherLine> read(std::string_view text) {
        skip_byte_order_mark(text);
        while (!text.empty()) {
            ++number_;
            const std::size_t before = text.size();
            const std::string_view line = take_line(text);
            // Behind a line are two octets at most. A comment may be cut.
            if (before - text.size() > line.size() + 2 &&
                line.find('#') == std::string_view::npos) {
                lose("long-line", line.substr(0, 40), [] {
                    return "it is longer than 16,663 octets, and crawlers read "
                           "no more of it; shorten it";
                });
            }
            take(line);
        }
        return std::move(others_);
    }

  private:
    // What is said about this line starts with the line itself.
    template <typename Make>
    void add(const char* kind, Fate fate, std::string_view line, Make make) {
        report_.add(kind, fate, number_,
                    [&] { return quoted(line) + ": " + make(); });
    }
    template <typename Make>
    void lose(const char* kind, std::string_view line, Make make) {
        add(kind, Fate::lost, line, make);
    }

    void take(std::string_view raw) {
        const RobotsLine line = split_line(raw, Reading::lenient);
        text_ = trim(raw.substr(0, raw.find('#')), " \t\v\f");
        if (line.key.empty()) {
            take_unread();
            return;
        }
        const LineKey key = key_from(line.key, Reading::lenient);
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

    void take_unread() {
        blank_ = blank_ || text_.empty();
        if (!text_.empty()) {
            lose("no-line", text_,
                 [] { return "it has no key and `:`, so crawlers ignore it"; });
        }
    }

    void take_user_agent(std::string_view value) {
        const bool ended = run_ended_;
        if (!in_agents_ || (ended && runs_ == Runs::apart)) {
            all_ = Audience();
            earlier_.clear();
            in_list_ = in_agents_ = true;
            ++list_;
        } else if (ended || blank_) {
            // Until a rule comes, nobody gets anything of the others.
            earlier_.push_back({run_.line, run_.name, ended});
        }
        if (ended || all_.line == 0 || blank_) {
            start_run(value, ended || all_.line == 0);
        }
        all_.line = run_.line;
        run_ended_ = blank_ = false;
        const std::string_view token = leading_product_token(value);
        all_.join(result_, token);
        run_.join(result_, token);
        note_token(token, value);
    }

    void start_run(std::string_view value, bool apart) {
        if (apart) {
            run_ = Audience();
        }
        run_.line = number_;
        run_.name = value;
    }

    void note_token(std::string_view token, std::string_view value) {
        if (token.empty()) {
            lose("no-token", text_, [] {
                return "it names no crawler; write a product token, or `*`";
            });
            return;
        }
        if (has_more_than_token(token, value)) {
            lose("more-than-a-token", text_, [&] {
                return "crawlers read only " + quoted(token) + "; " +
                       token_advice(token, value);
            });
        }
        const auto mention =
            named_.try_emplace(fold(token), Mention{number_, list_});
        const Mention& first = mention.first->second;
        if (!mention.second && first.list != list_) {
            add("merged-groups", Fate::kept, text_, [&first] {
                return "a group on line " + std::to_string(first.line) +
                       " names it too; crawlers follow both, so the policy has "
                       "one";
            });
        }
    }

    // Whether the line is for somebody; otherwise says why not.
    bool is_for_somebody(const Audience& audience) {
        if (!in_list_) {
            lose("no-agent", text_, [] {
                return "no `User-agent` line is above it, so it is for nobody; "
                       "write one";
            });
            return false;
        }
        if (audience.groups.empty()) {
            lose("nobody", text_, [] {
                return "the `User-agent` lines above it name no crawler, so it "
                       "is for nobody";
            });
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
            lose(nothing ? "matches-nothing" : "long-line", text_,
                 [&] { return path_advice(path); });
        } else if (!all_.keeps(result_,
                               ImportResult::line_key(allow, *imported))) {
            lose("left-out", text_, [] { return "it is not in the policy"; });
        } else if (const auto advice = kept_rule_advice(allow, path)) {
            add(advice->kind, Fate::kept, text_, [&] { return advice->text; });
        }
    }

    // Agents above others, with a line of their own or a blank line between.
    void note_shared_rules() {
        for (const Earlier& each : earlier_) {
            report_.add("shared-rules", Fate::kept, each.line, [&] {
                return shared_rules_advice(each.name, each.has_lines, number_);
            });
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
                lose("no-delay", text_, [] {
                    return "it asks for no delay, as a group without this line "
                           "does";
                });
                return;
            case PaceState::unreadable:
                lose("unreadable-pace", text_,
                     [&] { return pace_advice(key); });
                return;
            case PaceState::too_long:
                add("too-long", Fate::kept, text_, [] {
                    return "it becomes 7 days, the longest time in a policy";
                });
                break;
            case PaceState::fine:
                break;
        }
        if (key == LineKey::crawl_delay) {
            take_delay(value);
        } else {
            take_window_or_rate(key, value);
        }
    }

    void take_delay(std::string_view value) {
        const std::size_t end = value.find_first_not_of("0123456789.eE+-");
        if (end != std::string_view::npos &&
            (value[end] == ',' || value[end] == ':')) {
            lose("odd-delay", text_, [] {
                return "only the number in front is read; write seconds, as in "
                       "`5` or `0.5`";
            });
        }
        const auto delay = parse_crawl_delay(value);
        const auto other = std::find_if(
            run_.groups.begin(), run_.groups.end(), [&](std::size_t group) {
                return result_.groups()[group].crawl_delay != delay;
            });
        if (other != run_.groups.end()) {
            const ImportGroup& group = result_.groups()[*other];
            lose("other-delay", text_, [&] {
                return "the Crawl-delay of " +
                       seconds_text(
                           group.crawl_delay.value_or(Milliseconds{0})) +
                       " s on line " +
                       std::to_string(group.crawl_delay_at.line) +
                       " counts for " + quoted(group.user_agents.front());
            });
        }
    }

    void take_window_or_rate(LineKey key, std::string_view value) {
        std::string line;
        if (key == LineKey::request_rate) {
            line = ImportResult::line_key(*parse_request_rate(value));
        } else {
            line = ImportResult::line_key(*day_window_from(value));
        }
        if (!run_.keeps(result_, line)) {
            lose("too-many-rates", text_, [] {
                return "a crawler can have at most seven rates; remove one";
            });
        }
    }

    void take_other(const RobotsLine& line) {
        if (equal_folded(line.key, "content-signal")) {
            take_signal(line.value);
        } else if (equal_folded(line.key, "content-usage")) {
            take_usage(line.value);
        } else if (const auto* known = std::find_if(
                       std::begin(kKnownLines), std::end(kKnownLines),
                       [&line](const KnownLine& each) {
                           return equal_folded(each.name, line.key);
                       });
                   known == std::end(kKnownLines)) {
            take_unknown(line);
        } else if (!is_importable(line.value)) {
            lose("bad-value", text_,
                 [] { return "its value is not a URL or text"; });
        }
    }

    // Fields of other standards stay, unless a crawler could misread them.
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
        lose(is_robots_tag(line.key) ? "noindex" : "unknown-line", text_,
             [&] { return unknown_line_advice(line.key, line.value); });
    }

    void take_signal(std::string_view value) {
        run_ended_ = true;
        if (!is_for_somebody(run_)) {
            return;
        }
        const auto signals = content_signals_from(value);
        if (!signals) {
            lose("unknown-signal", text_, [] {
                return "a policy knows only the signals search, ai-input and "
                       "ai-train, each with yes or no";
            });
            return;
        }
        if (!all_of_run([&](std::size_t group) {
                return result_.says(group, *signals);
            })) {
            lose("other-signal", text_, [] {
                return "a later line says something else, and that counts";
            });
        }
    }

    void take_usage(std::string_view value) {
        run_ended_ = true;
        if (!is_for_somebody(run_)) {
            return;
        }
        const auto usage = content_usage_from(value);
        if (!usage) {
            lose("unknown-usage", text_, [] {
                return "its value is not a list of preferences, such as "
                       "`train-ai=n`";
            });
            return;
        }
        if (!all_of_run([&](std::size_t group) {
                return result_.says(group, *usage);
            })) {
            lose("other-usage", text_, [] {
                return "an earlier line has the same path, and that counts";
            });
        }
    }

    template <typename Test>
    bool all_of_run(Test test) const {
        return std::all_of(run_.groups.begin(), run_.groups.end(), test);
    }

    struct Mention {
        std::uint32_t line;
        std::size_t list;
    };
    struct Earlier {  // a run of agents that others follow
        std::uint32_t line;
        std::string name;
        bool has_lines;
    };

    const ImportResult& result_;
    const Runs runs_;
    ImportReport& report_;
    std::unordered_map<std::string, Mention> named_;  // by folded token
    std::vector<Earlier> earlier_;                    // of this list
    std::vector<OtherLine> others_;                   // of other standards
    std::string_view text_;                           // this line
    std::uint32_t number_ = 0;
    std::size_t list_ = 0;  // counts them
    Audience all_;          // of this list
    Audience run_;          // directly above
    // As the parser of robots.txt has them.
    bool in_list_ = false;
    bool in_agents_ = false;
    bool run_ended_ = false;
    bool blank_ = false;  // a blank line came since the last User-agent line
};

}  // namespace

bool is_importable(std::string_view value) {
    return is_line_of_text(value) && !value.empty();
}

std::vector<OtherLine> report_lines(std::string_view text,
                                    const ImportResult& result, Runs runs,
                                    ImportReport& report) {
    return LineReport(result, runs, report).read(text);
}

}  // namespace robots
